// Generates the defects of operations that are not offered, that fail, or that stand under another path.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { isSuccess, refusal, replaceResponse } from '../../../src/variations/edits.ts';
import type { RequirementId } from '../../requirements.ts';
import { NOT_IMPLEMENTED, serverError } from '../edits/injections.ts';
import type { Injector } from '../mutant.ts';
import { type Candidate, candidate, isListOp, marksOfOperation, type Requirements } from './document.ts';

const UNKNOWN_ROUTE = refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.');

/** Requirements that are broken too when a kind of operation does not work. */
const impliedBy = (op: Operation): RequirementId[] => [
  'service/path-prefixes',
  ...(isListOp(op) ? (['endpoints/list-shows-all'] as const) : []),
  ...(op.id === 'getInvoice' ? (['states/order-creates-invoice'] as const) : []),
  ...(op.id === 'getService' ? (['states/order-creates-services'] as const) : []),
];

const answersAll = (p: Injector, ops: readonly Operation[], by: ReturnType<typeof refusal>): void =>
  p.request(
    ({ operation, bearer }) =>
      ops.some(({ id, auth }) => id === operation && (bearer !== null || auth === 'anonymous')),
    () => by,
  );

export const unavailable: readonly Candidate[] = operations.flatMap((op) => [
  candidate(op, 'success-answered-500', 'operation', [...marksOfOperation(op), ...impliedBy(op)], (p) =>
    p.reply(op.id, (reply) => {
      if (isSuccess(reply)) replaceResponse(reply, serverError());
    }),
  ),
  // A 404 for a path with an id may also mean that the record does not exist.
  ...[NOT_IMPLEMENTED, ...(op.path.includes('{') ? [] : [UNKNOWN_ROUTE])].map((reply) =>
    candidate(
      op,
      'operation-missing',
      marksOfOperation(op).length > 1 ? 'operation' : 'area',
      [...marksOfOperation(op), ...impliedBy(op), 'authentication/invalid-is-401'],
      (p) => answersAll(p, [op], reply),
      `${reply.status}`,
    ),
  ),
  ...(op.method === 'POST' && op.success === 201 && !op.path.includes('{')
    ? [
        candidate(
          op,
          'valid-request-refused',
          { of: `${op.idempotency}` },
          'endpoints/valid-requests-accepted',
          (p) => answersAll(p, [op], refusal(422, 'NOT_TODAY', 'This is refused.')),
        ),
      ]
    : []),
]);

export const prefixes: readonly Candidate[] = operations
  .filter((op, at) => operations.findIndex(({ area }) => area === op.area) === at)
  .map((op) => {
    const ops = operations.filter(({ area }) => area === op.area);
    const broken: Requirements = ['service/path-prefixes', ...ops.map((one) => marksOfOperation(one)[0])];
    return candidate(op, 'path-prefix-unknown', 'area', broken, (p) =>
      p.request(
        ({ operation, bearer }) => bearer !== null && ops.some(({ id }) => id === operation),
        () => UNKNOWN_ROUTE,
      ),
    );
  });
