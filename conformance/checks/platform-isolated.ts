// Tenants, instances, tickets, webhook endpoints and API keys of one tenant kept from another: by their ids and in lists.
import type { Operation } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../../src/suite/define.ts';
import { apart, type Exhibit, withId } from '../kit/exhibits.ts';
import {
  isPlatformKind,
  type PlatformKind,
  platformListed,
  platformOf,
  platformShown,
  readThing,
  vps,
} from '../kit/platform.ts';
import { isRecord, isSuccess, mentions, settled, statusIn, telling } from '../kit/reading.ts';
import { modeFor } from '../kit/things.ts';
import { expectShut, isRead, judgeVisit, type Place, visitTo } from '../kit/visits.ts';
import { check, subject } from '../suite.ts';
import { validBody } from './authentication.ts';
import { closed as closedTicket } from './support-closed.ts';
import { ownTenant } from './tenants.ts';
import { vpsAtRest } from './vps-life.ts';

const needs = ['tenantA', 'tenantB'] as const;

const says = 'service/own-tenant-only';

const callsOn = (kind: PlatformKind): Operation[] =>
  withId.filter((one) => one.kind === kind).map(({ op }) => op);

/** A thing in a state in which its owner's calls would succeed, as its owner sees it. */
const exhibit = (kind: PlatformKind): Subject<Exhibit> =>
  subject(`${kind} as its owner sees it`, {
    cost: kind === 'API key' ? 0 : 1,
    uses: [
      platformOf[kind],
      ...(kind === 'API key' ? [platformShown[kind]] : []),
      ...(kind === 'webhook endpoint' ? [closedTicket] : []),
    ],
    async make(t: Context): Promise<Exhibit> {
      const { id } = await t.use(platformOf[kind]);
      return { id, seen: t.require(await ready(t, kind, id)).success() };
    },
  });

async function ready(t: Context, kind: PlatformKind, id: string): Promise<Exchange> {
  if (kind === 'instance') return vpsAtRest(t, id);
  // nothing but its end changes a key
  if (kind === 'API key') return (await t.use(platformShown[kind])).reply;
  // an endpoint is told of a ticket: an empty list of its deliveries would say nothing of who may see it
  if (kind === 'webhook endpoint') await t.use(closedTicket);
  // what is sent to an endpoint shows in it
  return readThing(t, kind, id, kind !== 'webhook endpoint');
}

/** Asks for twice the size where an instance has the size asked for already: that would be refused to its owner too. */
function larger<C extends { body?: unknown }>(call: C, before: Exchange): C {
  const { sku_id, ...body } = isRecord(call.body) ? call.body : {};
  if (before.operation !== 'getVps' || typeof sku_id !== 'string' || !mentions(before.json, sku_id))
    return call;
  return { ...call, body: { ...body, sku_id: sku_id.replace(/\d+/, (size) => String(2 * Number(size))) } };
}

/** The shared instance, switched off by its owner where it runs: what runs cannot be started. */
const stopped = subject('instance that is off as its owner sees it', {
  cost: 2,
  uses: [vps],
  async make(t: Context): Promise<Exhibit> {
    const { id } = await t.use(vps);
    let seen = await vpsAtRest(t, id);
    if (/^(running|active|started|on|up|online)$/i.test(statusIn(seen.json) ?? '')) {
      const stop = await t.as('tenantA').send('stopVps', { params: { id } });
      seen = await vpsAtRest(t, id, stop);
    }
    return { id, seen: t.require(seen).success() };
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

const common = (op: Operation) =>
  ({
    must: `refuse ${op.id} on a thing of another tenant`,
    says,
    area: op.area,
    cost: 0,
    group: 'isolation/foreign',
    after: [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
  }) as const;

/** Strangers at a thing of a kind. A tenant is no thing of a tenant's making: strangers read tenant A itself. */
const strangersAt = (kind: PlatformKind, of: Subject<Exhibit>, ops: readonly Operation[]) => {
  const place: Place = {
    what: of.id.replace(/ as its owner sees it$/, ''),
    of,
    look: (t, id) => readThing(t, kind, id),
    call: async (t, op, { id, seen }) => ({
      params: { id },
      ...larger(validBody(t, op.id, t.unknownId()), seen),
    }),
    changed: changedByStranger,
  };
  const visited = visitTo(place, ops);
  return ops.map((op) =>
    check(`isolation/${op.id}`, {
      ...common(op),
      needs: kind === 'tenant' ? [...needs, 'platformAdmin'] : needs,
      mode: modeFor(kind),
      uses: [visited],
      async run(t: Context) {
        const visit = await t.use(visited);
        const reply = visit.replies.get(op.id);
        if (kind === 'tenant' && reply && isSuccess(reply)) await noAdmin(t, reply);
        await judgeVisit(t, place, op, visit);
      },
    }),
  );
};

/** A platform admin may see, and end, any tenant: then tenant B says nothing of how tenants are kept apart. */
async function noAdmin(t: Context, reply: Exchange): Promise<void> {
  if (!isSuccess(await t.as('tenantB').send('listTenants'))) return;
  t.inconclusive('credentials.tenantB may list tenants, so it is a platform admin', { exchange: reply });
}

const strangers = kinds.flatMap((kind) => {
  const ops = callsOn(kind).filter((op) => kind !== 'tenant' || !isRead(op));
  const running = ops.filter(({ id }) => id !== 'startVps');
  const off = ops.filter(({ id }) => id === 'startVps');
  return [
    ...strangersAt(kind, exhibit(kind), running),
    ...(off.length > 0 ? strangersAt(kind, stopped, off) : []),
  ];
});

const spied = callsOn('tenant')
  .filter(isRead)
  .map((op) =>
    check(`isolation/${op.id}`, {
      ...common(op),
      needs,
      mode: 'read-only',
      cost: 1,
      uses: [apart, ownTenant],
      async run(t: Context) {
        await t.use(apart);
        const id = await t.use(ownTenant);
        const spoiled = "another tenant's id";
        const reply = await t.as('tenantB').send(op.id, { params: { id }, spoiled });
        if (isSuccess(reply)) await noAdmin(t, reply);
        expectShut(t, op, reply, reply);
      },
    }),
  );

const lists = (
  [
    ['listVps', 'vps', 'instance'],
    ['listTickets', 'support', 'ticket'],
    ['listWebhooks', 'webhooks', 'webhook endpoint'],
    ['listApiKeys', 'api-keys', 'API key'],
  ] as const
).map(([operation, area, kind]) =>
  check(`isolation/${operation}`, {
    must: `show nothing of another tenant in ${operation}`,
    says,
    area,
    needs,
    mode: operation === 'listVps' ? 'full' : 'safe',
    cost: 0,
    uses: [apart, platformOf[kind], platformListed[kind]],
    group: 'isolation/lists',
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(platformOf[kind]);
      // the owner looked right before: what is kept of that is nothing for the other
      const { other } = await t.use(platformListed[kind]);
      if (other === null) t.notApplicable('there is no other tenant');
      const { items } = other;
      t.require(other.exchange).success();
      const leak = telling(id) ? items.find((item) => mentions(item, id)) : undefined;
      if (leak !== undefined)
        t.fail('the list shows a thing of another tenant', { actual: leak, exchange: other.exchange });
    },
  }),
);

export const platformIsolation = [...strangers, ...spied, ...lists];
