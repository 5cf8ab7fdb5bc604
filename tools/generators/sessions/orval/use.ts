import {
  createCustomer,
  createOrder,
  downloadCertificate,
  downloadInvoicePdf,
  getCustomer,
  listCertificates,
  listCustomers,
  login,
} from './out/api';
import {
  credentials,
  errorCode,
  newCustomer,
  orderBy,
  print,
  printFile,
  refusedField,
  unknownId,
} from './shared';

const session = await login(credentials);
if (session.status !== 200) throw new Error(`login: ${session.status}`);
print('login', session.data.user.email);
const options = { headers: { Authorization: `Bearer ${session.data.token}` } };

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const reply = await listCustomers({ page, per_page: 20 }, options);
  if (reply.status !== 200) throw new Error(`listCustomers: ${reply.status}`);
  listed += reply.data.data.length;
  last = reply.data.meta.last_page;
}
print('page', listed);

const customer = await createCustomer(newCustomer, options);
if (customer.status !== 201) throw new Error(`createCustomer: ${customer.status}`);
print('create', customer.data.id);
const order = await createOrder(orderBy(customer.data.id), options);
if (order.status !== 201) throw new Error(`createOrder: ${order.status}`);
print('order', order.data.id);

const pdf = await downloadInvoicePdf(order.data.invoice_id, options);
if (pdf.status === 200) await printFile('pdf', pdf.data);
const certificates = await listCertificates({ status: 'issued' }, options);
const certificate = certificates.status === 200 ? certificates.data.data[0] : undefined;
const zip = await downloadCertificate(certificate?.id ?? '', options);
if (zip.status === 200) await printFile('zip', zip.data);

const again = await createCustomer(newCustomer, options);
if (again.status === 422) print('422', refusedField(again.data));
const missing = await getCustomer(unknownId, options);
if (missing.status === 404) print('404', errorCode(missing.data));
