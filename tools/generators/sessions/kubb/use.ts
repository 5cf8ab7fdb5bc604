import { isAxiosError } from 'axios';
import {
  type CreateCustomer422,
  createCustomer,
  createOrder,
  downloadCertificate,
  downloadInvoicePdf,
  type GetCustomer404,
  getCustomer,
  listCertificates,
  listCustomers,
  login,
} from './out';
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

const session = await login(credentials, { baseURL: baseUrl });
print('login', session.user.email);
const options = { baseURL: baseUrl, headers: { Authorization: `Bearer ${session.token}` } };

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await listCustomers({ page, per_page: 20 }, options);
  listed += data.length;
  last = meta.last_page;
}
print('page', listed);

const customer = await createCustomer(newCustomer, options);
print('create', customer.id);
const order = await createOrder(orderBy(customer.id), undefined, options);
print('order', order.id);

await printFile(
  'pdf',
  await downloadInvoicePdf(order.invoice_id, { ...options, responseType: 'arraybuffer' }),
);
const certificates = await listCertificates({ status: 'issued' }, options);
const { id } = certificates.data[0] ?? { id: '' };
await printFile('zip', await downloadCertificate(id, { ...options, responseType: 'arraybuffer' }));

await createCustomer(newCustomer, options).catch((error) => {
  if (!isAxiosError<CreateCustomer422>(error) || !error.response) throw error;
  if (error.status === 422) print('422', refusedField(error.response.data));
});
await getCustomer(unknownId, options).catch((error) => {
  if (!isAxiosError<GetCustomer404>(error) || !error.response) throw error;
  if (error.status === 404) print('404', errorCode(error.response.data));
});
