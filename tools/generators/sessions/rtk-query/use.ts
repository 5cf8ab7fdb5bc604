import { configureStore } from '@reduxjs/toolkit';
import { signIn } from './base';
import { hosting } from './out/api';
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

const store = configureStore({
  reducer: { [hosting.reducerPath]: hosting.reducer },
  middleware: (defaults) => defaults({ serializableCheck: false }).concat(hosting.middleware),
});
const calls = hosting.endpoints;
const session = await store.dispatch(calls.login.initiate({ loginRequest: credentials })).unwrap();
print('login', session.user.email);
signIn(session.token);

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data, meta } = await store.dispatch(calls.listCustomers.initiate({ page, perPage: 20 })).unwrap();
  listed += data.length;
  last = meta.last_page;
}
print('page', listed);

const customer = await store
  .dispatch(calls.createCustomer.initiate({ customerCreate: newCustomer }))
  .unwrap();
print('create', customer.id);
const order = await store
  .dispatch(calls.createOrder.initiate({ orderCreate: orderBy(customer.id) }))
  .unwrap();
print('order', order.id);

const pdf = await store.dispatch(calls.downloadInvoicePdf.initiate({ id: order.invoice_id }));
await printFile('pdf', pdf.data);
const certificates = await store.dispatch(calls.listCertificates.initiate({ status: 'issued' })).unwrap();
const { id } = certificates.data[0] ?? { id: '' };
await printFile('zip', (await store.dispatch(calls.downloadCertificate.initiate({ id }))).data);

// The generated endpoints type no errors: RTK Query's own `FetchBaseQueryError` has `data: unknown`.
const again = await store.dispatch(calls.createCustomer.initiate({ customerCreate: newCustomer }));
if (again.error && 'status' in again.error && again.error.status === 422) {
  print('422', refusedField(again.error.data as Parameters<typeof refusedField>[0]));
}
const missing = await store.dispatch(calls.getCustomer.initiate({ id: unknownId }));
if (missing.error && 'status' in missing.error && missing.error.status === 404) {
  print('404', errorCode(missing.error.data as Parameters<typeof errorCode>[0]));
}
