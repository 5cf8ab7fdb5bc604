// Fields this contract gave to instances, tickets, webhook endpoints and API keys, spoiled one at a time.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Subject } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { newKey, newTicket, newVps, newWebhook } from '../kit/platform.ts';
import { platformBody } from '../kit/platform-bodies.ts';
import { expectInvalid, spoiling } from '../kit/spoils.ts';
import { customer } from '../kit/subjects.ts';
import { check } from '../suite.ts';

const subjects = {
  createVps: newVps,
  createTicket: newTicket,
  createWebhook: newWebhook,
  createApiKey: newKey,
} as const satisfies Partial<Record<OperationId, unknown>>;

const areas = {
  createVps: 'vps',
  createTicket: 'support',
  createWebhook: 'webhooks',
  createApiKey: 'api-keys',
} as const;

/** Each operation, the field, what is put in its place (undefined: nothing) and how it is called. */
const spoils = [
  ['createVps', 'hostname', 'not a host name', 'odd'],
  ['createVps', 'billing_cycle', 'weekly', 'odd'],
  ['createTicket', 'message', undefined, 'missing'],
  ['createTicket', 'priority', 'whenever', 'odd'],
  ['createWebhook', 'url', 'not a URL', 'odd'],
  ['createWebhook', 'events', [], 'empty'],
  ['createApiKey', 'name', undefined, 'missing'],
  ['createApiKey', 'scopes.0', 'no such scope', 'odd'],
] as const;

/** Each operation with all its fields made wrong together. */
const together = {
  createVps: all('createVps', [customer, newVps]),
  createTicket: all('createTicket', [newTicket]),
  createWebhook: all('createWebhook', [newWebhook]),
  createApiKey: all('createApiKey', [newKey]),
};

function all(operation: keyof typeof subjects, uses: readonly Subject<unknown>[]) {
  const mine = spoils.filter(([one]) => one === operation).map(([, path, value]) => ({ path, value }));
  return spoiling(operation, mine, uses, async (t) => ({
    body: platformBody(t, operation, {}, operation === 'createVps' ? (await t.use(customer)).id : '').body,
  }));
}

export const platformValidation = spoils.map(([operation, path, value, how]) =>
  check(`validation/${operation}/${path}/${how}`, {
    should: `answer 422 naming \`${path}\` to ${operation} with \`${path}\` ${how}`,
    says: 'errors/other-fields',
    area: areas[operation],
    mode: operation === 'createVps' ? 'full' : 'safe',
    cost: 0,
    uses: together[operation].uses,
    group: `validation/${operation}`,
    after: [
      `${areas[operation]}/create`,
      'errors/invalid-is-422',
      'errors/one-entry-per-field',
      'errors/present-on-422',
      'errors/map',
      'errors/one-of-two-shapes',
      'bodies/labelled-json',
      'bodies/parse',
    ],
    async run(t: Context) {
      // where our own body is not taken, nothing is known of a spoiled one
      t.require((await t.use(subjects[operation])).created).success();
      if (await together[operation].named(t, { path, value })) return;
      const customerId = operation === 'createVps' ? (await t.use(customer)).id : '';
      const { body } = platformBody(t, operation, {}, customerId);
      const spoiled = `${path} = ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
      const reply = await t.as('tenantA').send(operation, { body: spoil(body, path, value), spoiled });
      expectInvalid(t, reply, path);
    },
  }),
);
