// Checks that send every operation with a request body what it cannot use: no body, a text that is no JSON, JSON of another
// type, an object without members, and the members of a valid body, all of them invalid at once.
import { document } from '../../../src/contract/document.ts';
import { isObject } from '../../../src/contract/is-object.ts';
import { exampleBody } from '../../../src/contract/openapi.ts';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { validateValue } from '../../../src/contract/validation/validate.ts';
import { keepsRequest } from '../../../src/form/families.ts';
import type { CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { parseErrorBody } from '../../../src/suite/model/error-body.ts';
import { check, fixture } from '../../define.ts';
import { holds } from '../../expectations.ts';
import { deploymentDocument } from '../../support/deployment-document.ts';
import {
  callerOf,
  fixturesForKind,
  modeOfOperation,
  pathParams,
  resourceKindOf,
  specOf,
} from '../../support/fixtures/resources.ts';
import { isSuccess, leaves } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { GENERAL_CAUSES } from '../../support/request-bodies/invalid-fields.ts';
import { withValueAt } from '../../support/request-bodies/request-bodies.ts';

type Body = Record<string, unknown>;

/** What is no object, or has no member. */
const EMPTY: readonly SendOptions[] = [
  { body: {}, deliberateFault: 'the body is {}' },
  { raw: '{"a":', deliberateFault: 'the body is no JSON' },
  ...['"a text"', '[]', '42', 'null'].map((raw) => ({ raw, deliberateFault: `the body is ${raw}` })),
];
const NO_BODY: SendOptions = { deliberateFault: 'there is no body' };

/** Values of which the schema of a member allows few; undefined leaves it out. */
const AN_OBJECT = { zz: 1 };
const ODD_VALUES = [
  ...[AN_OBJECT, undefined, null, 'zz unknown', '', ' ', 'x'.repeat(5000), '\u{1f4b8}\u{10348}'],
  ...[-1, 0, 1.5, 42, '42', 1e15, true, [], [null]],
];
/** After so many accepted bodies no further one is sent to an operation that may cost money. */
const MAX_BOUGHT = 3;
/** How many bodies with one odd value are sent side by side. */
const SIDE_BY_SIDE = 4;
/** The most places of a body at which each odd value is sent. */
const MAX_PLACES = 12;

const invalidFields = ({ body }: Operation, value: unknown): string[] =>
  body ? validateValue(body.schema, value).map(({ field }) => field) : [];

const pathOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** A body with one odd value, and the fields that the contract finds invalid in it and not in the valid one. */
type OddBody = { path: string; value: unknown; what: string; fields: string[] };

function withOddMembers(op: Operation, body: Body): OddBody[] {
  const before = new Set(invalidFields(op, body));
  const places = leaves(body).map(({ pointer }) => pathOf(pointer));
  return ODD_VALUES.flatMap((value) =>
    places.slice(0, MAX_PLACES).map((path) => {
      const odd = withValueAt(body, path, value);
      const fields = invalidFields(op, odd).filter((field) => !before.has(field));
      return {
        path,
        value,
        what: `${path} = ${(JSON.stringify(value) ?? 'nothing').slice(0, 40)}`,
        fields,
      };
    }),
  );
}

const callerFor = (op: Operation) => {
  const kind = resourceKindOf(op);
  return (kind && op.body?.required ? specOf(kind).by : undefined) ?? callerOf(op);
};

type Attempt = {
  reply: Exchange;
  /** the fields that the contract finds invalid; undefined where it allows the body */
  fields?: readonly string[];
  /** the keys in `errors` of two invalid members that this body has both, and the replies that named each alone */
  both?: { keys: readonly string[]; alone: readonly Exchange[] };
};

// Sends an operation bodies that it cannot use. An operation without a required body may lawfully act on them, so it
// gets them on an id that does not exist.
const attemptsOf = (
  op: Operation,
  what: string,
  cost: number,
  sendAll: (
    t: CheckContext,
    send: (
      options: SendOptions,
      fields?: readonly string[],
      both?: NonNullable<Attempt['both']>,
    ) => Promise<Exchange>,
  ) => Promise<void>,
) => {
  const kind = op.body?.required ? resourceKindOf(op) : undefined;
  const who = callerFor(op);
  return fixture(`${op.id} with ${what}`, {
    cost,
    uses: kind === undefined ? [] : fixturesForKind(kind),
    async make(t: CheckContext): Promise<Attempt[]> {
      if (who !== null) await t.requireAccepted(who);
      const params = await pathParams(t, op, kind !== undefined);
      const attempts: Attempt[] = [];
      await sendAll(t, async (options, fields, both) => {
        const reply = await (who === null ? t.anonymous : t.as(who)).send(op.id, { params, ...options });
        attempts.push({ reply, ...(fields && { fields }), ...(both && { both }) });
        return reply;
      });
      return attempts;
    },
  });
};

/** Sends what is no object, or has no member. The few calls that log-ins are allowed are left to the checks of log-ins. */
const emptyBodies = (op: Operation) => {
  const all = [...EMPTY, ...(op.body?.required ? [NO_BODY] : [])];
  const isAuth = op.rateClass === 'auth';
  return attemptsOf(op, 'a body that it cannot use', isAuth ? 1 : all.length, async (t, send) => {
    for (const options of isAuth ? [t.random.pick(all)] : all) {
      const fields = isObject(options.body) ? invalidFields(op, options.body) : [];
      await send(options, isObject(options.body) && fields.length === 0 ? undefined : fields);
    }
  });
};

/** An odd body that was refused, and the key in `errors` that stands for its member. */
type Refused = OddBody & { reply: Exchange; key: string };

/** Returns the refusals with one key of their own: one that is named whichever member is odd is not about that member. */
function withOwnKeys(all: readonly { odd: OddBody; reply: Exchange }[]): Refused[] {
  const keysOf = (reply: Exchange): string[] => Object.keys(parseErrorBody(reply.received)?.errors ?? {});
  const pathsOf = (some: typeof all): number => new Set(some.map(({ odd }) => odd.path)).size;
  const isUsual = (key: string): boolean =>
    2 * pathsOf(all.filter(({ reply }) => keysOf(reply).includes(key))) > pathsOf(all);
  return all.flatMap(({ odd, reply }) => {
    const [key, ...more] = keysOf(reply).filter((one) => !isUsual(one));
    // The refusal of another member that was sent, such as a name that is taken, says nothing of this one.
    const isOfAnother =
      key !== odd.path && leaves(reply.request.json).some(({ pointer }) => pathOf(pointer) === key);
    return key === undefined || more.length > 0 || isOfAnother ? [] : [{ ...odd, reply, key }];
  });
}

function twoMembers(refused: readonly Refused[]): readonly [Refused, Refused] | undefined {
  for (const same of Map.groupBy(refused, ({ value }) => value).values()) {
    // A text may have the form and be looked up later; a member may decide what the others are.
    const [one, ...others] = same.filter(
      ({ path, value }) => value !== undefined && typeof value !== 'string' && !/(^|\.)type$/.test(path),
    );
    const other = others.find(
      ({ path, key }) =>
        key !== one?.key && !path.startsWith(`${one?.path}.`) && !one?.path.startsWith(`${path}.`),
    );
    if (one && other) return [one, other];
  }
  return undefined;
}

/** Sends each member of a valid body with each odd value that the contract does not allow, and two of them at once. */
const oddBodies = (op: Operation, example: Body) =>
  attemptsOf(op, 'each member invalid', withOddMembers(op, example).length, async (t, send) => {
    // Each body has names and addresses of its own: those of an accepted one are taken.
    const usualBody = (): Body => {
      const { body } = validBody(t, op.id, t.unknownId());
      return isObject(body) ? body : {};
    };
    const usual = usualBody();
    const valid = () => ({ ...example, ...usualBody() });
    const refused: { odd: OddBody; reply: Exchange }[] = [];
    const accepted = new Set<string>();
    const mayBeBought = (): number => (op.idempotency === null ? SIDE_BY_SIDE : MAX_BOUGHT - accepted.size);
    const isFull = (): boolean => mayBeBought() === 0;
    for (const ofValue of Map.groupBy(withOddMembers(op, valid()), ({ value }) => value).values()) {
      // What a target accepts may cost money, and has shown that it does not look at the member.
      const left = ofValue.filter(({ fields, path }) => fields.length > 0 && !accepted.has(path));
      while (left.length > 0 && !isFull())
        await Promise.all(
          left.splice(0, mayBeBought()).map(async (odd) => {
            const body = withValueAt(valid(), odd.path, odd.value);
            const reply = await send({ body, deliberateFault: odd.what }, odd.fields);
            if (isSuccess(reply)) accepted.add(odd.path);
            else if (reply.status === 422) refused.push({ odd, reply });
          }),
        );
    }
    // A body of the documented example may have names that the target does not know.
    const own = new Set(leaves(usual).map(({ pointer }) => pathOf(pointer)));
    const two = twoMembers(withOwnKeys(refused).filter(({ path }) => own.has(path)));
    if (two === undefined || isFull()) return;
    const [one, other] = two;
    const body = withValueAt(withValueAt(usualBody(), one.path, one.value), other.path, other.value);
    const both = { keys: [one.key, other.key], alone: [one.reply, other.reply] };
    await send({ body, deliberateFault: `${one.what} and ${other.what}` }, undefined, both);
  });

/** Builds the checks of some bodies of an operation. @param name the first part of their ids, and their group */
function checksOf(op: Operation, name: string, what: string, attempts: ReturnType<typeof attemptsOf>) {
  const who = callerFor(op);
  const options = {
    area: op.area,
    needs: who === null ? [] : [who],
    mode: op.id === 'login' ? ('read-only' as const) : modeOfOperation(op),
    phase: 'cells' as const,
    cost: 0,
    ...(op.rateClass === 'auth' ? { authCost: attempts.cost ?? 0 } : {}),
    uses: [attempts],
    group: name,
  };
  // What a request requires that the specification does not show is left open.
  const mustRefuse = keepsRequest(op.id) && name === UNUSABLE;
  const isOwn = deploymentDocument?.isAddedOperation(op) ?? false;
  const refusal = `refuse ${op.id} with ${what}, and name each invalid member`;
  const id = `${name}/${op.id}`;
  return [
    check(id, 'errors/unusable-body', {
      must: mustRefuse
        ? `refuse ${op.id} with ${what}`
        : `answer ${op.id} with ${what} without a server error`,
      ...options,
      async run(t: CheckContext) {
        const all = await t.use(attempts);
        if (all.length === 0) t.notApplicable('the contract allows every value');
        for (const { reply } of all) {
          if (t.compared(reply.status >= 500))
            t.fail(`${reply.deliberateFault}: it is a server error`, {
              expected: '400 or 422',
              actual: reply.status,
              exchange: reply,
            });
          if (mustRefuse) t.expect(reply).refused();
        }
      },
    }),
    ...(op.body?.required && !mustRefuse
      ? [
          check(`${id}/refused`, isOwn ? 'document/requests' : 'errors/other-fields', {
            ...(isOwn ? { must: refusal } : { should: refusal }),
            ...options,
            after: [id, ...GENERAL_CAUSES],
            async run(t: CheckContext) {
              for (const { reply, fields } of await t.use(attempts)) {
                if (fields !== undefined) t.expect(reply).refused();
                for (const field of fields ?? []) t.expect(reply).invalid(field);
              }
            },
          }),
        ]
      : []),
  ];
}

const UNUSABLE = 'validation/unusable-body';

function twoMembersCheck(op: Operation, attempts: ReturnType<typeof attemptsOf>) {
  const who = callerFor(op);
  return check(`validation/two-members/${op.id}`, 'errors/one-entry-per-field', {
    must: `name both of two invalid members of ${op.id}`,
    area: op.area,
    needs: who === null ? [] : [who],
    mode: modeOfOperation(op),
    phase: 'cells',
    cost: 0,
    uses: [attempts],
    group: 'validation/two-members',
    after: [...GENERAL_CAUSES],
    async run(t: CheckContext) {
      const { reply, both } = (await t.use(attempts)).find((one) => one.both) ?? {};
      if (reply === undefined || both === undefined)
        t.notApplicable('no two members were refused with 422, each under a key of its own');
      if (reply.status !== 422) t.inconclusive(`it is answered ${reply.status}`, { exchange: reply });
      const errors = parseErrorBody(reply.received)?.errors ?? {};
      const missing = both.keys.find((key) => !Object.hasOwn(errors, key));
      holds(
        t,
        missing === undefined,
        `\`errors\` lacks \`${missing}\`, which it has where that member alone is invalid`,
        {
          expected: both.keys,
          actual: Object.keys(errors),
          exchange: [reply, ...both.alone],
        },
      );
    },
  });
}

const memberChecks = (op: Operation, attempts: ReturnType<typeof attemptsOf>) => [
  ...checksOf(op, 'validation/members', 'a member invalid', attempts),
  twoMembersCheck(op, attempts),
];

export const unusableBodies = operations
  .filter(({ body }) => body !== null)
  .flatMap((op) => {
    const example = op.rateClass === 'auth' ? undefined : exampleBody(document(), op);
    return [
      ...checksOf(op, UNUSABLE, 'a body that it cannot use', emptyBodies(op)),
      ...(isObject(example) ? memberChecks(op, oddBodies(op, example)) : []),
    ];
  });
