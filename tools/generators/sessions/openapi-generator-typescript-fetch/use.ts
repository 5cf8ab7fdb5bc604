import {
  AuthenticationApi,
  BillingApi,
  Configuration,
  CustomersApi,
  OrdersApi,
  ResponseError,
  SSLApi,
} from './out';
import { baseUrl, credentials, errorCode, print, printFile, refusedField, unknownId } from './shared';

const session = await new AuthenticationApi(new Configuration({ basePath: baseUrl })).login({
  loginRequest: credentials,
});
print('login', session.user.email);
const configuration = new Configuration({ basePath: baseUrl, accessToken: session.token });
const customers = new CustomersApi(configuration);
const certificatesApi = new SSLApi(configuration);

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await customers.listCustomers({ page, perPage: 20 });
  listed += data.length;
  last = meta.lastPage;
}
print('page', listed);

const customerCreate = { email: 'session@example.org', firstName: 'Ada', lastName: 'Lovelace' };
const customer = await customers.createCustomer({ customerCreate });
print('create', customer.id);
const order = await new OrdersApi(configuration).createOrder({
  orderCreate: {
    customerId: customer.id,
    items: [
      { skuId: 'hosting-pro', quantity: 1, billingCycle: '1_year', config: { domain: 'session.example' } },
    ],
    paymentMethod: 'bank_transfer',
  },
});
print('order', order.id);

await printFile('pdf', await new BillingApi(configuration).downloadInvoicePdf({ id: order.invoiceId }));
const certificates = await certificatesApi.listCertificates({ status: 'issued' });
await printFile('zip', await certificatesApi.downloadCertificate({ id: certificates.data[0]?.id ?? '' }));

// The generated `ResponseError` carries the untyped `Response`.
await customers.createCustomer({ customerCreate }).catch(async (error) => {
  if (error instanceof ResponseError && error.response.status === 422) {
    print('422', refusedField(await error.response.json()));
  }
});
await customers.getCustomer({ id: unknownId }).catch(async (error) => {
  if (error instanceof ResponseError && error.response.status === 404) {
    print('404', errorCode(await error.response.json()));
  }
});
