// Sends many invalid fields in one request. A field that the 422 names is not sent again in a request of its own.

import { isObject } from '../../../src/contract/is-object.ts';
import { isOtherApi, type OperationId, operation as operationOf } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CallerApi, CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { keyMatchesField, parseErrorBody } from '../../../src/suite/model/error-body.ts';
import { CheckEnded } from '../../../src/suite/model/outcome.ts';
import { check, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import type { RequirementId } from '../../requirements.ts';
import type { Creation } from '../fixtures/created-resources.ts';
import { bodyAdvice, refusalWithAdvice } from '../fixtures/customers-and-orders.ts';
import { isSuccess } from '../reply-readers/response-readers.ts';
import { withValueAt } from './request-bodies.ts';

/** A field and the invalid value that is sent for the field. The value undefined leaves the field out. */
type InvalidField = { path: string; value: unknown };

// Matches the paths of fields of an order item. Each invalid field gets an item of its own; the path `items.0.quantity`
// stands for the quantity of any item.
const ITEM = /^items\.0\./;

/** An invalid field and its path in the request body that contains several invalid fields. */
type PlacedField = { invalid: InvalidField; field: string };

const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** Packs invalid fields into as few request bodies as possible, so that no two fields in a body overlap. */
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

// Returns whether `errors` of a 422 names this field unambiguously. A key that may mean several of the invalid fields
// does not count.
function isNamedAlone(reply: Exchange, { field }: PlacedField, all: readonly PlacedField[]): boolean {
  if (reply.status !== 422) return false;
  const errors = parseErrorBody(reply.json)?.errors ?? {};
  // A server may name the open object `config` instead of a member of the object.
  const whole = /^(.+\.config)\.\w+$/.exec(field)?.[1];
  return Object.entries(errors).some(
    ([key, messages]) =>
      messages.length > 0 &&
      [field, ...(whole === undefined ? [] : [whole])].some((name) => keyMatchesField(key, name)) &&
      !all.some((other) => other.field !== field && keyMatchesField(key, other.field)),
  );
}

/** Returns undefined for a call that the mode of the run does not allow, or an edited document. @throws any other error */
function undefinedIfWithheld(error: unknown): undefined {
  if (!(error instanceof CheckEnded && ['skipped', 'not-applicable'].includes(error.ending))) throw error;
}

/**
 * Builds a group of invalid fields of an operation. All fields are sent together before any field is sent alone.
 * @param by the calling tenant; tenant A by default
 */
export function invalidFieldGroup(
  operation: OperationId,
  fields: readonly InvalidField[],
  uses: readonly Fixture<unknown>[],
  call: (t: CheckContext, items: number) => Promise<SendOptions>,
  by: (t: CheckContext) => CallerApi = (t) => t.as('tenantA'),
) {
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
        const reply = await by(t)
          .send(operation, { ...options, body, deliberateFault })
          .catch(undefinedIfWithheld);
        for (const one of placed) if (reply && isNamedAlone(reply, one, placed)) named.add(one.invalid);
      }
      return named;
    },
  });
  return {
    /** the fixtures that the checks need, so that the plan of a run counts them */
    uses: [...uses, shared],
    /**
     * Returns whether the replies to the shared requests named all of these fields. When false, they must be sent in a
     * request of their own.
     */
    async areNamed(t: CheckContext, ...fields: readonly InvalidField[]): Promise<boolean> {
      const named = [...(await t.use(shared))];
      return fields.every(({ path, value }) =>
        named.some((one) => one.path === path && Object.is(one.value, value)),
      );
    },
  };
}

/**
 * Ends the check as inconclusive when a 422 names no field and its code is about something else, such as a shop that
 * is closed on Fridays.
 */
export function requireFieldErrors(t: CheckContext, reply: Exchange): Exchange {
  const error = reply.status === 422 ? parseErrorBody(reply.json) : null;
  if (error?.code === undefined || Object.keys(error.errors).length > 0) return reply;
  if (/valid|unprocess|field|param|request|input|schema|format|422/i.test(error.code)) return reply;
  t.inconclusive(`it was refused with ${error.code}, which speaks of no field`, { exchange: reply });
}

/**
 * Asserts that the reply to a request with one invalid field is a 422 that names the field. A refusal that may have
 * another reason ends the check as inconclusive.
 * @param control the reply to another invalid request of the operation. When this reply is a 422, the operation
 * exists, so a 404 is judged as a reply about the field.
 */
function expectFieldNamed(t: CheckContext, reply: Exchange, field: string, control?: Exchange): void {
  holds(t, !isSuccess(reply), `it was accepted with ${reply.status}`, {
    expected: `422 naming \`${field}\``,
    actual: reply.status,
    exchange: reply,
  });
  // Another API has error bodies of its own.
  if (isOtherApi) return;
  const offered = reply.status === 404 && control?.status === 422;
  if ([401, 402, 403, 404, 409].includes(reply.status) && !offered) {
    t.inconclusive(
      `it was refused for another reason than the field: ${refusalWithAdvice(reply, bodyAdvice(reply))}`,
      { exchange: reply },
    );
  }
  requireFieldErrors(t, reply);
  t.expect(reply).invalid(field);
}

/** Rules and checks whose breach explains why no reply names an invalid field, whatever the field. */
export const GENERAL_CAUSES = [
  'errors/invalid-is-422',
  'errors/one-entry-per-field',
  'errors/present-on-422',
  'errors/map',
  'errors/one-of-two-shapes',
  'bodies/labelled-json',
  'bodies/parse',
];

/**
 * A field, its invalid value (undefined leaves the field out), the sentence that refuses it, and the last part of the id
 * of its check where this is not the value.
 */
export type InvalidFieldRow = readonly [
  path: string,
  value: unknown,
  says: RequirementId,
  level?: 'must' | 'should',
  id?: string,
];

type ValidRequest = {
  operation: OperationId;
  /** what the request asks for, with its article */
  what: string;
  area: string;
  mode: 'safe' | 'full';
  uses?: readonly Fixture<unknown>[];
  /** the creation with a valid body: where it is refused, the refusal of an invalid field shows nothing */
  accepted?: Fixture<Creation>;
  /** the causes of a missing name beside the general ones */
  after: readonly string[];
  /** builds the valid request */
  call(t: CheckContext, items: number, at?: number): Promise<SendOptions>;
  /** another invalid request of the operation: where its reply is a 422, a 404 speaks of the field */
  control?: Fixture<Exchange>;
};

const printValue = (value: unknown): string =>
  value === undefined ? 'left out' : `= ${JSON.stringify(value)}`;

const slug = (value: unknown): string =>
  value === undefined
    ? 'missing'
    : String(typeof value === 'object' ? JSON.stringify(value) : value)
        .replace(/[^\w.-]+/g, '-')
        .replace(/^-|-$/g, '') || 'empty';

/**
 * Builds one check for each invalid field. One request has all fields invalid; a field that the refusal of this request
 * does not name is sent in a request of its own.
 */
export function invalidFieldChecks(of: ValidRequest, rows: readonly InvalidFieldRow[]) {
  const { operation, what, area, mode, uses = [], accepted, call } = of;
  const together = invalidFieldGroup(
    operation,
    rows.map(([path, value]) => ({ path, value })),
    uses,
    call,
  );
  return rows.map(([path, value, requirement, level = 'must', id = slug(value)], at) => {
    const sentence = `answer 422 naming \`${path}\` to ${what} with \`${path}\` ${printValue(value)}`;
    return check(`validation/${operation}/${path}${id === '' ? '' : `/${id}`}`, requirement, {
      ...(level === 'must' ? { must: sentence } : { should: sentence }),
      area,
      mode,
      uses: together.uses,
      group: `validation/${operation}`,
      after: [...of.after, ...GENERAL_CAUSES],
      async run(t: CheckContext) {
        if (t.compared(await together.areNamed(t, { path, value }))) return;
        if (accepted) t.require((await t.use(accepted)).created).success();
        const options = await call(t, path.startsWith('items.1.') ? 2 : 1, at);
        const [member = ''] = path.split('.');
        if (!isObject(options.body) || !Object.hasOwn(options.body, member))
          t.inconclusive(`our body has no \`${member}\``);
        const reply = await request(t, operation, {
          ...options,
          body: withValueAt(options.body, path, value),
          deliberateFault: `${path} ${printValue(value)}`,
        });
        const control = reply.status === 404 && of.control ? await t.use(of.control) : undefined;
        expectFieldNamed(t, reply, path, control);
      },
    });
  });
}
