// Checks that send every operation with a request body what it cannot use: no body, a text that is no JSON, JSON of another
// type, an object without members, and the members of a valid body, all of them invalid at once.
import { isObject } from '../../../src/contract/is-object.ts';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { validateValue } from '../../../src/contract/validation/validate.ts';
import type { CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { check, fixture } from '../../define.ts';
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
import { exampleBody } from '../../support/request-bodies/documented-examples.ts';
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
  ...[undefined, null, AN_OBJECT, 'zz unknown', '', ' ', 'x'.repeat(5000), '\u{1f4b8}\u{10348}'],
  ...[-1, 0, 1.5, 42, '42', 1e15, true, [], [null]],
];
/** After so many accepted bodies no further one is sent to the operation. */
const MAX_ACCEPTED = 3;
/** The most places of a body at which each odd value is sent. */
const MAX_PLACES = 12;

/** Returns the fields of a body that its schema does not allow. */
const invalidFields = ({ body }: Operation, value: unknown): string[] =>
  body ? validateValue(body.schema, value).map(({ field }) => field) : [];

/** A body with one odd value, and the fields that the contract finds invalid in it and not in the valid one. */
type OddBody = { body: unknown; what: string; fields: string[] };

/** Returns the bodies in which one member has an odd value. */
function withOddMembers(op: Operation, body: Body): OddBody[] {
  const before = new Set(invalidFields(op, body));
  const places = leaves(body).map(({ pointer }) => pointer.slice(1).replaceAll('/', '.'));
  return places.slice(0, MAX_PLACES).flatMap((path) =>
    ODD_VALUES.map((value) => {
      const odd = withValueAt(body, path, value);
      const fields = invalidFields(op, odd).filter((field) => !before.has(field));
      return { body: odd, what: `${path} = ${(JSON.stringify(value) ?? 'nothing').slice(0, 40)}`, fields };
    }),
  );
}

/** The operations whose request body the specification shows; what another one requires is left open. */
const SHOWN: ReadonlySet<string> = new Set(['login', 'createOrder', 'createHostingAccount']);

const callerFor = (op: Operation) => {
  const kind = resourceKindOf(op);
  return (kind && op.body?.required ? specOf(kind).by : undefined) ?? callerOf(op);
};

type Attempt = {
  reply: Exchange;
  /** the fields that the contract finds invalid; undefined where it allows the body */
  fields?: readonly string[];
};

/**
 * Sends an operation bodies that it cannot use. An operation without a required body may lawfully act on them, so it gets
 * them on an id that does not exist.
 * @param cost the number of bodies
 */
const attemptsOf = (
  op: Operation,
  what: string,
  cost: number,
  sendAll: (
    t: CheckContext,
    send: (options: SendOptions, fields?: readonly string[]) => Promise<Exchange>,
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
      await sendAll(t, async (options, fields) => {
        const reply = await (who === null ? t.anonymous : t.as(who)).send(op.id, { params, ...options });
        attempts.push({ reply, ...(fields && { fields }) });
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

/** Sends each member of a valid body with each odd value that the contract does not allow. */
const oddBodies = (op: Operation, example: Body) =>
  attemptsOf(op, 'each member invalid', withOddMembers(op, example).length, async (t, send) => {
    const { body: usual } = validBody(t, op.id, t.unknownId());
    let accepted = 0;
    for (const { body, what, fields } of withOddMembers(op, {
      ...example,
      ...(isObject(usual) ? usual : {}),
    })) {
      // What a target accepts may cost money, and has shown that it does not look at its members.
      if (fields.length === 0 || accepted === MAX_ACCEPTED) continue;
      if (isSuccess(await send({ body, deliberateFault: what }, fields))) accepted += 1;
    }
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
  const mustRefuse = SHOWN.has(op.id) && name === UNUSABLE;
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

export const unusableBodies = operations
  .filter(({ body }) => body !== null)
  .flatMap((op) => {
    const example = op.rateClass === 'auth' ? undefined : exampleBody(op);
    return [
      ...checksOf(op, UNUSABLE, 'a body that it cannot use', emptyBodies(op)),
      ...(isObject(example)
        ? checksOf(op, 'validation/members', 'a member invalid', oddBodies(op, example))
        : []),
    ];
  });
