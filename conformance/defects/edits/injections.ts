// What defects have in common: ready-made replies, changes around the handlers of the mock and of its rows, and the
// credentials that were seen.
import { isObject, type JsonObject } from '../../../src/contract/is-object.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { isSuccess, numberAt, onSuccess, refusal } from '../../../src/variations/edits.ts';
import type { Db, HandlerCall, Injector, RequestMatcher, ResponseEdit } from '../mutant.ts';

/** The error reply to an operation that the server does not offer. */
export const NOT_IMPLEMENTED = refusal(501, 'NOT_IMPLEMENTED', 'Not yet.');

/** Builds an error reply that names one invalid field in `errors`. */
export const refusesField = (field: string, message: string): ResponseEdit =>
  refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { [field]: [message] });

/** Builds an error reply with status 500. */
export const serverError = (): ResponseEdit => refusal(500, 'SERVER_ERROR', 'An unexpected error occurred.');

/** Adds milliseconds to an instant. */
export const shiftInstant = (instant: unknown, ms: number): string =>
  `${new Date(Date.parse(String(instant)) + ms).toISOString().slice(0, 19)}Z`;

/** Makes the handler of an operation read an edited copy of the body. */
export const editBody = (
  p: Injector,
  where: RequestMatcher,
  edit: (body: JsonObject, call: HandlerCall) => void,
): void =>
  p.handler(where, (call, go) => {
    const copy = structuredClone(call.body);
    if (isObject(copy)) edit(copy, call);
    return go({ body: copy });
  });

export const editFile = (
  p: Injector,
  operation: OperationId,
  edit: (bytes: Uint8Array) => Uint8Array | string,
): void =>
  onSuccess(p, operation, (_json, _request, reply) => {
    if (reply.raw instanceof Uint8Array) reply.raw = edit(reply.raw);
  });

/** Acts after the handlers of matching requests have run; a result that `act` returns replaces the result. */
export const after = (
  p: Injector,
  where: RequestMatcher,
  act: (call: HandlerCall, result: JsonObject) => unknown,
): void =>
  p.handler(where, (call, go) => {
    const result = go();
    return (isObject(result) ? act(call, result) : undefined) ?? result;
  });

/** Records the ids in the paths of the successful requests to an operation. */
export function idsOf(p: Injector, operation: OperationId): Set<string> {
  const ids = new Set<string>();
  onSuccess(p, operation, (_json, { params }) => ids.add(params.id ?? ''));
  return ids;
}

/**
 * Changes the balance of a tenant's wallet.
 * @param by the amount to add in minor units; a negative amount is debited
 */
export function changeBalance(db: Db, by: number): void {
  const [wallet] = db.table('wallets').all();
  if (!wallet) return;
  db.table('wallets').update(wallet.id, {
    balance_amount: numberAt(wallet, 'balance_amount') + by,
    available_amount: numberAt(wallet, 'available_amount') + by,
  });
}

/**
 * Records the bearer credential of every successful request.
 * @returns a function that returns the last recorded credential; null before the first successful request
 */
export function lastGoodBearer(p: Injector): () => string | null {
  let last: string | null = null;
  p.reply('everything', (answer, request) => {
    if (isSuccess(answer) && request.bearer !== null && request.operation !== 'logout') last = request.bearer;
  });
  return () => last;
}

/** Returns whether a bearer credential has the three parts of a signed JWT. */
export const isJwt = (bearer: string): boolean => bearer.split('.').length === 3;
