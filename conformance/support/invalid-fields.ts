// Many fields made wrong in one request: what is named by itself in a 422 needs no request of its own.
import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CallerApi, CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { keyMatchesField, messagesForField, parseErrorBody } from '../../src/suite/model/error-body.ts';
import { fixture } from '../define.ts';
import { withValueAt } from './request-bodies.ts';
import { isSuccess } from './response-readers.ts';

/** One field and what is put in its place; undefined as value: the field is left out. */
export type InvalidField = { path: string; value: unknown };

/** Fields of an item each get an item to themselves: `items.0.quantity` stands for that of any item. */
const ITEM = /^items\.0\./;

/** A spoil and where it stands in the body it shares with others. */
type PlacedField = { invalid: InvalidField; field: string };

const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** As few bodies as can hold all spoils: no two of a body concern the same field. */
export function packFields(fields: readonly InvalidField[]): PlacedField[][] {
  const packs: PlacedField[][] = [];
  for (const one of fields) {
    const fieldIn = (placed: readonly PlacedField[]): string => {
      const items = placed.filter(({ invalid: { path } }) => ITEM.test(path)).length;
      return one.path.replace(ITEM, `items.${items}.`);
    };
    const home = packs.find((placed) => !placed.some(({ field }) => overlaps(field, fieldIn(placed))));
    if (home === undefined) packs.push([{ invalid: one, field: one.path }]);
    else home.push({ invalid: one, field: fieldIn(home) });
  }
  return packs;
}

/** Whether `errors` of a 422 names this field and not merely one of its like: a key that may mean several names none. */
function isNamedAlone(reply: Exchange, { field }: PlacedField, all: readonly PlacedField[]): boolean {
  if (reply.status !== 422) return false;
  const errors = parseErrorBody(reply.json)?.errors ?? {};
  // the open object a member belongs to may be named in its place
  const whole = /^(.+\.config)\.\w+$/.exec(field)?.[1];
  return Object.entries(errors).some(
    ([key, messages]) =>
      messages.length > 0 &&
      [field, ...(whole === undefined ? [] : [whole])].some((name) => keyMatchesField(key, name)) &&
      !all.some((other) => other.field !== field && keyMatchesField(key, other.field)),
  );
}

export type InvalidFieldGroup = {
  /** what the checks use, so that a plan counts it */
  uses: readonly Fixture<unknown>[];
  /** Whether a field was named among others; false: it needs a request in which nothing else is wrong. */
  isNamed(t: CheckContext, invalid: InvalidField): Promise<boolean>;
  /** Whether all of these were named, each among others. */
  areAllNamed(t: CheckContext, fields: readonly InvalidField[]): Promise<boolean>;
};

/**
 * Spoils all fields of an operation together before one is spoiled by itself.
 * @param by who calls: tenant A unless said otherwise
 * @param call a request that would be in order, of so many items where the operation takes items
 */
export function invalidFieldGroup(
  operation: OperationId,
  fields: readonly InvalidField[],
  uses: readonly Fixture<unknown>[],
  call: (t: CheckContext, items: number) => Promise<SendOptions>,
  by: (t: CheckContext) => CallerApi = (t) => t.as('tenantA'),
): InvalidFieldGroup {
  const packs = packFields(fields);
  const shared = fixture(`${operation} with many fields invalid`, {
    cost: packs.length,
    ...(operationOf(operation).rateClass === 'auth' ? { authCost: packs.length } : {}),
    uses,
    async make(t: CheckContext): Promise<ReadonlySet<InvalidField>> {
      const named = new Set<InvalidField>();
      for (const placed of packs) {
        const items = placed.filter(({ invalid: { path } }) => ITEM.test(path)).length;
        const options = await call(t, Math.max(items, 1));
        const body = placed.reduce<unknown>(
          (whole, { invalid: { value }, field }) => withValueAt(whole, field, value),
          options.body,
        );
        const deliberateFault = placed
          .map(({ invalid: { value }, field }) => `${field} = ${JSON.stringify(value) ?? 'nothing'}`)
          .join(', ');
        const reply = await by(t).send(operation, { ...options, body, deliberateFault });
        for (const one of placed) if (isNamedAlone(reply, one, placed)) named.add(one.invalid);
      }
      return named;
    },
  });
  const isNamed = (named: ReadonlySet<InvalidField>, { path, value }: InvalidField): boolean =>
    [...named].some((one) => one.path === path && Object.is(one.value, value));
  return {
    uses: [...uses, shared],
    isNamed: async (t, one) => isNamed(await t.use(shared), one),
    async areAllNamed(t, all) {
      const named = await t.use(shared);
      return all.every((one) => isNamed(named, one));
    },
  };
}

/**
 * Ends as inconclusive when a 422 names no field at all and its code speaks of something else: an order that is not taken
 * on Fridays has no invalid field.
 */
export function requireFieldErrors(t: CheckContext, reply: Exchange): Exchange {
  const error = reply.status === 422 ? parseErrorBody(reply.json) : null;
  if (error?.code === undefined || Object.keys(error.errors).length > 0) return reply;
  if (/valid|unprocess|field|param|request|input|schema|format|422/i.test(error.code)) return reply;
  t.inconclusive(`it was refused with ${error.code}, which speaks of no field`, { exchange: reply });
}

/**
 * Judges a reply to a request with one invalid field: 422 naming it. What says nothing about the field is no breach.
 * @param control the reply to another invalid request of the operation: a 422 shows that a 404 is about this field
 */
export function expectFieldNamed(t: CheckContext, reply: Exchange, field: string, control?: Exchange): void {
  if (isSuccess(reply)) {
    t.fail(`it was accepted with ${reply.status}`, {
      expected: `422 naming \`${field}\``,
      actual: reply.status,
      exchange: reply,
    });
  }
  const offered = reply.status === 404 && control?.status === 422;
  if ([401, 402, 403, 404, 409].includes(reply.status) && !offered) {
    t.inconclusive(`it was refused with ${reply.status}, for another reason`, { exchange: reply });
  }
  requireFieldErrors(t, reply);
  // the open object a member belongs to may be named in its place: only `config` itself is a field of the tables
  const whole = /^(.+\.config)\.\w+$/.exec(field)?.[1];
  const named = parseErrorBody(reply.json)?.errors ?? {};
  if (reply.status === 422 && whole !== undefined && messagesForField(named, whole) !== undefined) return;
  t.expect(reply).invalid(field);
}
