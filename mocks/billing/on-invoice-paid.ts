// Applies the effects of a paid invoice: provisions the order of the invoice, or completes the renewal of the
// invoice.
import { beginProvisioning } from '../products/provisioning.ts';
import type { InvoiceRow, Store } from '../tables.ts';
import { completeRenewal } from './renewals.ts';

/**
 * Starts the provisioning of the order, or completes the renewal, that an invoice was issued for, if the invoice is
 * fully paid. Call it after every payment of an invoice; a partly paid invoice has no effect.
 */
export function onInvoicePaid(store: Store, invoice: InvoiceRow): void {
  if (invoice.status !== 'paid') return;
  const order = invoice.order_id === null ? undefined : store.orders.get(invoice.order_id);
  if (order?.status === 'pending') beginProvisioning(store, store.orders.move(order.id, 'pay'));
  const renewal = store.renewals.by('invoice_id', invoice.id);
  if (renewal?.status === 'pending') completeRenewal(store, renewal);
}
