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
import { leaves } from '../../support/reply-readers/response-readers.ts';
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
const ODD_VALUES = [undefined, null, AN_OBJECT, 'zz unknown', '', 'x'.repeat(300), -1, 1.5, 42, '42', []];
/** How often an object or a list in a body is replaced as a whole. */
const WHOLE = 0.3;
const HALF = 0.5;

/** Returns the fields of a body that its schema does not allow. */
const invalidFields = ({ body }: Operation, value: unknown): string[] =>
  body ? validateValue(body.schema, value).map(({ field }) => field) : [];

/**
 * Returns a body with each of its members invalid: left out, null, of another type, or of a value that is not allowed. A
 * member that the contract does not know, because the target calls it otherwise, is an object.
 * @returns the body, and the fields that the contract finds invalid in it and not in the valid one
 */
function withInvalidMembers(t: CheckContext, op: Operation, body: Body): { body: unknown; fields: string[] } {
  const before = new Set(invalidFields(op, body));
  const replaced: string[] = [];
  let invalid: unknown = body;
  for (const { pointer, value } of leaves(body)) {
    const path = pointer.slice(1).replaceAll('/', '.');
    if (replaced.some((outer) => path.startsWith(`${outer}.`))) continue;
    if (typeof value === 'object' && t.random.number() > WHOLE) continue;
    const odd = ODD_VALUES.filter((one) => invalidFields(op, withValueAt(body, path, one)).includes(path));
    invalid = withValueAt(
      invalid,
      path,
      t.random.pick(odd.length > 0 && !before.has(path) ? odd : [AN_OBJECT]),
    );
    replaced.push(path);
  }
  return { body: invalid, fields: invalidFields(op, invalid).filter((field) => !before.has(field)) };
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
 * Sends an operation bodies that it cannot use: an empty one that the seed draws, and the members of a valid body, all of
 * them invalid. An operation without a required body may lawfully act on them, so it gets one of the two, on an id that
 * does not exist. The few calls that log-ins are allowed are left to the checks of log-ins.
 */
const attemptsOf = (op: Operation) => {
  const isRequired = op.body?.required === true;
  const kind = isRequired ? resourceKindOf(op) : undefined;
  const who = callerFor(op);
  const empty = [...EMPTY, ...(isRequired ? [NO_BODY] : [])];
  const example = op.rateClass === 'auth' ? undefined : exampleBody(op);
  return fixture(`${op.id} with a body that it cannot use`, {
    cost: isRequired && isObject(example) ? 2 : 1,
    uses: kind === undefined ? [] : fixturesForKind(kind),
    async make(t: CheckContext): Promise<Attempt[]> {
      if (who !== null) await t.requireAccepted(who);
      const params = await pathParams(t, op, kind !== undefined);
      const attempts: Attempt[] = [];
      const send = async (options: SendOptions, fields?: readonly string[]): Promise<void> => {
        const reply = await (who === null ? t.anonymous : t.as(who)).send(op.id, { params, ...options });
        attempts.push({ reply, ...(fields && { fields }) });
      };
      const hasMembers = isObject(example) && (isRequired || t.random.number() < HALF);
      if (isRequired || !hasMembers) {
        const options = t.random.pick(empty);
        const fields = isObject(options.body) ? invalidFields(op, options.body) : [];
        await send(options, isObject(options.body) && fields.length === 0 ? undefined : fields);
      }
      if (!hasMembers) return attempts;
      const { body: usual } = validBody(t, op.id, t.unknownId());
      const { body, fields } = withInvalidMembers(t, op, { ...example, ...(isObject(usual) ? usual : {}) });
      await send({ body, deliberateFault: 'each member is invalid' }, fields.length > 0 ? fields : undefined);
      return attempts;
    },
  });
};

export const unusableBodies = operations
  .filter(({ body }) => body !== null)
  .flatMap((op) => {
    const attempts = attemptsOf(op);
    const who = callerFor(op);
    const options = {
      area: op.area,
      needs: who === null ? [] : [who],
      mode: op.id === 'login' ? ('read-only' as const) : modeOfOperation(op),
      // A target may lawfully act on some of them.
      phase: 'last' as const,
      cost: 0,
      cells: { asked: attempts.cost ?? 1, of: EMPTY.length + (op.body?.required ? 2 : 1) },
      ...(op.rateClass === 'auth' ? { authCost: attempts.cost ?? 0 } : {}),
      uses: [attempts],
      group: 'validation/unusable-body',
    };
    const mustRefuse = SHOWN.has(op.id);
    const isOwn = deploymentDocument?.isAddedOperation(op) ?? false;
    const refusal = `refuse ${op.id} with a body that it cannot use, and name each invalid member`;
    const id = `validation/unusable-body/${op.id}`;
    return [
      check(id, 'errors/unusable-body', {
        must: mustRefuse
          ? `refuse ${op.id} with a body that it cannot use`
          : `answer ${op.id} with a body that it cannot use without a server error`,
        ...options,
        async run(t: CheckContext) {
          for (const { reply } of await t.use(attempts)) {
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
  });
