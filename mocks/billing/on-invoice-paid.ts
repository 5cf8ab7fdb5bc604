// What a paid invoice sets going: an order is provisioned, a service is renewed.
import { beginProvisioning } from '../products/provisioning.ts';
import type { InvoiceRow, Store } from '../tables.ts';
import { completeRenewal } from './renewals.ts';

/** To be called with every invoice that took a payment; one that is not paid in full sets nothing going. */
export function onInvoicePaid(store: Store, invoice: InvoiceRow): void {
  if (invoice.status !== 'paid') return;
  const order = invoice.order_id === null ? undefined : store.orders.get(invoice.order_id);
  if (order?.status === 'pending') beginProvisioning(store, store.orders.move(order.id, 'pay'));
  const renewal = store.renewals.by('invoice_id', invoice.id);
  if (renewal?.status === 'pending') completeRenewal(store, renewal);
}
