// Strangers at a thing: every operation on it called by another tenant between two looks of its owner.
import type { Operation, OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange, SendOptions, Subject } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { subject } from '../suite.ts';
import { apart, type Exhibit } from './exhibits.ts';
import { isSuccess, settled, telling } from './reading.ts';
import { isListOf } from './things.ts';

/** What reads comes first, what ends a thing last, and its parts before the whole: one broken refusal spoils the fewest others. */
const gravity = ({ id, method, path }: Operation): number =>
  (/^(terminate|cancel|close|revoke)/.test(id) ? 3 : ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)) -
  path.length / 1000;

export const isRead = ({ method }: Operation): boolean => method === 'GET';

export type Visit = {
  id: string;
  before: Exchange;
  replies: ReadonlyMap<OperationId, Exchange>;
  /** the owner's look afterwards; null when nothing but reads was tried */
  after: Exchange | null;
};

export type Place = {
  what: string;
  /** a thing its owner saw, in a state in which its owner's calls would succeed */
  of: Subject<Exhibit>;
  /** how its owner looks again */
  look(t: Context, id: string): Promise<Exchange>;
  /** a call that its owner would be granted */
  call(t: Context, op: Operation, exhibit: Exhibit): Promise<SendOptions>;
  /** whether a thing differs in more than what time alone changes */
  changed(before: Exchange, after: Exchange): boolean;
  /** what else strangers try there before the owner looks again; judged by checks of its own */
  besides?: Subject<unknown>;
};

/** Calls of a stranger on a thing, one after the other. */
async function intrude(
  t: Context,
  place: Place,
  ops: readonly Operation[],
  seen: Exhibit,
  besides?: Subject<unknown>,
): Promise<Visit> {
  const replies = new Map<OperationId, Exchange>();
  for (const op of ops) {
    const call = { ...(await place.call(t, op, seen)), spoiled: "another tenant's id" };
    replies.set(op.id, await t.as('tenantB').send(op.id, call));
  }
  if (besides) await t.use(besides).catch(() => undefined);
  const after = ops.every(isRead) ? null : await place.look(t, seen.id);
  return { id: seen.id, before: seen.seen, replies, after };
}

/** The visit that the checks of a thing's operations share. */
export function visitTo(place: Place, operations: readonly Operation[]): Subject<Visit> {
  const ops = [...operations].sort((a, b) => gravity(a) - gravity(b));
  return subject(`strangers at ${place.what}`, {
    cost: ops.length + (ops.every(isRead) ? 0 : 1),
    uses: [apart, place.of, ...(place.besides ? [place.besides] : [])],
    async make(t: Context): Promise<Visit> {
      await t.use(apart);
      return intrude(t, place, ops, await t.use(place.of), place.besides);
    },
  });
}

/** Judges what a stranger was answered. */
export function expectShut(t: Context, op: Operation, reply: Exchange, before: Exchange): void {
  const empty = isListOf(op) && itemsOf(reply.json)?.length === 0;
  const { id = '' } = reply.request.params;
  if (isSuccess(reply) && !telling(id) && settled(reply.json) !== settled(before.json)) {
    t.inconclusive(`${id} may name a thing of each tenant`, { exchange: [reply, before] });
  }
  if (isSuccess(reply) && !empty) {
    t.fail(`another tenant was answered ${reply.status}`, {
      expected: '403 or 404',
      actual: reply.status,
      exchange: [reply, before],
    });
  }
  if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
  if (empty || reply.status === 403 || reply.status === 404) return;
  if (reply.status === 401)
    t.fail('a valid credential was answered 401', { expected: '403 or 404', actual: 401, exchange: reply });
  t.inconclusive(`it was refused with ${reply.status}, which may be about the body`, { exchange: reply });
}

/**
 * Judges one operation of a visit. Where all were refused and the thing is changed all the same, each write is told
 * apart from the others: the stranger comes once more, to another such thing and with this one only.
 */
export async function judgeVisit(t: Context, place: Place, op: Operation, visit: Visit): Promise<void> {
  const reply = visit.replies.get(op.id);
  if (reply === undefined) t.inconclusive('it was not called');
  const writes = [...visit.replies.values()].filter(({ request }) => request.method !== 'GET');
  const stirred = ({ before, after }: Visit): boolean => after !== null && place.changed(before, after);
  if (!isRead(op) && !isSuccess(reply) && !writes.some(isSuccess) && stirred(visit)) {
    const alone = await t.afresh(async (anew) => intrude(anew, place, [op], await anew.use(place.of)));
    if (stirred(alone)) {
      t.fail('it was refused, and done all the same', {
        expected: alone.before.json,
        actual: alone.after?.json ?? alone.after?.status,
        exchange: [...(alone.after ? [alone.after] : []), ...alone.replies.values()],
      });
    }
  }
  expectShut(t, op, reply, visit.before);
}
