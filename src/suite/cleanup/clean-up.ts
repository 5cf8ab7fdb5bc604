// Undoes what the run created, from the newest resource to the oldest.
import { type OperationId, operation } from '../../contract/operations.ts';
import type { RequestOrigin } from '../http/caller.ts';
import type { Sessions } from '../http/credentials/sessions.ts';
import type { TargetClient } from '../http/target-client.ts';
import type { Clock } from '../model/clock.ts';
import { parseErrorBody } from '../model/error-body.ts';
import type { Exchange } from '../model/exchange.ts';
import { MAX_CLEAN_UP_TIME } from '../model/limits.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';
import { type CredentialName, credentialNames } from '../model/target.ts';
import type { Sweep } from '../model/undo.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { isRedacted, type Ledger, type LedgerEntry, type Leftover } from './ledger.ts';

/** What the clean-up works with. */
export type CleanUpDeps = {
  ledger: Ledger;
  client: TargetClient;
  sessions: Sessions;
  clock: Clock;
  secrets: Secrets;
  /** lists that are read after everything is undone, because something may still run for what was deleted */
  sweeps?: readonly Sweep[];
  /** Reads the rows of a list as a credential. @throws CheckEnded when the list cannot be read */
  listRows?(operation: OperationId, as: CredentialName): Promise<readonly unknown[]>;
  /** Returns whether a row of a list belongs to something that the run created. */
  isOwnRow?(row: unknown): boolean;
};
/**
 * How long clean-up waits before it repeats a refused undo call, in milliseconds: a resource that is still being set
 * up cannot be deleted yet.
 */
const RETRY_DELAY_MS = 10_000;

/** Why an undo call failed, and whether a later attempt may succeed; null when the call succeeded. */
type UndoFailure = { reason: string; retryable: boolean; targetLost: boolean } | null;

/**
 * Undoes all open entries of the ledger, within {@link MAX_CLEAN_UP_TIME}. @returns what could not be undone, with
 * the reason; once the target is unreachable, everything that is left
 */
export async function cleanUp(deps: CleanUpDeps): Promise<Leftover[]> {
  deps.client.beginCleanUp(MAX_CLEAN_UP_TIME);
  const leftovers = new Map<LedgerEntry, string>();
  const retryLater: LedgerEntry[] = [];
  let lostReason: string | null = null;
  let alreadyWaited = false;
  for (const entry of deps.ledger.openEntries()) {
    if (lostReason !== null) {
      leftovers.set(entry, lostReason);
      continue;
    }
    let failure = await tryUndo(deps, entry);
    // Clean-up waits right after the first refusal, because the refused resource often blocks the deletion of older
    // resources.
    if (failure?.retryable && !alreadyWaited) {
      alreadyWaited = true;
      await deps.clock.sleep(retryDelay(deps));
      failure = await tryUndo(deps, entry);
    } else if (failure?.retryable) retryLater.push(entry);
    if (!failure) continue;
    leftovers.set(entry, failure.reason);
    if (failure.targetLost) lostReason = failure.reason;
  }
  if (retryLater.length > 0 && lostReason === null) {
    await deps.clock.sleep(RETRY_DELAY_MS);
    for (const entry of retryLater) {
      const failure = await tryUndo(deps, entry);
      if (failure) leftovers.set(entry, failure.reason);
      else leftovers.delete(entry);
    }
  }
  if (lostReason === null) for (const [entry, reason] of await sweep(deps)) leftovers.set(entry, reason);
  return [...leftovers].map(([{ undo }, reason]) => ({
    operation: undo.operation,
    params: undo.params ?? {},
    why: reason,
  }));
}

/** Ends what still runs for the resources that were deleted. @returns what could not be ended, with the reason */
async function sweep(deps: CleanUpDeps): Promise<Map<LedgerEntry, string>> {
  const { ledger, listRows, isOwnRow, sweeps = [], clock } = deps;
  const left = new Map<LedgerEntry, string>();
  if (listRows === undefined || isOwnRow === undefined) return left;
  for (const { list, after, end } of sweeps) {
    const deleted = ledger.entries.filter(({ undo }) => after.includes(undo.operation));
    for (const as of new Set(deleted.map((entry) => entry.as))) {
      // A list that cannot be read shows nothing that belongs to the run.
      const rows = await listRows(list, credentialName(as)).catch((error: unknown) => {
        if (error instanceof CheckEnded) return [];
        throw error;
      });
      const by = deleted.find((entry) => entry.as === as)?.by ?? '';
      for (const row of rows.filter(isOwnRow)) {
        const undo = end(row);
        if (undo === undefined) continue;
        const entry = ledger.add(undo, as, by, clock.now());
        const failure = entry && (await tryUndo(deps, entry));
        if (entry && failure) left.set(entry, failure.reason);
      }
    }
  }
  return left;
}

/**
 * Returns how long clean-up waits after the first refusal: until the newest resource that is being set up can be
 * deleted, as far as the ledger tells, else {@link RETRY_DELAY_MS}.
 */
function retryDelay({ ledger, clock }: CleanUpDeps): number {
  const removableAt = ledger
    .openEntries()
    .map(({ at, undo: { settles } }) => (at === undefined || settles === undefined ? 0 : at + settles));
  const wait = removableAt.reduce((latest, at) => Math.max(latest, at), 0) - clock.now();
  // The times may come from a damaged ledger.
  return wait > 0 ? Math.min(wait, RETRY_DELAY_MS) : RETRY_DELAY_MS;
}

/** Attempts to undo one entry. */
async function tryUndo(deps: CleanUpDeps, entry: LedgerEntry): Promise<UndoFailure> {
  try {
    if (isRedacted(entry))
      return { reason: 'its id held a secret and was not written down', retryable: false, targetLost: false };
    const refusal = await undoEntry(deps, entry);
    if (refusal === null) {
      deps.ledger.markUndone(entry);
      return null;
    }
    const message = refusalMessage(refusal, deps.secrets);
    const { method } = operation(entry.undo.operation);
    const reason = `${method} answered ${refusal.status}${message === '' ? '' : `, "${message}"`}`;
    return { reason, retryable: true, targetLost: false };
  } catch (error) {
    if (error instanceof RunStopped)
      return { reason: deps.secrets.redactText(error.message), retryable: false, targetLost: true };
    // An error in undoing one entry does not prevent the undoing of the other entries.
    if (!(error instanceof CheckEnded))
      return { reason: deps.secrets.redactText(`${error}`), retryable: false, targetLost: false };
    // A later attempt may succeed after a gateway error or a lost reply, but not after a rejected credential.
    const retryable = error.ending === 'inconclusive' && error.blockedBy === undefined;
    return { reason: deps.secrets.redactText(error.message), retryable, targetLost: false };
  }
}

/** Sends the call that undoes an entry. @returns the reply that refuses it; null when it succeeded */
async function undoEntry(
  { client, sessions, clock }: CleanUpDeps,
  { undo, as, by, at }: LedgerEntry,
): Promise<Exchange | null> {
  // The exchange is attributed to the check that created the resource.
  const origin: RequestOrigin = { purpose: 'cleanup', by, checkId: '' };
  const name = credentialName(as);
  const { operation: id, params, gone = [], settles = 0 } = undo;
  // A refusal of a resource that is still being set up does not mean that the resource has ended.
  const goneStatuses = at !== undefined && clock.now() < at + settles ? [] : gone;
  const call = async (): Promise<{ reply: Exchange; token: string }> => {
    const token = await sessions.token(name, origin);
    const reply = await client.send(await sessions.caller(name, origin), origin, id, {
      ...(params === undefined ? {} : { params }),
      undo: false,
    });
    return { reply, token };
  };
  let { reply, token } = await call();
  // the token may have expired since the last check
  if (reply.status === 401 && (await sessions.shouldRetryAfter401(name, origin, token)))
    ({ reply, token } = await call());
  const { status } = reply;
  return (status >= 200 && status < 300) || [404, 410, ...goneStatuses].includes(status) ? null : reply;
}

/**
 * Returns the target's error message in one line. Secrets are removed before the message is cut, because a part of a
 * secret would not be recognised.
 */
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
