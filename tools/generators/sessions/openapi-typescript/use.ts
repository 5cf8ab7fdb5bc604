import createClient from 'openapi-fetch';
import type { paths } from './out';
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

const { data: session } = await createClient<paths>({ baseUrl }).POST('/auth/login', { body: credentials });
print('login', session?.user.email);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session?.token}` } });

let listed = 0;
for (let page = 1, last = 1; page <= last; page++) {
  const { data } = await api.GET('/customers', { params: { query: { page, per_page: 20 } } });
  listed += data?.data.length ?? 0;
  last = data?.meta.last_page ?? 0;
}
print('page', listed);

const { data: customer } = await api.POST('/customers', { body: newCustomer });
print('create', customer?.id);
const { data: order } = await api.POST('/orders', { body: orderBy(customer?.id ?? '') });
print('order', order?.id);

const invoice = { params: { path: { id: order?.invoice_id ?? '' } }, parseAs: 'blob' } as const;
await printFile('pdf', (await api.GET('/invoices/{id}/pdf', invoice)).data);
const { data: certificates } = await api.GET('/ssl', { params: { query: { status: 'issued' } } });
const certificate = { params: { path: { id: certificates?.data[0]?.id ?? '' } }, parseAs: 'blob' } as const;
await printFile('zip', (await api.GET('/ssl/{id}/download', certificate)).data);

const again = await api.POST('/customers', { body: newCustomer });
if (again.response.status === 422 && again.error && !('code' in again.error)) {
  print('422', refusedField(again.error as Parameters<typeof refusedField>[0]));
}
const missing = await api.GET('/customers/{id}', { params: { path: { id: unknownId } } });
if (missing.error) print('404', errorCode(missing.error));
