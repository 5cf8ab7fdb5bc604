import { isErrorFromAlias } from '@zodios/core';
import { createApiClient, api as operations } from './out/api';
import {
  baseUrl,
  credentials,
  errorCode,
  newCustomer,
  orderBy,
  print,
  printFile,
  refusedField,
  unknownId,
} from './shared';

const session = await createApiClient(baseUrl).login(credentials);
print('login', session.user.email);
const headers = { Authorization: `Bearer ${session.token}` };
const api = createApiClient(baseUrl, { axiosConfig: { headers } });

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await api.listCustomers({ queries: { page, per_page: 20 } });
  listed += data.length;
  last = meta.last_page;
}
print('page', listed);

const customer = await api.createCustomer(newCustomer);
print('create', customer.id);
const order = await api.createOrder(orderBy(customer.id));
print('order', order.id);

// The generated type of these replies is `void`.
const nothing = () => undefined;
await printFile(
  'pdf',
  await api.downloadInvoicePdf({ params: { id: order.invoice_id } }).then(nothing, nothing),
);
const certificates = await api.listCertificates({ queries: { status: 'issued' } });
const { id } = certificates.data[0] ?? { id: '' };
await printFile('zip', await api.downloadCertificate({ params: { id } }).then(nothing, nothing));

await api.createCustomer(newCustomer).catch((error) => {
  if (!isErrorFromAlias(operations.api, 'createCustomer', error)) throw error;
  if (error.response.status === 422) print('422', refusedField(error.response.data));
});
await api.getCustomer({ params: { id: unknownId } }).catch((error) => {
  if (!isErrorFromAlias(operations.api, 'getCustomer', error)) throw error;
  if (error.response.status === 404) print('404', errorCode(error.response.data));
});
