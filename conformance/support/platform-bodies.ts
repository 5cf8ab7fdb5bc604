// The bodies that create and change tenants, instances, tickets, webhook endpoints and API keys.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { bodyFor } from './request-bodies.ts';

/** A body and the tag that makes its names the run's own. */
export type PlatformBody = { body: Record<string, unknown>; tag: string };

type Build = (tag: string, customerId: string) => Record<string, unknown>;

/** Where deliveries of endpoints go that only the records of are of interest: a name nobody answers at. */
const unreachableUrl = (tag: string): string => `https://hooks.example.org/${tag}`;

const tenantBody = (tag: string): Record<string, unknown> => ({
  name: `Conformance ${tag}`,
  currency: 'EUR',
  contact_email: `${tag}@example.org`,
});

const webhookBody = (tag: string): Record<string, unknown> => ({
  url: unreachableUrl(tag),
  events: ['ticket.opened'],
  description: `Conformance ${tag}`,
});

const bodyBuilders = {
  createTenant: tenantBody,
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
  createWebhook: webhookBody,
  updateWebhook: (tag) => ({ ...webhookBody(tag), description: `Changed ${tag}` }),
  testWebhook: () => ({}),
  createApiKey: (tag) => ({ name: `Conformance ${tag}`, scopes: ['customers:read'] }),
} as const satisfies Partial<Record<OperationId, Build>>;

export type PlatformOperation = keyof typeof bodyBuilders;

const isPlatformOperation = (id: OperationId): id is PlatformOperation => Object.hasOwn(bodyBuilders, id);

/**
 * The body for one of these operations: the contract's, extended by `bodies` ({unique} and {customerId} are filled in).
 * @param change what the check itself needs otherwise, before `bodies` is asked
 */
export function platformBody(
  t: CheckContext,
  id: PlatformOperation,
  change: Record<string, unknown> = {},
  customerId = '',
): PlatformBody {
  const tag = t.unique();
  const build: Build = bodyBuilders[id];
  const standard = { ...build(tag, customerId), ...change };
  const filling = { unique: tag, customerId, url: typeof standard.url === 'string' ? standard.url : '' };
  return { tag, body: bodyFor(t, id, standard, filling) };
}

/** The same for any operation; undefined for one that is not of these areas or takes no body. */
export const platformBodyOf = (
  t: CheckContext,
  id: OperationId,
  customerId: string,
): Record<string, unknown> | undefined =>
  isPlatformOperation(id) ? platformBody(t, id, {}, customerId).body : undefined;
