// The bodies that create and change tenants, instances, tickets, webhook endpoints and API keys.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context } from '../../src/suite/define.ts';
import { bodyFor } from './bodies.ts';

/** A body and the tag that makes its names the run's own. */
export type PlatformBody = { body: Record<string, unknown>; tag: string };

type Build = (tag: string, customerId: string) => Record<string, unknown>;

/** Where deliveries of endpoints go that only the records of are of interest: a name nobody answers at. */
const nowhere = (tag: string): string => `https://hooks.example.org/${tag}`;

const tenantOf = (tag: string): Record<string, unknown> => ({
  name: `Conformance ${tag}`,
  currency: 'EUR',
  contact_email: `${tag}@example.org`,
});

const webhookOf = (tag: string): Record<string, unknown> => ({
  url: nowhere(tag),
  events: ['ticket.opened'],
  description: `Conformance ${tag}`,
});

const builders = {
  createTenant: tenantOf,
  updateTenant: (tag) => ({ name: `Changed ${tag}`, contact_email: `${tag}@example.org` }),
  createVps: (tag, customer_id) => ({
    customer_id,
    sku_id: 'vps-2g',
    hostname: `${tag}.example.org`,
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
    payment_method: 'wallet',
  }),
  resizeVps: () => ({ sku_id: 'vps-4g' }),
  createTicket: (tag) => ({
    subject: `Conformance ${tag}`,
    message: `Grüße, 漢字 und 🦉 aus ${tag}`,
  }),
  createTicketReply: (tag) => ({ message: `Antwort – ответ – 返信 🦉 ${tag}` }),
  createWebhook: webhookOf,
  updateWebhook: (tag) => ({ ...webhookOf(tag), description: `Changed ${tag}` }),
  testWebhook: () => ({}),
  createApiKey: (tag) => ({ name: `Conformance ${tag}`, scopes: ['customers:read'] }),
} as const satisfies Partial<Record<OperationId, Build>>;

export type PlatformOperation = keyof typeof builders;

const isPlatform = (id: OperationId): id is PlatformOperation => Object.hasOwn(builders, id);

/**
 * The body for one of these operations: the contract's, extended by `bodies` ({unique} and {customerId} are filled in).
 * @param change what the check itself needs otherwise, before `bodies` is asked
 */
export function platformBody(
  t: Context,
  id: PlatformOperation,
  change: Record<string, unknown> = {},
  customerId = '',
): PlatformBody {
  const tag = t.unique();
  const build: Build = builders[id];
  const standard = { ...build(tag, customerId), ...change };
  const filling = { unique: tag, customerId, url: typeof standard.url === 'string' ? standard.url : '' };
  return { tag, body: bodyFor(t, id, standard, filling) };
}

/** The same for any operation; undefined for one that is not of these areas or takes no body. */
export const platformBodyOf = (
  t: Context,
  id: OperationId,
  customerId: string,
): Record<string, unknown> | undefined =>
  isPlatform(id) ? platformBody(t, id, {}, customerId).body : undefined;
