// Members that some generated deployments require, although the contract does not have them: a 422 names them.
import type { OperationId } from '../../src/contract/operations.ts';

/** A required member: its name in snake case, which values the deployment accepts, and one of them. */
export type RequiredMember = { name: string; accepts(value: unknown): boolean; example: unknown };

const email: RequiredMember = {
  name: 'contact_email',
  accepts: (value) => typeof value === 'string' && value.includes('@'),
  example: '{unique}@example.org',
};

const text = (name: string): RequiredMember => ({
  name,
  accepts: (value) => typeof value === 'string' && value !== '',
  example: 'Conformance {unique}',
});

/** Operation → the member that it requires. The requests that the specification shows need no further member. */
export const REQUIRED: Partial<Record<OperationId, RequiredMember>> = {
  createCustomer: {
    name: 'terms_accepted',
    accepts: (value) => typeof value === 'boolean',
    example: true,
  },
  createTicket: email,
  createApiKey: email,
  createWebhook: text('label'),
  createDnsZone: text('label'),
  createVps: text('display_label'),
};
