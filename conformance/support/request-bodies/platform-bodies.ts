// Request bodies that create and update tenants, instances, tickets, webhook endpoints and API keys.
import type { OperationId } from '../../../src/contract/operations.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { bodyFor } from './request-bodies.ts';

/** A request body, and the tag of this run that makes the names in the body unique. */
export type PlatformBody = { body: Record<string, unknown>; tag: string };

type Build = (tag: string, customerId: string) => Record<string, unknown>;

/**
 * Returns a URL at which no server replies, for webhook endpoints whose checks need only the records of delivery
 * attempts.
 */
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
 * Builds the request body of one of these operations: the body of this contract, with the members that `bodies` of
 * the target file sets. The placeholders {unique} and {customerId} are filled in.
 * @param change members that the check itself sets, before `bodies` applies
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
  return { tag, body: bodyFor(t, id, standard, filling, Object.keys(change)) };
}

/**
 * Builds the request body of any operation as `platformBody` does; undefined for an operation outside these areas or
 * without a body.
 */
export const platformBodyOf = (
  t: CheckContext,
  id: OperationId,
  customerId: string,
): Record<string, unknown> | undefined =>
  isPlatformOperation(id) ? platformBody(t, id, {}, customerId).body : undefined;
