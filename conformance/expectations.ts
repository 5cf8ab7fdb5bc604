// What rows and stories expect of replies. Each function counts its comparison and ends the check with a finding when
// the target violates the sentence.
import type { OperationId } from '../src/contract/operations.ts';
import type {
  CheckContext,
  CredentialName,
  Evidence,
  Exchange,
  SendOptions,
} from '../src/suite/model/define.ts';
import { parseErrorBody } from '../src/suite/model/error-body.ts';
import { isSuccess, mentions, statusIn } from './support/reply-readers/response-readers.ts';

/** Asserts a condition. @param message what is wrong when it does not hold */
export function holds(t: CheckContext, condition: boolean, message: string, evidence: Evidence): void {
  if (!t.compared(condition)) t.fail(message, evidence);
}

/** Asserts that two values are the same. @param exchange the exchanges that show it, the decisive one first */
export function equals(
  t: CheckContext,
  actual: unknown,
  expected: unknown,
  message: string,
  exchange: Evidence['exchange'],
): void {
  holds(t, actual === expected, message, { expected, actual: actual ?? null, exchange });
}

/** Asserts that no reply is a server error. */
export function noServerError(t: CheckContext, ...replies: readonly Exchange[]): void {
  const crash = replies.find(({ status }) => status >= 500);
  holds(t, crash === undefined, 'it is a server error', { actual: crash?.status, exchange: crash });
}

export const request = (t: CheckContext, operation: OperationId, options?: SendOptions): Promise<Exchange> =>
  t.as('tenantA').send(operation, options);

/** Sends a request and asserts that it is refused with any 4xx. */
export async function isRefused(
  t: CheckContext,
  operation: OperationId,
  options: SendOptions,
  by: CredentialName = 'tenantA',
): Promise<void> {
  t.expect(await t.as(by).send(operation, options)).refused();
}

/** Sends a request and asserts that its reply is no server error. */
export async function isServed(
  t: CheckContext,
  operation: OperationId,
  options: SendOptions,
  by: CredentialName = 'tenantA',
): Promise<void> {
  noServerError(t, await t.as(by).send(operation, options));
}

/** Asserts that a read succeeded and shows the resource that was asked for. @param what the kind of resource */
export function isAbout(t: CheckContext, reply: Exchange, id: string, what: string): void {
  t.expect(reply).success();
  holds(t, mentions(reply.json, id), `the reply is not about this ${what}`, {
    expected: id,
    exchange: reply,
  });
}

/** Asserts that none of several actions is answered as one that the target does not have. */
export function areOffered(t: CheckContext, ...replies: readonly Exchange[]): void {
  const lacking = replies.find(({ status }) => t.compared([405, 501].includes(status)));
  if (lacking !== undefined) t.expect(lacking).success();
}

/**
 * Asserts that a request succeeded. A refusal whose reason may be the request body ends the check as inconclusive.
 * @param what the refused thing at the start of the message, such as `our body for a customer`
 * @param missing the statuses that mean that the target does not have the operation
 */
export function isAccepted(
  t: CheckContext,
  reply: Exchange,
  what = 'our body',
  missing: readonly number[] = [404, 405, 501],
): void {
  if (t.compared(isSuccess(reply))) return;
  if (missing.includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  t.inconclusive(
    `${what} was refused with ${reply.status}; give bodies.${reply.operation} in the target file`,
    {
      exchange: reply,
    },
  );
}

/**
 * Asserts that an action on a resource succeeded. A refusal that the request body, the state of the resource or a rule of
 * the target's own may explain ends the check as inconclusive.
 * @param fits matches the states in which the target must not refuse the action
 */
export function isActionAccepted(
  t: CheckContext,
  what: string,
  reply: Exchange,
  before: Exchange,
  fits?: RegExp,
): void {
  if (t.compared(isSuccess(reply))) return;
  if (reply.status === 404) t.require(before).success();
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(parseErrorBody(reply.json)?.errors ?? {}).filter(
    (name) => !/status|state|phase|lifecycle/i.test(name),
  );
  if (fields.length > 0)
    t.inconclusive(`the target wants ${fields.join(', ')} otherwise; give bodies.${reply.operation}`, {
      exchange: reply,
    });
  const state = statusIn(before.json);
  if (state !== undefined && fits?.test(state)) t.expect(reply).success();
  t.inconclusive(`${what} in the state \`${state}\` was refused with ${reply.status}`, { exchange: reply });
}
