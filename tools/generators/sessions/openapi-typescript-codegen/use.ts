import { ApiError, AuthenticationApi, BillingApi, CustomersApi, OpenAPI, OrdersApi, SslApi } from './out';
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

OpenAPI.BASE = baseUrl;
const session = await AuthenticationApi.login({ requestBody: credentials });
print('login', session.user.email);
OpenAPI.TOKEN = session.token;

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await CustomersApi.listCustomers({ page, perPage: 20 });
  listed += data.length;
  last = meta.last_page;
}
print('page', listed);

const customer = await CustomersApi.createCustomer({ requestBody: newCustomer });
print('create', customer.id);
const order = await OrdersApi.createOrder({ requestBody: orderBy(customer.id) });
print('order', order.id);

await printFile('pdf', await BillingApi.downloadInvoicePdf({ id: order.invoice_id }));
const certificates = await SslApi.listCertificates({ status: 'issued' });
await printFile('zip', await SslApi.downloadCertificate({ id: certificates.data[0]?.id ?? '' }));

// The generated `ApiError` has `body: any`.
await CustomersApi.createCustomer({ requestBody: newCustomer }).catch((error) => {
  if (error instanceof ApiError && error.status === 422) print('422', refusedField(error.body));
});
await CustomersApi.getCustomer({ id: unknownId }).catch((error) => {
  if (error instanceof ApiError && error.status === 404) print('404', errorCode(error.body));
});
