// The lifecycles of all resources: the state machines of the document, and that of sessions, which is the mock's own.
// Any transition that is not in a lifecycle is refused.
import { stateMachines } from '../src/contract/generated/state-machines.ts';
import type { Schemas } from '../src/contract/types.ts';
import type { Lifecycle, Transition } from '../src/state/lifecycle.ts';

export type ServiceStatus = Schemas['ServiceStatus'];
export type ServiceType = Schemas['ServiceType'];
export type VpsStatus = Schemas['VpsStatus'];
export type SessionStatus = 'issued' | 'refreshed' | 'revoked';

const documented = <State extends string>(transitions: readonly Transition<State>[]): Lifecycle<State> => ({
  member: 'status',
  transitions,
});

export const order = documented(stateMachines.OrderStatus);
export const service = documented(stateMachines.ServiceStatus);
export const invoice = documented(stateMachines.InvoiceStatus);
export const subscription = documented(stateMachines.SubscriptionStatus);
export const payment = documented(stateMachines.PaymentStatus);
export const customer = documented(stateMachines.CustomerStatus);
export const tenant = documented(stateMachines.TenantStatus);
export const apiKey = documented(stateMachines.ApiKeyStatus);
export const ticket = documented(stateMachines.TicketStatus);
export const hosting = documented(stateMachines.HostingStatus);
export const emailService = documented(stateMachines.EmailServiceStatus);
export const mailbox = documented(stateMachines.MailboxStatus);
export const domain = documented(stateMachines.DomainStatus);
export const dnsZone = documented(stateMachines.DnsZoneStatus);
export const webhook = documented(stateMachines.WebhookStatus);
export const webhookDelivery = documented(stateMachines.WebhookDeliveryStatus);
export const certificate = documented(stateMachines.CertificateStatus);
export const vps = documented(stateMachines.VpsStatus);

/** A session counts as expired once `expires_at` has passed, without a change of its row. */
export const session: Lifecycle<SessionStatus> = {
  member: 'status',
  transitions: [
    { on: 'refresh', from: 'issued', to: 'refreshed' },
    { on: 'revoke', from: 'issued', to: 'revoked' },
  ],
};
