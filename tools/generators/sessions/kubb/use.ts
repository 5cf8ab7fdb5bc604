import {
  createCustomer,
  createOrder,
  downloadCertificate,
  downloadInvoicePdf,
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

await printFile('pdf', await downloadInvoicePdf(order.invoice_id, { ...options, responseType: 'blob' }));
const certificates = await listCertificates({ status: 'issued' }, options);
const { id } = certificates.data[0] ?? { id: '' };
await printFile('zip', await downloadCertificate(id, { ...options, responseType: 'blob' }));

// The fetch client returns the body of every status as if it were a success.
const again: unknown = await createCustomer(newCustomer, options);
print('422', refusedField(again as Parameters<typeof refusedField>[0]));
const missing: unknown = await getCustomer(unknownId, options);
print('404', errorCode(missing as Parameters<typeof errorCode>[0]));
