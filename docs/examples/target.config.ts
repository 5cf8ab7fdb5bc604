// A target with a check of its own: npx hosting-contract conform --config target.config.ts
import { defineCheck, defineTarget } from 'hosting-contract/conformance';

/** Our accounting asks for more than the specification does: an invoice says when it is due. */
const invoicesSayWhenDue = defineCheck({
  id: 'own/invoices-say-when-due',
  must: 'say of every invoice when it is due',
  requirement: {
    id: 'own/invoice-due-date',
    heading: 'Accounting handbook, 3.1',
    says: 'An invoice carries the date it is due.',
    basis: 'yours',
  },
  area: 'billing',
  mode: 'read-only',
  cost: 1,
  async run(t) {
    const { items, exchange } = await t.as('tenantA').list('listInvoices', { pages: 1 });
    const without = items.filter((one) =>
      t.compared(typeof one !== 'object' || one === null || !('due_at' in one)),
    );
    if (without.length > 0) {
      t.fail(`${without.length} of ${items.length} invoices do not say when they are due`, {
        expected: 'due_at',
        exchange,
      });
    }
  },
});

export default defineTarget({
  baseUrl: process.env.API_URL ?? 'http://127.0.0.1:4010/v1',
  credentials: {
    tenantA: { email: 'owner@acme.example', password: { env: 'TENANT_A_PASSWORD' } },
  },
  values: { skuId: 'hosting-pro' },
  checks: [invoicesSayWhenDue],
});
