// What happens when its time has come. Each kind names what it is about; each finds its tenant's own tables.
import type { Ref } from '../src/state/store.ts';
import { expireApiKey } from './api-keys.ts';
import { attemptAgain } from './deliveries.ts';
import { published } from './dns.ts';
import { expires, movesOn } from './domain-life.ts';
import { runOut } from './instances.ts';
import { expireCertificate, issueCertificate } from './kinds/ssl.ts';
import { settle } from './machines.ts';
import { endProvisioning } from './provisioning.ts';
import { fallsDue, graceEnds, periodEnds } from './renewals.ts';
import { forgetFailures } from './sign-in-limits.ts';
import type { Store } from './tables.ts';

type Timer = (platform: Store, ref: Ref) => void;

/** A timer over the rows of one table of one tenant; a row that is gone has nothing to do any more. */
const about =
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

export const timers: Record<string, Timer> = {
  'order.provisioned': about('order_id', (store, id) => store.orders.find(id), endProvisioning),
  'subscription.period_ends': about(
    'subscription_id',
    (store, id) => store.subscriptions.find(id),
    periodEnds,
  ),
  'service.ends': about('service_id', service, runOut),
  'certificate.validated': about('certificate_id', certificate, issueCertificate),
  'certificate.expires': about('certificate_id', certificate, expireCertificate),
  'invoice.falls_due': about('invoice_id', invoice, fallsDue),
  'vps.runs': about('vps_id', (store, id) => store.vps.find(id), settle('running')),
  'vps.stops': about('vps_id', (store, id) => store.vps.find(id), settle('stopped')),
  'api_key.expires': about('api_key_id', (store, id) => store.api_keys.find(id), expireApiKey),
  'invoice.grace_ends': about('invoice_id', invoice, graceEnds),
  'sign_in_failure.forgotten': forgetFailures,
  'domain.expires': about('domain_id', domain, expires),
  'domain.moves_on': about('domain_id', domain, movesOn),
  'dns_zone.published': about('zone_id', (store, id) => store.dns_zones.find(id), published),
  'webhook.attempt': about('delivery_id', (store, id) => store.webhook_deliveries.find(id), attemptAgain),
};
