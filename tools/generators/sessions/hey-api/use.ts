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
import { client } from './out/client.gen';
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

client.setConfig({ baseUrl });
const { data: session } = await login({ body: credentials, throwOnError: true });
print('login', session.user.email);
client.setConfig({ auth: session.token });

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data } = await listCustomers({ query: { page, per_page: 20 }, throwOnError: true });
  listed += data.data.length;
  last = data.meta.last_page;
}
print('page', listed);

const { data: customer } = await createCustomer({ body: newCustomer, throwOnError: true });
print('create', customer.id);
const { data: order } = await createOrder({ body: orderBy(customer.id), throwOnError: true });
print('order', order.id);

await printFile('pdf', (await downloadInvoicePdf({ path: { id: order.invoice_id } })).data);
const { data: certificates } = await listCertificates({ query: { status: 'issued' }, throwOnError: true });
await printFile('zip', (await downloadCertificate({ path: { id: certificates.data[0]?.id ?? '' } })).data);

const again = await createCustomer({ body: newCustomer });
if (again.response?.status === 422 && again.error) {
  print('422', refusedField(again.error as Parameters<typeof refusedField>[0]));
}
const missing = await getCustomer({ path: { id: unknownId } });
if (missing.error) print('404', errorCode(missing.error));
