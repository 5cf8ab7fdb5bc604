// One try of one check: runs its story and says how it ended.
import type { Errand } from './caller.ts';
import type { Evidence } from './context.ts';
import type { Check } from './define.ts';
import type { Exchange } from './exchange.ts';
import type { Judge } from './judge.ts';
import { makeContext, type Notes, type Tools } from './make-context.ts';
import { nonconformity } from './nonconforming.ts';
import { exchangesOf, RunStopped, Stop } from './outcome.ts';
import { PastTheDoor, pastTheDoor } from './past-the-door.ts';
import type { Scope } from './scope.ts';

export type Outcome = {
  ending: 'pass' | 'fail' | 'skipped' | 'not-applicable' | 'inconclusive' | 'broken';
  message: string;
  evidence: Evidence;
  /** proof, the telling one first; the last exchange when nothing else was named */
  proof: readonly Exchange[];
  blockedBy?: string;
  need?: string;
  seen: Notes['seen'];
  /** everything this try sent */
  exchanges: readonly Exchange[];
};

/** @throws Error when the story reached the target past the door, whatever it came to */
async function atTheDoor({ target }: Tools, story: () => Promise<void> | void): Promise<void> {
  let ending: { error: unknown } | undefined;
  const calls = await pastTheDoor(target.baseUrl, async () => {
    try {
      await story();
    } catch (error) {
      ending = { error };
    }
  });
  const stopped = ending?.error instanceof RunStopped;
  if (calls.length > 0 && !stopped) {
    throw new PastTheDoor(
      `it called the target past the door (${calls[0]}): nothing of that is paced, recorded or taken back. ` +
        'Call it with t.as(…).send(…), or sendRaw(…) for a path of your own',
    );
  }
  if (ending) throw ending.error;
}

/** @throws RunStopped when the run cannot go on */
export async function attempt(
  tools: Tools & { judge: Judge },
  check: Check,
  number: number,
  scope: Scope,
): Promise<Outcome> {
  const errand: Errand = { purpose: 'check', by: check.id, during: check.id };
  const notes: Notes = { exchanges: [], shared: new Set(), seen: [] };
  const outcome = (ending: Outcome['ending'], message = '', evidence: Evidence = {}): Outcome => {
    const named = exchangesOf(evidence);
    const last = notes.exchanges.at(-1);
    const proof = named.length > 0 || last === undefined ? named : [last];
    return { ending, message, evidence, proof, seen: notes.seen, exchanges: notes.exchanges };
  };
  try {
    const story = () => check.run(makeContext(tools, errand, number, scope, notes));
    if (!check.guest) await story();
    else await atTheDoor(tools, story);
    return outcome('pass');
  } catch (error) {
    if (error instanceof RunStopped) throw error;
    if (error instanceof Stop) {
      const { blockedBy, need } = error;
      return {
        ...outcome(error.ending, error.message, error.evidence),
        ...(blockedBy === undefined ? {} : { blockedBy }),
        ...(need === undefined ? {} : { need }),
      };
    }
    if (error instanceof PastTheDoor) return outcome('broken', error.message);
    const odd = oddReply(notes, tools.judge);
    if (odd) return outcome('inconclusive', unread(error, odd.why), odd.evidence);
    return outcome('broken', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/**
 * A reply that a check rests on and that is not as the contract has it; undefined when there is none. An error in the
 * code of a check is the suite's fault only where every reply was as it should be: a target must not be able to make
 * the suite call itself broken.
 */
function oddReply(notes: Notes, judge: Judge): { why: string; evidence: Evidence } | undefined {
  for (const exchange of notes.exchanges) {
    const why = nonconformity(exchange);
    if (why !== null) return { why: `${exchange.id}: ${why}`, evidence: { exchange } };
  }
  const id = [...notes.shared].find((one) => judge.brokeAny(one));
  return id === undefined ? undefined : { why: `${id}, which a shared subject rests on`, evidence: {} };
}

const unread = (error: unknown, why: string): string =>
  `the suite could not read a reply that is not as the contract has it (${why}): ${error}`;
