// Builds sample events for test deliveries from the document's examples, changed to the state that the event type
// announces.
import { document } from '../../src/contract/document.ts';
import { resolveRef } from '../../src/contract/openapi.ts';
import type { Body } from '../../src/contract/types.ts';
import type { Store } from '../tables.ts';

export type SampleType = Exclude<NonNullable<NonNullable<Body<'testWebhook'>>['event_type']>, 'webhook.test'>;
type Members = Record<string, unknown>;

/** For each event type, the members that differ from the document's example of its event family. */
const STATE_CHANGES: { readonly [Type in SampleType]?: (now: string, example: Members) => Members } = {
  'customer.deactivated': (now) => ({ status: 'inactive', deactivated_at: now }),
  'service.suspended': (now) => ({
    status: 'suspended',
    suspended_at: now,
    suspension_reason: 'An invoice is overdue.',
  }),
  'service.terminated': (now) => ({
    status: 'terminated',
    terminated_at: now,
    next_due_at: null,
    auto_renew: false,
  }),
  'order.completed': (now) => ({ status: 'completed', completed_at: now }),
  'order.cancelled': (now) => ({ status: 'cancelled', cancelled_at: now }),
  'order.failed': () => ({
    status: 'failed',
    failure_reason: 'Web Hosting Pro could not be provisioned.',
  }),
  'invoice.created': (_, example) => withUnpaidAmount(example, 'unpaid'),
  'invoice.overdue': (_, example) => withUnpaidAmount(example, 'overdue'),
  'invoice.cancelled': (_, example) => withUnpaidAmount(example, 'cancelled'),
  'subscription.cancelled': (now) => ({ status: 'cancelled', cancelled_at: now, next_billing_at: null }),
  'payment.failed': () => ({ status: 'failed' }),
  'payment.refunded': () => ({ status: 'refunded' }),
  'wallet.low_balance': () => ({ balance_amount: 640, available_amount: 640 }),
  'domain.transfer_started': () => ({ status: 'pending_transfer', epp_statuses: ['pendingTransfer'] }),
  'domain.expired': (now) => ({ status: 'expired', expires_at: now, auto_renew: false }),
  'certificate.reissued': () => ({ reissue_count: 1 }),
  'certificate.expired': (now) => ({ status: 'expired', expires_at: now, auto_renew: false }),
  'certificate.failed': () => ({
    status: 'failed',
    serial_number: null,
    issuer: null,
    fingerprint_sha256: null,
    valid_from: null,
    expires_at: null,
  }),
  'vps.stopped': () => ({ status: 'stopped' }),
  'vps.terminated': (now) => ({ status: 'terminated', terminated_at: now, next_due_at: null }),
  'ticket.replied': (now) => ({ status: 'answered', reply_count: 2, last_reply_at: now }),
  'ticket.closed': (now) => ({ status: 'closed', closed_at: now }),
};

const withUnpaidAmount = ({ total_amount }: Members, status: string): Members => ({
  status,
  paid_amount: 0,
  due_amount: total_amount,
  paid_at: null,
});

/** Builds the resource in a sample event: an invented resource that belongs to the tenant. */
export function sampleEventData(store: Store, type: SampleType): object {
  const example: Members = { ...documentedExample(type) };
  return {
    ...example,
    ...(store.tenantId !== null && { tenant_id: store.tenantId }),
    ...STATE_CHANGES[type]?.(store.now, example),
    updated_at: store.now,
  };
}

// Finds the `data` in the document's example event for the family of an event type. Throws an Error when there is no
// example.
function documentedExample(type: SampleType): object {
  const [family = ''] = type.split('.');
  const api = document();
  const body = api.webhooks?.[family.replaceAll('_', '-')]?.post?.requestBody;
  const { examples = {} } = (body && resolveRef(api, body).content['application/json']) ?? {};
  const [example] = Object.values(examples).map((one) => resolveRef(api, one).value);
  if (typeof example !== 'object' || example === null || !('data' in example)) {
    throw new Error(`The document has no example of a ${family} event.`);
  }
  return typeof example.data === 'object' && example.data !== null ? example.data : {};
}
