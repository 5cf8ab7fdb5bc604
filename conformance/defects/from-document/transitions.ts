// Generates the defects of states: a transition that is allowed or refused by mistake, a repeated deletion or creation
// that takes effect again.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { isSuccess, jsonResponse, recordsIn, replaceResponse } from '../../../src/variations/edits.ts';
import type { BrokenRequirements } from '../define-mutant.ts';
import { serverError } from '../edits/injections.ts';
import type { ResponseEdit } from '../mutant.ts';
import {
  type Candidate,
  candidate,
  createdTable,
  marksOfOperation,
  recordOf,
  statesOf,
  writes,
} from './document.ts';

/** Returns whether a reply is a refusal because of the state of a record. */
const isWrongState = (reply: ResponseEdit): boolean =>
  !isSuccess(reply) && JSON.stringify(reply.json ?? null).includes('"INVALID_STATE"');

function wrongStateOf(op: Operation, state: string, isFinal: boolean): BrokenRequirements {
  const marks = marksOfOperation(op);
  if (op.id === 'cancelOrder' && state !== 'cancelled')
    return ['states/only-pending-orders-cancel', ...marks];
  if (op.area === 'support') return 'support/closed-is-final';
  if (op.area !== 'vps') return ['states/wrong-state-refused', ...marks];
  return isFinal
    ? 'states/vps-terminated-final'
    : ['states/vps-wrong-state-refused', 'states/vps-terminated-final'];
}

export const transitions: readonly Candidate[] = writes.flatMap((op) => {
  const machine = recordOf(op) && statesOf(op);
  const record = recordOf(op);
  const own = machine?.transitions.filter(({ operation }) => operation === op.id) ?? [];
  if (!machine || !record || own.length === 0 || op.method === 'PUT') return [];
  const isJudged = ['orders', 'services', 'vps', 'support'].includes(op.area);
  const reached = new Set([
    ...machine.final,
    ...machine.transitions.flatMap(({ from }) => (from === null ? [] : [from])),
  ]);
  const illegal = machine.states.filter(
    (state) => reached.has(state) && isJudged && own.every(({ from }) => from !== state),
  );
  return [
    ...illegal.map((state) => {
      const isFinal = machine.final.includes(state);
      return candidate(
        op,
        'illegal-transition-allowed',
        { of: `${op.id} ${op.area === 'orders' ? state : isFinal ? 'final' : ''}` },
        wrongStateOf(op, state, isFinal),
        (p) =>
          p.reply(op.id, (reply, { params }) => {
            const row = p.readDb((db) => db.table(record.table).find(params[record.parameter] ?? ''));
            if (isWrongState(reply) && row?.status === state)
              replaceResponse(reply, jsonResponse(op.success, { ...row }));
          }),
        state,
      );
    }),
    ...(isJudged
      ? [
          candidate(
            op,
            'illegal-transition-answered-500',
            'area',
            ['states/wrong-state-no-crash', 'states/only-pending-orders-cancel'],
            (p) =>
              p.reply(op.id, (reply) => {
                if (isWrongState(reply)) replaceResponse(reply, serverError());
              }),
          ),
        ]
      : []),
    ...(['services', 'orders'].includes(op.area)
      ? [
          candidate(op, 'legal-transition-refused', 'operation', marksOfOperation(op), (p) =>
            p.handler(op.id, () => p.throwRefusal('INVALID_STATE')),
          ),
        ]
      : []),
    ...own
      .filter(({ to }) => op.method === 'DELETE' || !/ing$|pending_/.test(to))
      .map(({ to }) =>
        candidate(
          op,
          'state-misnamed',
          { of: `${op.area} ${to}` },
          [
            op.area === 'vps'
              ? 'states/vps-action-visible'
              : op.area === 'support'
                ? 'support/closed-is-final'
                : op.area === 'tenants'
                  ? 'states/tenant-terminated-shown'
                  : 'states/action-visible',
            'states/acknowledged-action-happens',
          ],
          (p) =>
            p.reply(
              ({ operation }) => operations.some(({ id, area }) => id === operation && area === op.area),
              (reply) => {
                if (isSuccess(reply))
                  for (const row of recordsIn(reply.json)) if (row.status === to) row.status = `${to}_now`;
              },
            ),
          to,
        ),
      ),
  ];
});

export const repeatedDeletes: readonly Candidate[] = writes
  .filter((op) => op.method === 'DELETE' && recordOf(op)?.parameter === 'id')
  .map((op) =>
    candidate(
      op,
      'second-delete-answered-500',
      'operation',
      [
        'states/wrong-state-no-crash',
        ...marksOfOperation(op),
        'endpoints/unknown-child-no-crash',
        'endpoints/unknown-id-refused',
      ],
      (p) => {
        const done = new Set<string>();
        p.request(op.id, (_edit, { path }) => (done.has(path) ? serverError() : undefined));
        p.reply(op.id, (reply, { path }) => {
          if (isSuccess(reply)) done.add(path);
        });
      },
    ),
  );

/** A creation whose names are taken fails as a whole; a replay gets the first reply. */
export const repeatedCreations: readonly Candidate[] = writes
  .filter(
    (op) => createdTable(op) !== null && !op.path.includes('{') && !/^\/(orders|payments)$/.test(op.path),
  )
  .map((op) =>
    candidate(op, 'second-creation-answered-500', 'operation', ['states/wrong-state-no-crash'], (p) => {
      const keys = new Map<string, string | undefined>();
      p.request(op.id, (_edit, { text, headers }) => {
        const key = headers['idempotency-key'];
        return keys.has(text) && (key === undefined || key !== keys.get(text)) ? serverError() : undefined;
      });
      p.reply(op.id, (reply, { text, headers }) => {
        if (isSuccess(reply)) keys.set(text, headers['idempotency-key']);
      });
    }),
  );

/** Text members that a list and the detail of a record have in common, and that name no record. */
