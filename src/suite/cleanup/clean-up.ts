// Takes back what the run created, the latest first.
import { operation } from '../../contract/operations.ts';
import type { RequestOrigin } from '../http/caller.ts';
import type { Sessions } from '../http/sessions.ts';
import type { TargetClient } from '../http/target-client.ts';
import type { Clock } from '../model/clock.ts';
import { parseErrorBody } from '../model/error-body.ts';
import type { Exchange } from '../model/exchange.ts';
import { MAX_CLEAN_UP_TIME } from '../model/limits.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';
import { type CredentialName, credentialNames } from '../model/target.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { isRedacted, type Ledger, type LedgerEntry } from './ledger.ts';
import type { Leftover } from './leftover.ts';

export type CleanUpDeps = {
  ledger: Ledger;
  client: TargetClient;
  sessions: Sessions;
  clock: Clock;
  secrets: Secrets;
};
/** What is still being set up cannot be ended yet: what is refused is asked for once more after so many
 * milliseconds. */
const RETRY_DELAY_MS = 10_000;

/** What one try came to: why it is not taken back, and whether it may be later. */
type UndoFailure = { reason: string; retryable: boolean; targetLost: boolean } | null;

/** Takes at most {@link MAX_CLEAN_UP_TIME}. @returns what could not be taken back, with the reason; a target that is gone leaves all the rest */
export async function cleanUp(tools: CleanUpDeps): Promise<Leftover[]> {
  tools.client.beginCleanUp(MAX_CLEAN_UP_TIME);
  await waitUntilRemovable(tools);
  const leftovers = new Map<LedgerEntry, string>();
  const retryLater: LedgerEntry[] = [];
  let lostReason: string | null = null;
  let alreadyWaited = false;
  for (const entry of tools.ledger.openEntries()) {
    if (lostReason !== null) {
      leftovers.set(entry, lostReason);
      continue;
    }
    let failure = await tryUndo(tools, entry);
    // what was made earlier is often held by this: the wait comes now, and not after all have been refused
    if (failure?.retryable && !alreadyWaited) {
      alreadyWaited = true;
      await tools.clock.sleep(RETRY_DELAY_MS);
      failure = await tryUndo(tools, entry);
    } else if (failure?.retryable) retryLater.push(entry);
    if (!failure) continue;
    leftovers.set(entry, failure.reason);
    if (failure.targetLost) lostReason = failure.reason;
  }
  if (retryLater.length > 0 && lostReason === null) {
    await tools.clock.sleep(RETRY_DELAY_MS);
    for (const entry of retryLater) {
      const failure = await tryUndo(tools, entry);
      if (failure) leftovers.set(entry, failure.reason);
      else leftovers.delete(entry);
    }
  }
  return [...leftovers].map(([{ undo }, reason]) => ({
    operation: undo.operation,
    params: undo.params ?? {},
    why: reason,
  }));
}

/** Waits until the youngest of what is being set up can be ended. */
async function waitUntilRemovable({ ledger, clock }: CleanUpDeps): Promise<void> {
  const removableAt = ledger
    .openEntries()
    .map(({ at, undo: { settles } }) => (at === undefined || settles === undefined ? 0 : at + settles));
  const wait = removableAt.reduce((latest, at) => Math.max(latest, at), 0) - clock.now();
  if (wait > 0) await clock.sleep(wait);
}

/** One try at one thing. */
async function tryUndo(tools: CleanUpDeps, entry: LedgerEntry): Promise<UndoFailure> {
  try {
    if (isRedacted(entry))
      return { reason: 'its id held a secret and was not written down', retryable: false, targetLost: false };
    const refusal = await undoEntry(tools, entry);
    if (refusal === null) {
      tools.ledger.markUndone(entry);
      return null;
    }
    const message = refusalMessage(refusal, tools.secrets);
    const { method } = operation(entry.undo.operation);
    const reason = `${method} answered ${refusal.status}${message === '' ? '' : `, "${message}"`}`;
    return { reason, retryable: true, targetLost: false };
  } catch (error) {
    if (error instanceof RunStopped)
      return { reason: tools.secrets.redactText(error.message), retryable: false, targetLost: true };
    // whatever comes of one thing, the others are taken back all the same
    if (!(error instanceof CheckEnded))
      return { reason: tools.secrets.redactText(`${error}`), retryable: false, targetLost: false };
    // a gateway or a lost reply may be better soon; a credential that does not work will not
    const retryable = error.ending === 'inconclusive' && error.blockedBy === undefined;
    return { reason: tools.secrets.redactText(error.message), retryable, targetLost: false };
  }
}

/** @returns the refusal; null when it is taken back */
async function undoEntry(
  { client, sessions }: CleanUpDeps,
  { undo, as, by }: LedgerEntry,
): Promise<Exchange | null> {
  // on behalf of whoever created it
  const origin: RequestOrigin = { purpose: 'cleanup', by, checkId: '' };
  const name = credentialName(as);
  const { operation: id, params, body, gone: goneStatuses = [] } = undo;
  const call = async (): Promise<{ reply: Exchange; token: string }> => {
    const token = await sessions.token(name, origin);
    const reply = await client.send(await sessions.caller(name, origin), origin, id, {
      ...(params === undefined ? {} : { params }),
      ...(body === undefined ? {} : { body }),
      undo: false,
    });
    return { reply, token };
  };
  let { reply, token } = await call();
  // a token may have run out since the last check
  if (reply.status === 401 && (await sessions.shouldRetryAfter401(name, origin, token)))
    ({ reply, token } = await call());
  const { status } = reply;
  return (status >= 200 && status < 300) || [404, 410, ...goneStatuses].includes(status) ? null : reply;
}

/** What the target said of it, in a line: cut only where its secrets are gone, for half of one is none that is known. */
function refusalMessage({ json, text }: Exchange, secrets: Secrets): string {
  const whole = (parseErrorBody(json)?.message || text).slice(0, 20_000);
  const message = secrets.redactText(whole).replace(/\s+/g, ' ').trim();
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new CheckEnded('not-applicable', `${as} is no configured credential`);
}
