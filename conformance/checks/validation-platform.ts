// Checks of invalid fields of instances, tickets, webhook endpoints and API keys, one field per check. The fields are
// those chosen by this contract.

import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { check } from '../define.ts';
import { request } from '../expectations.ts';
import { creations } from '../support/fixtures/created-resources.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { expectFieldNamed, invalidFieldGroup } from '../support/request-bodies/invalid-fields.ts';
import { withValueAt } from '../support/request-bodies/request-bodies.ts';

const creationFixtures = {
  createVps: creations.instance,
  createTicket: creations.ticket,
  createWebhook: creations['webhook endpoint'],
  createApiKey: creations['API key'],
} as const satisfies Partial<Record<OperationId, unknown>>;

const AREAS = {
  createVps: 'vps',
  createTicket: 'support',
  createWebhook: 'webhooks',
  createApiKey: 'api-keys',
} as const;

/**
 * The invalid fields of each operation: name of the field, invalid value (undefined leaves the field out), and name
 * of the value in the check's id.
 */
const INVALID_FIELDS = [
  ['createVps', 'hostname', 'not a host name', 'odd'],
  ['createVps', 'billing_cycle', 'weekly', 'odd'],
  ['createTicket', 'message', undefined, 'missing'],
  ['createTicket', 'priority', 'whenever', 'odd'],
  ['createWebhook', 'url', 'not a URL', 'odd'],
  ['createWebhook', 'events', [], 'empty'],
  ['createApiKey', 'name', undefined, 'missing'],
  ['createApiKey', 'scopes.0', 'no such scope', 'odd'],
] as const;

/** Sends each operation with all its fields invalid in one request. */
const invalidTogether = {
  createVps: allInvalid('createVps', [customer, creations.instance]),
  createTicket: allInvalid('createTicket', [creations.ticket]),
  createWebhook: allInvalid('createWebhook', [creations['webhook endpoint']]),
  createApiKey: allInvalid('createApiKey', [creations['API key']]),
};

function allInvalid(operation: keyof typeof creationFixtures, uses: readonly Fixture<unknown>[]) {
  const ownFields = INVALID_FIELDS.filter(([candidate]) => candidate === operation).map(
    ([, path, value]) => ({ path, value }),
  );
  return invalidFieldGroup(operation, ownFields, uses, async (t) => ({
    body: bodyOf(t, operation, operation === 'createVps' ? (await t.use(customer)).id : '').body,
  }));
}

export const platformValidation = INVALID_FIELDS.map(([operation, path, value, how]) =>
  check(`validation/${operation}/${path}/${how}`, 'errors/other-fields', {
    should: `answer 422 naming \`${path}\` to ${operation} with \`${path}\` ${how}`,
    area: AREAS[operation],
    mode: operation === 'createVps' ? 'full' : 'safe',
    uses: invalidTogether[operation].uses,
    group: `validation/${operation}`,
    after: [
      `${AREAS[operation]}/create`,
      'errors/invalid-is-422',
      'errors/one-entry-per-field',
      'errors/present-on-422',
      'errors/map',
      'errors/one-of-two-shapes',
      'bodies/labelled-json',
      'bodies/parse',
    ],
    async run(t: CheckContext) {
      // A refusal of an invalid field shows nothing unless the target accepts a valid body.
      t.require((await t.use(creationFixtures[operation])).created).success();
      if (t.compared(await invalidTogether[operation].isNamed(t, { path, value }))) return;
      const customerId = operation === 'createVps' ? (await t.use(customer)).id : '';
      const { body } = bodyOf(t, operation, customerId);
      const deliberateFault = `${path} = ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
      const reply = await request(t, operation, { body: withValueAt(body, path, value), deliberateFault });
      expectFieldNamed(t, reply, path);
    },
  }),
);
