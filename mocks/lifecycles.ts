// The lifecycles of all resources: the state machines of the document, and that of sessions, which is the mock's own.
// Any transition that is not in a lifecycle is refused.
import { type LifecycleName, type StateOf, transitionsOf } from '../src/contract/policies.ts';
import type { Schemas } from '../src/contract/types.ts';
import type { Lifecycle } from '../src/state/lifecycle.ts';

export type ServiceStatus = Schemas['ServiceStatus'];
export type ServiceType = Schemas['ServiceType'];
export type VpsStatus = Schemas['VpsStatus'];
type SessionStatus = 'issued' | 'refreshed' | 'revoked';

const documented = <Name extends LifecycleName>(name: Name): Lifecycle<StateOf<Name>> => ({
  member: 'status',
  get transitions() {
    return transitionsOf(name);
  },
});

export const order = documented('OrderStatus');
export const service = documented('ServiceStatus');
export const invoice = documented('InvoiceStatus');
export const subscription = documented('SubscriptionStatus');
export const payment = documented('PaymentStatus');
export const customer = documented('CustomerStatus');
export const tenant = documented('TenantStatus');
export const apiKey = documented('ApiKeyStatus');
export const ticket = documented('TicketStatus');
export const hosting = documented('HostingStatus');
export const emailService = documented('EmailServiceStatus');
export const mailbox = documented('MailboxStatus');
export const domain = documented('DomainStatus');
export const dnsZone = documented('DnsZoneStatus');
export const webhook = documented('WebhookStatus');
export const webhookDelivery = documented('WebhookDeliveryStatus');
export const certificate = documented('CertificateStatus');
export const vps = documented('VpsStatus');

/** A session counts as expired once `expires_at` has passed, without a change of its row. */
export const session: Lifecycle<SessionStatus> = {
  member: 'status',
  transitions: [
    { on: 'refresh', from: 'issued', to: 'refreshed' },
    { on: 'revoke', from: 'issued', to: 'revoked' },
  ],
};
