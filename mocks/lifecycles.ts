// The lifecycles of all resources as tables of transitions: trigger, source states, target state. Any transition that
// is not in the table is refused.
import type { Schemas } from '../src/contract/types.ts';
import type { Lifecycle } from '../src/state/lifecycle.ts';

// The states of each resource. All come from the document, except the states of sessions, which are the mock's own.
export type OrderStatus = Schemas['OrderStatus'];
export type ServiceStatus = Schemas['ServiceStatus'];
export type ServiceType = Schemas['ServiceType'];
export type InvoiceStatus = Schemas['InvoiceStatus'];
export type SubscriptionStatus = Schemas['SubscriptionStatus'];
export type PaymentStatus = Schemas['PaymentStatus'];
export type CustomerStatus = Schemas['CustomerStatus'];
export type HostingStatus = Schemas['HostingStatus'];
export type EmailServiceStatus = Schemas['EmailServiceStatus'];
export type MailboxStatus = Schemas['MailboxStatus'];
export type CertificateStatus = Schemas['CertificateStatus'];
export type VpsStatus = Schemas['VpsStatus'];
export type TicketStatus = Schemas['TicketStatus'];
export type DomainStatus = Schemas['DomainStatus'];
export type DnsZoneStatus = Schemas['DnsZoneStatus'];
export type TenantStatus = Schemas['TenantStatus'];
export type SessionStatus = 'issued' | 'refreshed' | 'revoked';
export type ApiKeyStatus = Schemas['ApiKeyStatus'];

/** Stated: only a pending order can be cancelled. Chosen by this contract: the other transitions of an order. */
export const order: Lifecycle<OrderStatus> = {
  member: 'status',
  transitions: [
    { on: 'cancel', from: 'pending', to: 'cancelled' },
    { on: 'pay', from: 'pending', to: 'processing' },
    { on: 'complete', from: 'processing', to: 'completed' },
    { on: 'fail', from: 'processing', to: 'failed' },
  ],
};

/** Chosen by this contract: all transitions of a service. */
export const service: Lifecycle<ServiceStatus> = {
  member: 'status',
  transitions: [
    { on: 'activate', from: 'pending', to: 'active' },
    { on: 'fail', from: 'pending', to: 'failed' },
    { on: 'cancel', from: 'pending', to: 'cancelled' },
    { on: 'suspend', from: 'active', to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'active' },
    { on: 'terminate', from: ['active', 'suspended'], to: 'terminated' },
    { on: 'renew', from: 'active', to: 'active' },
    { on: 'renew', from: 'suspended', to: 'suspended' },
  ],
};

/**
 * Chosen by this contract: a draft invoice is issued, and an issued invoice is paid, overdue, cancelled or refunded.
 */
export const invoice: Lifecycle<InvoiceStatus> = {
  member: 'status',
  transitions: [
    { on: 'issue', from: 'draft', to: 'unpaid' },
    { on: 'pay', from: ['unpaid', 'overdue'], to: 'paid' },
    { on: 'fall_due', from: 'unpaid', to: 'overdue' },
    { on: 'cancel', from: ['unpaid', 'overdue'], to: 'cancelled' },
    { on: 'refund', from: 'paid', to: 'refunded' },
  ],
};

/** Chosen by this contract: `cancel_at_period_end` keeps the subscription active until its period ends. */
export const subscription: Lifecycle<SubscriptionStatus> = {
  member: 'status',
  transitions: [
    { on: 'fall_due', from: 'active', to: 'past_due' },
    { on: 'pay', from: 'past_due', to: 'active' },
    { on: 'cancel', from: ['active', 'past_due'], to: 'cancelled' },
    { on: 'cancel_at_period_end', from: 'active', to: 'active' },
    { on: 'expire', from: 'active', to: 'expired' },
  ],
};

/** Chosen by this contract: only a succeeded payment can be refunded. */
export const payment: Lifecycle<PaymentStatus> = {
  member: 'status',
  transitions: [
    { on: 'succeed', from: 'pending', to: 'succeeded' },
    { on: 'fail', from: 'pending', to: 'failed' },
    { on: 'refund', from: 'succeeded', to: 'refunded' },
  ],
};

/** Chosen by this contract: the deactivation of a customer is final. */
export const customer: Lifecycle<CustomerStatus> = {
  member: 'status',
  transitions: [{ on: 'deactivate', from: 'active', to: 'inactive' }],
};

/** Chosen by this contract: the termination of a tenant is final. */
export const tenant: Lifecycle<TenantStatus> = {
  member: 'status',
  transitions: [
    { on: 'suspend', from: 'active', to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'active' },
    { on: 'terminate', from: ['active', 'suspended'], to: 'terminated' },
  ],
};

/**
 * The lifecycle of a session. A session counts as expired once `expires_at` has passed, without a change of its row.
 */
export const session: Lifecycle<SessionStatus> = {
  member: 'status',
  transitions: [
    { on: 'refresh', from: 'issued', to: 'refreshed' },
    { on: 'revoke', from: 'issued', to: 'revoked' },
  ],
};

/** Chosen by this contract: an expired API key can still be revoked. */
export const apiKey: Lifecycle<ApiKeyStatus> = {
  member: 'status',
  transitions: [
    { on: 'revoke', from: ['active', 'expired'], to: 'revoked' },
    { on: 'expire', from: 'active', to: 'expired' },
  ],
};

/** Chosen by this contract: each reply sets the status of a ticket, and a closed ticket stays closed. */
export const ticket: Lifecycle<TicketStatus> = {
  member: 'status',
  transitions: [
    { on: 'answer', from: ['open', 'answered', 'customer_reply', 'on_hold'], to: 'answered' },
    { on: 'customer_reply', from: ['open', 'answered', 'customer_reply', 'on_hold'], to: 'customer_reply' },
    { on: 'hold', from: ['open', 'answered', 'customer_reply'], to: 'on_hold' },
    { on: 'close', from: ['open', 'answered', 'customer_reply', 'on_hold'], to: 'closed' },
  ],
};

/**
 * The lifecycle of a hosting account, which follows its service. The password can be reset while the account is
 * active.
 */
export const hosting: Lifecycle<HostingStatus> = {
  member: 'status',
  transitions: [
    { on: 'activate', from: 'pending', to: 'active' },
    { on: 'fail', from: 'pending', to: 'failed' },
    { on: 'cancel', from: 'pending', to: 'terminated' },
    { on: 'reset_password', from: 'active', to: 'active' },
    { on: 'suspend', from: 'active', to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'active' },
    { on: 'terminate', from: ['active', 'suspended'], to: 'terminated' },
  ],
};

/**
 * The lifecycle of an email service, which follows the service that it was ordered with and has no transitions of its
 * own.
 */
export const emailService: Lifecycle<EmailServiceStatus> = {
  member: 'status',
  transitions: [
    { on: 'activate', from: 'pending', to: 'active' },
    { on: 'fail', from: 'pending', to: 'failed' },
    { on: 'cancel', from: 'pending', to: 'terminated' },
    { on: 'suspend', from: 'active', to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'active' },
    { on: 'terminate', from: ['active', 'suspended'], to: 'terminated' },
  ],
};

/** The lifecycle of a mailbox, which follows its email service. */
export const mailbox: Lifecycle<MailboxStatus> = {
  member: 'status',
  transitions: [
    { on: 'suspend', from: 'active', to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'active' },
  ],
};

/**
 * Chosen by this contract, after common practice of registries: the lifecycle of a domain.
 * products/domain-lifecycle.ts runs its end, from the expiry to the release.
 */
export const domain: Lifecycle<DomainStatus> = {
  member: 'status',
  transitions: [
    { on: 'activate', from: ['pending_registration', 'pending_transfer'], to: 'active' },
    { on: 'fail', from: ['pending_registration', 'pending_transfer'], to: 'failed' },
    { on: 'cancel', from: ['pending_registration', 'pending_transfer'], to: 'cancelled' },
    { on: 'replace_nameservers', from: 'active', to: 'active' },
    { on: 'renew', from: ['active', 'expired', 'grace_period'], to: 'active' },
    { on: 'expire', from: 'active', to: 'expired' },
    { on: 'enter_grace', from: 'expired', to: 'grace_period' },
    { on: 'enter_redemption', from: 'grace_period', to: 'redemption_period' },
    { on: 'release', from: 'redemption_period', to: 'cancelled' },
    { on: 'transfer_away', from: 'active', to: 'transferred_away' },
    { on: 'terminate', from: ['active', 'expired', 'grace_period'], to: 'cancelled' },
  ],
};

/** Chosen by this contract: a DNS zone is published once, and may fail and recover. */
export const dnsZone: Lifecycle<DnsZoneStatus> = {
  member: 'status',
  transitions: [
    { on: 'activate', from: 'pending', to: 'active' },
    { on: 'fail', from: ['pending', 'active'], to: 'error' },
    { on: 'recover', from: 'error', to: 'active' },
  ],
};

/**
 * The lifecycle of a webhook endpoint. `give_up`: the receiver replied 410, or the tenth attempt to deliver an event
 * failed.
 */
export const webhook: Lifecycle<Schemas['WebhookStatus']> = {
  member: 'status',
  transitions: [
    { on: 'disable', from: 'enabled', to: 'disabled' },
    { on: 'enable', from: 'disabled', to: 'enabled' },
    { on: 'give_up', from: 'enabled', to: 'disabled' },
  ],
};

/** The lifecycle of a delivery row, which is one attempt that succeeds or fails. */
export const webhookDelivery: Lifecycle<Schemas['WebhookDeliveryStatus']> = {
  member: 'status',
  transitions: [
    { on: 'succeed', from: 'pending', to: 'succeeded' },
    { on: 'fail', from: 'pending', to: 'failed' },
  ],
};

/** Chosen by this contract: a renewal or reissue of a certificate validates its names again. */
export const certificate: Lifecycle<CertificateStatus> = {
  member: 'status',
  transitions: [
    { on: 'issue', from: 'pending_validation', to: 'issued' },
    { on: 'fail', from: 'pending_validation', to: 'failed' },
    { on: 'cancel', from: 'pending_validation', to: 'cancelled' },
    { on: 'renew', from: ['issued', 'expired'], to: 'pending_validation' },
    { on: 'reissue', from: 'issued', to: 'pending_validation' },
    { on: 'expire', from: 'issued', to: 'expired' },
    { on: 'terminate', from: 'issued', to: 'revoked' },
    { on: 'terminate', from: ['pending_validation', 'expired'], to: 'cancelled' },
  ],
};

const inUse: readonly VpsStatus[] = ['running', 'starting', 'stopping', 'stopped', 'rebooting', 'resizing'];

/**
 * The lifecycle of a VPS instance. States whose names end in -ing end by themselves. An instance returns to its
 * earlier state after a resize, so a resize can end by two triggers: `settle_running` and `settle_stopped`.
 */
export const vps: Lifecycle<VpsStatus> = {
  member: 'status',
  transitions: [
    { on: 'provision', from: 'provisioning', to: 'running' },
    { on: 'fail', from: 'provisioning', to: 'error' },
    { on: 'start', from: 'stopped', to: 'starting' },
    { on: 'settle', from: 'starting', to: 'running' },
    { on: 'stop', from: 'running', to: 'stopping' },
    { on: 'settle', from: 'stopping', to: 'stopped' },
    { on: 'reboot', from: 'running', to: 'rebooting' },
    { on: 'settle', from: 'rebooting', to: 'running' },
    { on: 'resize', from: ['running', 'stopped'], to: 'resizing' },
    { on: 'settle_running', from: 'resizing', to: 'running' },
    { on: 'settle_stopped', from: 'resizing', to: 'stopped' },
    { on: 'suspend', from: inUse, to: 'suspended' },
    { on: 'unsuspend', from: 'suspended', to: 'running' },
    { on: 'terminate', from: ['provisioning', ...inUse, 'suspended', 'error'], to: 'terminated' },
  ],
};
