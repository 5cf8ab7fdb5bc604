// Tenants, instances, tickets, webhook endpoints and API keys of one tenant kept from another: by their ids and in lists.
import type { Operation, OperationId } from '../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../src/suite/define.ts';
import { itemsOf } from '../src/suite/lists.ts';
import { validBody } from './authentication.ts';
import { apart, withId } from './exhibits.ts';
import {
  attempt,
  isPlatformKind,
  key,
  type PlatformKind,
  platformOf,
  platformShown,
  readThing,
  type Thing,
  ticket,
  vps,
  webhook,
} from './platform.ts';
import { isRecord, isSuccess, mentions, settled, statusIn } from './reading.ts';
import { check, subject } from './suite.ts';
import { ownTenant } from './tenants.ts';
import { isListOf, modeFor } from './things.ts';
import { atRest } from './vps-life.ts';

const needs = ['tenantA', 'tenantB'] as const;

const says = 'service/own-tenant-only';

/** What reads comes first, what ends a thing last: one broken refusal spoils the fewest others. */
const gravity = ({ method }: Operation): number => ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method);

const callsOn = (kind: PlatformKind): Operation[] =>
  withId
    .filter((one) => one.kind === kind)
    .map(({ op }) => op)
    .sort((a, b) => gravity(a) - gravity(b));

/** A thing in a state in which its owner's calls would succeed, as its owner sees it. */
async function ready(t: Context, kind: PlatformKind, id: string): Promise<Exchange> {
  if (kind === 'instance') return atRest(t, id);
  // an endpoint is told of a ticket: an empty list of its deliveries would say nothing of who may see it
  if (kind === 'webhook endpoint') await attempt(t, 'createTicket');
  return readThing(t, kind, id);
}

/** Asks for twice the size where an instance has the size asked for already: that would be refused to its owner too. */
function larger<C extends { body?: unknown }>(call: C, before: Exchange): C {
  const { sku_id, ...body } = isRecord(call.body) ? call.body : {};
  if (before.operation !== 'getVps' || typeof sku_id !== 'string' || !mentions(before.json, sku_id))
    return call;
  return { ...call, body: { ...body, sku_id: sku_id.replace(/\d+/, (size) => String(2 * Number(size))) } };
}

type Visit = { before: Exchange; replies: Map<OperationId, Exchange>; after: Exchange };

/** A stranger's calls on a thing, one after the other, between two looks of its owner. */
const visit = (kind: PlatformKind, ops: readonly Operation[], what: string, of: Subject<{ id: string }>) =>
  subject(`strangers at ${what}`, {
    cost: ops.length + (kind === 'API key' ? 1 : kind === 'webhook endpoint' ? 3 : 2),
    uses: [apart, of],
    async make(t: Context): Promise<Visit> {
      await t.use(apart);
      const { id } = await t.use(of);
      const look = (): Promise<Exchange> => readThing(t, kind, id);
      // nothing but its end changes a key
      const before = kind === 'API key' ? (await t.use(platformShown[kind])).reply : await ready(t, kind, id);
      t.require(before).success();
      const replies = new Map<OperationId, Exchange>();
      for (const op of ops) {
        const call = {
          params: { id },
          ...larger(validBody(t, op.id, t.unknownId()), before),
          spoiled: "another tenant's id",
        };
        replies.set(op.id, await t.as('tenantB').send(op.id, call));
      }
      return { before, replies, after: await look() };
    },
  });

/** The shared instance, switched off by its owner where it runs: what runs cannot be started. */
const stopped = subject('instance that is off', {
  cost: 3,
  uses: [vps],
  async make(t: Context): Promise<{ id: string }> {
    const { id } = await t.use(vps);
    const seen = await atRest(t, id);
    if (/^(running|active|started|on|up|online)$/i.test(statusIn(seen.json) ?? '')) {
      await t.as('tenantA').send('stopVps', { params: { id } });
      await atRest(t, id);
    }
    return { id };
  },
});

const kinds = Object.keys(platformOf).filter(isPlatformKind);

/** Whether a thing differs in more than what time alone changes. */
function changedByStranger(before: Exchange, after: Exchange): boolean {
  if (!isSuccess(after)) return [404, 410].includes(after.status);
  const [was, is] = [statusIn(before.json) ?? '', statusIn(after.json) ?? ''];
  // what is on its way comes to rest by itself
  if (was !== is && /ing$|pend/i.test(was) && !/terminat|clos|revok|delet|stop/i.test(is)) return false;
  return settled(before.json) !== settled(after.json);
}

/** Judges what a stranger was answered. */
function expectShut(t: Context, op: Operation, reply: Exchange, before: Exchange): void {
  const empty = isListOf(op) && itemsOf(reply.json)?.length === 0;
  if (isSuccess(reply) && !empty) {
    t.fail(`another tenant was answered ${reply.status}`, {
      expected: '403 or 404',
      actual: reply.status,
      exchange: [reply, before],
    });
  }
  if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
  if (empty || reply.status === 403 || reply.status === 404) return;
  if (reply.status === 401)
    t.fail('a valid credential was answered 401', { expected: '403 or 404', actual: 401, exchange: reply });
  t.inconclusive(`it was refused with ${reply.status}, which may be about the body`, { exchange: reply });
}

const common = (op: Operation) =>
  ({
    must: `refuse ${op.id} on a thing of another tenant`,
    says,
    area: op.area,
    cost: 0,
    group: 'isolation/foreign',
    after: [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
  }) as const;

/** A tenant is no thing of a tenant's making: strangers read tenant A itself, and write to the one of this run. */
const isRead = ({ method }: Operation): boolean => method === 'GET';

const strangers = kinds.flatMap((kind) => {
  const ops = callsOn(kind).filter((op) => kind !== 'tenant' || !isRead(op));
  const shared = visit(
    kind,
    ops.filter(({ id }) => id !== 'startVps'),
    kind,
    platformOf[kind],
  );
  return ops.map((op) => {
    const visited = op.id === 'startVps' ? visit(kind, [op], 'an instance that is off', stopped) : shared;
    return check(`isolation/${op.id}`, {
      ...common(op),
      needs: kind === 'tenant' ? [...needs, 'platformAdmin'] : needs,
      mode: modeFor(kind),
      uses: [visited],
      async run(t: Context) {
        const { before, replies, after } = await t.use(visited);
        const reply = replies.get(op.id);
        if (reply === undefined) t.inconclusive('it was not called');
        const allShut = [...replies.values()].every((one) => !isSuccess(one) || one.request.method === 'GET');
        if (!isRead(op) && allShut && changedByStranger(before, after)) {
          t.fail('what was refused was done all the same', {
            expected: before.json,
            actual: after.json ?? after.status,
            exchange: [after, reply],
          });
        }
        expectShut(t, op, reply, before);
      },
    });
  });
});

const spied = callsOn('tenant')
  .filter(isRead)
  .map((op) =>
    check(`isolation/${op.id}`, {
      ...common(op),
      needs,
      mode: 'read-only',
      cost: 2,
      uses: [apart, ownTenant],
      async run(t: Context) {
        await t.use(apart);
        const id = await t.use(ownTenant);
        const spoiled = "another tenant's id";
        const reply = await t.as('tenantB').send(op.id, { params: { id }, spoiled });
        // a platform admin may see them all: then tenant B is none that says anything
        if (isSuccess(reply) && isSuccess(await t.as('tenantB').send('listTenants')))
          t.inconclusive('credentials.tenantB may list tenants, so it is a platform admin', {
            exchange: reply,
          });
        expectShut(t, op, reply, reply);
      },
    }),
  );

const lists = (
  [
    ['listVps', 'vps', vps],
    ['listTickets', 'support', ticket],
    ['listWebhooks', 'webhooks', webhook],
    ['listApiKeys', 'api-keys', key],
  ] as const satisfies readonly (readonly [OperationId, string, Subject<Thing>])[]
).map(([operation, area, thing]) =>
  check(`isolation/${operation}`, {
    must: `show nothing of another tenant in ${operation}`,
    says,
    area,
    needs,
    mode: operation === 'listVps' ? 'full' : 'safe',
    cost: 2,
    uses: [apart, thing],
    group: 'isolation/lists',
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(thing);
      // the owner looks first: what is kept of that is nothing for the other
      await t.as('tenantA').send(operation);
      const { items, exchange } = await t.as('tenantB').list(operation, { pages: 2 });
      const leak = items.find((item) => mentions(item, id));
      if (leak !== undefined) t.fail('the list shows a thing of another tenant', { actual: leak, exchange });
    },
  }),
);

export const platformIsolation = [...strangers, ...spied, ...lists];
