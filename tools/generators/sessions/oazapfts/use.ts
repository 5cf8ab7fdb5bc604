import { ok } from '@oazapfts/runtime';
import * as api from './out/api';
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

api.defaults.baseUrl = baseUrl;
const session = await ok(api.login(credentials));
print('login', session.user.email);
api.defaults.headers = { Authorization: `Bearer ${session.token}` };

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await ok(api.listCustomers({ page, perPage: 20 }));
  listed += data.length;
  last = meta.last_page;
}
print('page', listed);

const customer = await ok(api.createCustomer(newCustomer));
print('create', customer.id);
const order = await ok(api.createOrder(orderBy(customer.id)));
print('order', order.id);

await printFile('pdf', await ok(api.downloadInvoicePdf(order.invoice_id)));
const certificates = await ok(api.listCertificates({ status: 'issued' }));
await printFile('zip', await ok(api.downloadCertificate(certificates.data[0]?.id ?? '')));

const again = await api.createCustomer(newCustomer);
if (again.status === 422) print('422', refusedField(again.data));
const missing = await api.getCustomer(unknownId);
if (missing.status === 404) print('404', errorCode(missing.data));
