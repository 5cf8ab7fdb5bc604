// A read-only look at a target: reads every list once, and finds values for the target file in the replies.
import { isObject } from '../src/contract/is-object.ts';
import { type Operation, operation, operations } from '../src/contract/operations.ts';
import { itemsInPage } from '../src/suite/lists/pagination.ts';
import { define, type Exchange } from '../src/suite/model/define.ts';
import type { Found, FoundValue, Look } from '../src/suite/model/found.ts';
import { idIn, leaves, statusIn } from './support/reply-readers/response-readers.ts';

const { check, fixture } = define<string>();

const SKU_NAME = /^(sku|product|plan)_?(id|code|slug)$|^sku$/i;
/** Matches the states of an order that waits for its payment. */
const WAITING = /pending|await|unpaid|waiting/i;
/** Matches the states of a customer for whom no orders can be placed. */
const ENDED = /inactive|closed|deactivated|deleted|suspended|terminated|archived/i;

/** Matches the states of a key that is no longer accepted. */
const ENDED_KEY = /revok|expired|inactive|disabled|deleted/i;

/** The most orders that a look notes as waiting. */
const MAX_PENDING_ORDERS = 6;

const readable: Operation[] = operations.filter(
  ({ method, path }) => method === 'GET' && !path.includes('{'),
);

/** Starts a look at a target. */
export function lookAround(requirement: string): Look {
  const exchanges: Exchange[] = [];
  return {
    checks: readable.map(({ id, area }) => {
      const read = fixture(`look at ${id}`, {
        learns: true,
        make: (t) => t.as('tenantA').send(id, { mayFail: true }),
      });
      return check(`look/${id}`, {
        observe: `answer ${id}`,
        requirement,
        area,
        cost: 1,
        mode: 'read-only',
        retry: false,
        uses: [read],
        async run(t) {
          await t.use(read);
        },
      });
    }),
    note: (exchange) => exchanges.push(exchange),
    // The replies are read at the end, because later replies show where the rows of a list have their ids.
    found() {
      const found: Found = { replies: [], pendingOrderIds: [], limits: {} };
      for (const exchange of exchanges) note(exchange, found);
      return found;
    },
  };
}

function note(exchange: Exchange, found: Found): void {
  noteLimit(exchange, found);
  const id = exchange.operation;
  if (id === null || !readable.some((one) => one.id === id)) return;
  const { area } = operation(id);
  const items = exchange.status === 200 ? itemsInPage(exchange.json) : undefined;
  const pointer = exchange.status === 200 && !items ? arrayPointer(exchange.json) : undefined;
  const reply = {
    area,
    operation: id,
    status: exchange.failure ? null : exchange.status,
    ...(items ? { items: items.length } : {}),
    ...(pointer === undefined ? {} : { pointer }),
  };
  found.replies = [...found.replies.filter((one) => one.operation !== id), reply];
  if (exchange.status !== 200) return;
  noteValues(exchange, items ?? [], found);
}

function noteLimit(exchange: Exchange, { limits }: Found): void {
  const text = exchange.header('ratelimit-limit') ?? exchange.header('x-ratelimit-limit') ?? '';
  const limit = /^\d{1,9}/.exec(text)?.[0];
  if (limit === undefined || exchange.operation === null) return;
  limits[operation(exchange.operation).rateClass] ??= Number(limit);
}

function noteValues(exchange: Exchange, items: readonly unknown[], found: Found): void {
  const id = exchange.operation;
  if (id === null) return;
  const seen = (value: string | undefined): FoundValue | undefined =>
    value === undefined ? undefined : { value, operation: id };
  const open = items.filter((item) => !ENDED.test(statusIn(item) ?? ''));
  if (id === 'listCustomers') found.customerId ??= seen(open.map(idIn).find((one) => one !== undefined));
  if (id === 'listOrders') {
    const waiting = items.filter((item) => WAITING.test(statusIn(item) ?? ''));
    found.pendingOrderIds = waiting.flatMap((item) => idIn(item) ?? []).slice(0, MAX_PENDING_ORDERS);
  }
  if (id === 'listApiKeys') found.limited = narrowestKey(items);
  found.skuId ??= seen(skuIn(exchange.json));
}

const TENANT_SCOPES = [
  ...new Set(
    operations.filter(({ roles }) => roles.join() !== 'platform_admin').flatMap(({ scopes }) => scopes),
  ),
];

// Returns the key in force that lacks most of the contract's scopes; undefined when every key has all of them, or the
// target calls its scopes otherwise.
function narrowestKey(keys: readonly unknown[]): Found['limited'] {
  const limited = keys.filter(isObject).flatMap((key) => {
    const { scopes } = key;
    if (!Array.isArray(scopes) || ENDED_KEY.test(statusIn(key) ?? '') || typeof key.revoked_at === 'string')
      return [];
    if (!scopes.some((scope) => TENANT_SCOPES.includes(scope))) return [];
    const lacks = TENANT_SCOPES.filter((scope) => !scopes.includes(scope));
    return lacks.length === 0 ? [] : [{ name: String(key.name ?? idIn(key) ?? ''), lacks }];
  });
  return limited.sort((a, b) => b.lacks.length - a.lacks.length)[0];
}

function skuIn(body: unknown): string | undefined {
  for (const { name, value } of leaves(body)) {
    if (SKU_NAME.test(name) && typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Returns the location of the only array of objects in a body. */
function arrayPointer(body: unknown): string | undefined {
  const [first, ...others] = leaves(body).filter(
    ({ value }) => Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  return others.length === 0 ? first?.pointer : undefined;
}
