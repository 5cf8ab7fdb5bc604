// Checks that send every operation with a request body what it cannot use: an object without members, a text that is no
// JSON, JSON of another type, and no body.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { validateValue } from '../../../src/contract/validation/validate.ts';
import type { CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { check, fixture } from '../../define.ts';
import {
  callerOf,
  fixturesForKind,
  modeOfOperation,
  pathParams,
  resourceKindOf,
} from '../../support/fixtures/resources.ts';
import { owner } from '../../support/owner.ts';

/** The bodies that are no object, of which an order gets each and every other operation one. */
const NO_OBJECT: readonly SendOptions[] = [
  { raw: '{"a":', deliberateFault: 'the body is no JSON' },
  ...['"a text"', '[]', '42', 'null'].map((raw) => ({ raw, deliberateFault: `the body is ${raw}` })),
];
const NO_MEMBERS: SendOptions = { body: {}, deliberateFault: 'the body is {}' };
const NO_BODY: SendOptions = { deliberateFault: 'there is no body' };

/** The operations whose request body the specification shows; what another one requires is left open. */
const SHOWN: ReadonlySet<string> = new Set(['login', 'createOrder', 'createHostingAccount']);

/**
 * Sends an operation the bodies that it cannot use. An operation without a required body may lawfully act on each of
 * them, so it is called on an id that does not exist.
 */
const attemptsOf = (op: Operation, at: number) => {
  const kind = op.body?.required ? resourceKindOf(op) : undefined;
  const who = callerOf(op);
  const drawn = at % NO_OBJECT.length;
  const noObject = op.id === 'createOrder' ? NO_OBJECT : NO_OBJECT.slice(drawn, drawn + 1);
  const bodies = [NO_MEMBERS, ...noObject, ...(op.body?.required ? [NO_BODY] : [])];
  return fixture(`${op.id} with a body that it cannot use`, {
    cost: bodies.length,
    uses: kind === undefined ? [] : fixturesForKind(kind),
    async make(t: CheckContext): Promise<Exchange[]> {
      if (who !== null) await t.requireAccepted(who);
      const params = await pathParams(t, op, kind !== undefined);
      const replies: Exchange[] = [];
      for (const body of bodies)
        replies.push(await (who === null ? t.anonymous : t.as(who)).send(op.id, { params, ...body }));
      return replies;
    },
  });
};

/** Returns whether the contract refuses a body of an operation; `{}` may be a lawful update. */
const isRefusedByContract = ({ body }: Operation, { deliberateFault }: Exchange): boolean =>
  deliberateFault !== NO_MEMBERS.deliberateFault ||
  (body !== null && validateValue(body.schema, {}).length > 0);

/** Returns the common members of the checks of one operation. They come last: a target may lawfully act on `{}`. */
const optionsFor = (op: Operation, attempts: ReturnType<typeof attemptsOf>) => {
  const who = callerOf(op);
  return {
    area: op.area,
    needs: who === null ? [] : [who],
    mode: op.id === 'login' ? ('read-only' as const) : modeOfOperation(op),
    phase: 'last' as const,
    cost: 0,
    cells: { asked: attempts.cost ?? 1, of: NO_OBJECT.length + (op.body?.required ? 2 : 1) },
    ...(op.rateClass === 'auth' ? { authCost: attempts.cost ?? 0 } : {}),
    uses: [attempts],
    group: 'validation/unusable-body',
  };
};

export const unusableBodies = operations
  .filter(({ body }) => body !== null)
  .flatMap((op, at) => {
    const attempts = attemptsOf(op, at);
    const options = optionsFor(op, attempts);
    const mustRefuse = SHOWN.has(op.id);
    const isOwn = owner?.isOwnersOperation(op) ?? false;
    const refusal = `refuse ${op.id} with a body that is no object, with none, and with {} where it requires a member`;
    const id = `validation/unusable-body/${op.id}`;
    return [
      check(id, 'errors/unusable-body', {
        must: mustRefuse
          ? `refuse ${op.id} with the body {}, with one that is no object, and with none`
          : `answer ${op.id} with the body {}, one that is no object, or none, without a server error`,
        ...options,
        async run(t: CheckContext) {
          for (const reply of await t.use(attempts)) {
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
              after: [id],
              async run(t: CheckContext) {
                for (const reply of await t.use(attempts))
                  if (isRefusedByContract(op, reply)) t.expect(reply).refused();
              },
            }),
          ]
        : []),
    ];
  });
