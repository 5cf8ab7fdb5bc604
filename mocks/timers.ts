// The timers by kind. Each timer finds the row that its reference names in the tables of a tenant, and calls a
// handler for the row.
import type { EntityRef } from '../src/state/store.ts';
import { expireApiKey } from './areas/api-keys.ts';
import { publishZone } from './areas/dns.ts';
import { onGraceEnd, onInvoiceDue, onPeriodEnd } from './billing/renewals.ts';
import { expireFailures } from './identity/sign-in-limits.ts';
import { onDomainExpiry, onNextExpiryState } from './products/domain-lifecycle.ts';
import { onDueDate } from './products/instances.ts';
import { finishProvisioning } from './products/provisioning.ts';
import { expireCertificate, issueCertificate } from './products/types/ssl.ts';
import { finishTransition } from './products/types/vps.ts';
import type { Store } from './tables.ts';
import { retryDelivery } from './webhooks/deliveries.ts';

type Timer = (platform: Store, ref: EntityRef) => void;

// Creates a timer for the rows of one table of a tenant. The timer does nothing when its row no longer exists.
const forRow =
  <Row>(
    member: string,
    find: (store: Store, id: string) => Row | undefined,
    run: (store: Store, row: Row) => void,
  ): Timer =>
  (platform, ref) => {
    const store = platform.forTenant(ref.tenant_id ?? '');
    const row = find(store, ref[member] ?? '');
    if (row !== undefined) run(store, row);
  };

const service = (store: Store, id: string) => store.services.find(id);
const certificate = (store: Store, id: string) => store.certificates.find(id);
const invoice = (store: Store, id: string) => store.invoices.find(id);
const domain = (store: Store, id: string) => store.domains.find(id);

/** Maps the kind of each timer to its handler. */
export const timers: Record<string, Timer> = {
  'order.provisioned': forRow('order_id', (store, id) => store.orders.find(id), finishProvisioning),
  'subscription.period_ends': forRow(
    'subscription_id',
    (store, id) => store.subscriptions.find(id),
    onPeriodEnd,
  ),
  'service.ends': forRow('service_id', service, onDueDate),
  'certificate.validated': forRow('certificate_id', certificate, issueCertificate),
  'certificate.expires': forRow('certificate_id', certificate, expireCertificate),
  'invoice.falls_due': forRow('invoice_id', invoice, onInvoiceDue),
  'vps.runs': forRow('vps_id', (store, id) => store.vps.find(id), finishTransition('running')),
  'vps.stops': forRow('vps_id', (store, id) => store.vps.find(id), finishTransition('stopped')),
  'api_key.expires': forRow('api_key_id', (store, id) => store.api_keys.find(id), expireApiKey),
  'invoice.grace_ends': forRow('invoice_id', invoice, onGraceEnd),
  'sign_in_failure.forgotten': expireFailures,
  'domain.expires': forRow('domain_id', domain, onDomainExpiry),
  'domain.moves_on': forRow('domain_id', domain, onNextExpiryState),
  'dns_zone.published': forRow('zone_id', (store, id) => store.dns_zones.find(id), publishZone),
  'webhook.attempt': forRow('delivery_id', (store, id) => store.webhook_deliveries.find(id), retryDelivery),
};
