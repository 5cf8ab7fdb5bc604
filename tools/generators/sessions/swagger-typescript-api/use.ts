import { Api, CertificateStatus, type HttpResponse, type OrderCreate } from './out/api';
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

const api = new Api({
  baseUrl,
  baseApiParams: { format: 'json' },
  securityWorker: (token: string | null) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
});
const { data: session } = await api.auth.login(credentials);
print('login', session.user.email);
api.setSecurityData(session.token);

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data } = await api.customers.listCustomers({ page, per_page: 20 });
  listed += data.data.length;
  last = data.meta.last_page;
}
print('page', listed);

const { data: customer } = await api.customers.createCustomer(newCustomer);
print('create', customer.id);
const { data: order } = await api.orders.createOrder(orderBy(customer.id) as OrderCreate);
print('order', order.id);

await printFile('pdf', (await api.invoices.downloadInvoicePdf(order.invoice_id, { format: 'blob' })).data);
const { data: certificates } = await api.ssl.listCertificates({ status: CertificateStatus.Issued });
const { id } = certificates.data[0] ?? { id: '' };
await printFile('zip', (await api.ssl.downloadCertificate(id, { format: 'blob' })).data);

// A refusal is thrown as `HttpResponse` with the type of the errors that the operation's type names.
type Refusal<Call extends (...args: never[]) => Promise<unknown>> =
  Awaited<ReturnType<Call>> extends HttpResponse<unknown, infer Reason> ? Reason : never;
await api.customers.createCustomer(newCustomer).catch((reply) => {
  const error = reply.error as Refusal<typeof api.customers.createCustomer>;
  if (reply.status === 422) print('422', refusedField(error as Parameters<typeof refusedField>[0]));
});
await api.customers.getCustomer(unknownId).catch((reply) => {
  const error = reply.error as Refusal<typeof api.customers.getCustomer>;
  if (reply.status === 404) print('404', errorCode(error));
});
