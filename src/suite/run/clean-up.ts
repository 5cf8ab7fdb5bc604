// Undoes what a run created, from the newest resource to the oldest: at the end of the run, or later from its ledger file.
import { isObject } from '../../contract/is-object.ts';
import { operation } from '../../contract/operations.ts';
import { REASONS, type RequestOrigin } from '../http/call.ts';
import { isRedacted, Ledger, type LedgerEntry } from '../http/ledger.ts';
import type { Fetch } from '../http/transport/transport.ts';
import { idText } from '../mapping/ids.ts';
import { leavesOf } from '../mapping/leaves.ts';
import { type Clock, realClock } from '../model/clock.ts';
import { parseErrorBody } from '../model/error-body.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { Leftover } from '../model/generated/report.ts';
import { MAX_CLEAN_UP_TIME } from '../model/limits.ts';
import { CheckEnded, RunStopped, UsageError } from '../model/outcome.ts';
import { type CredentialName, credentialNames, isLoopback } from '../model/target.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { shortLine } from '../model/text.ts';
import type { Sweep } from '../model/undo.ts';
import type { OnProgress } from '../report/report.ts';
import { resolveTarget } from '../target/config.ts';
import { createRunContext, type RunContext } from './run-context.ts';

/** Why an undo call failed, and whether a later attempt may succeed; null when the call succeeded. */
type UndoFailure = { reason: string; retryable: boolean; targetLost: boolean } | null;

const leftoverOf = ({ undo: { operation, params = {} } }: LedgerEntry, why: string): Leftover => ({
  operation,
  params,
  why,
});

const byHand = (leftovers: readonly Leftover[]): Leftover[] =>
  leftovers.map((one) => ({ ...one, byHand: true as const }));

/** @param sweeps lists that are read last, because something may still run for what was deleted */
export async function cleanUpRun(
  context: RunContext,
  { cleanup = true, sweeps = [] }: { cleanup?: boolean; sweeps?: readonly Sweep[] },
  progress: OnProgress,
): Promise<Leftover[]> {
  const { ledger, client } = context;
  if (cleanup) await client.created.readWithoutUndo();
  const open = ledger.openEntries();
  let leftovers = open.map((entry) => leftoverOf(entry, 'clean-up is switched off'));
  if (cleanup && open.length > 0) {
    progress({ type: 'cleanup', things: open.length });
    leftovers = await undoAll(context, sweeps);
  }
  client.created.noteLeftovers();
  return [...leftovers, ...byHand(ledger.unidentified)];
}

/**
 * Undoes the open entries of a ledger file.
 * @param config the credentials; the base URL of the ledger is used unless the target names one
 * @param named whether the caller named the base URL for this call, so that it may differ from that of the ledger
 * @returns the number of open entries, and the entries that could not be undone
 * @throws UsageError when the file is not a ledger, names another machine that the target does not name, or is of a run on
 * another base URL than that of the target
 */
export async function cleanUpLedger(
  file: string,
  config: TargetConfig,
  env: Record<string, string | undefined> = process.env,
  { fetch, clock = realClock, named = false }: { fetch?: Fetch; clock?: Clock; named?: boolean } = {},
): Promise<{ open: number; leftovers: Leftover[] }> {
  const { ledger, baseUrl, runId } = Ledger.read(file);
  // Whoever wrote the file must not choose where the credentials go.
  if (config.baseUrl === undefined && !isLoopback(baseUrl))
    throw new UsageError(
      `the ledger ${file} is of a run on ${baseUrl}: name this base URL, as an argument or in the target file, if the credentials may be sent there`,
    );
  const target = resolveTarget({ ...config, baseUrl: config.baseUrl ?? baseUrl }, env);
  // Another platform may have other things with these ids.
  if (!named && target.baseUrl !== baseUrl)
    throw new UsageError(
      `the ledger ${file} is of a run on ${baseUrl}, and the target file names ${target.baseUrl}: give the base URL where the things are as an argument`,
    );
  const credentialProbes = ['getCurrentUser'] as const;
  const context = createRunContext({
    options: {
      target: config,
      catalogue: { requirements: {}, checks: [], rules: [], credentialProbes, undo: {} },
      fetch,
    },
    ...{ target, mode: 'full', seed: 0, runId, clock, ledger },
    selection: { checks: [], rules: [] },
  });
  const open = ledger.openEntries().length + ledger.unidentified.length;
  const leftovers = await undoAll(context, []);
  await context.transport.close();
  return { open, leftovers: [...leftovers, ...byHand(ledger.unidentified)] };
}

/** Undoes all open entries, within {@link MAX_CLEAN_UP_TIME}. @returns what could not be undone, with the reason */
async function undoAll(context: RunContext, sweeps: readonly Sweep[]): Promise<Leftover[]> {
  const { client, ledger, clock } = context;
  client.beginCleanUp(MAX_CLEAN_UP_TIME);
  const leftovers = new Map<LedgerEntry, string>();
  const retryLater: LedgerEntry[] = [];
  let lostReason: string | null = null;
  let alreadyWaited = false;
  for (const entries of sideBySide(ledger.openEntries(), context.concurrency)) {
    const lost = lostReason;
    if (lost !== null) {
      for (const entry of entries) leftovers.set(entry, lost);
      continue;
    }
    const failures = await Promise.all(entries.map((entry) => tryUndo(context, entry)));
    for (const [at, entry] of entries.entries()) {
      let failure = failures[at] ?? null;
      // Clean-up waits right after the first refusal, because the refused resource often blocks the deletion of older
      // resources.
      if (failure?.retryable && !alreadyWaited) {
        alreadyWaited = true;
        await clock.sleep(retryDelay(context));
        failure = await tryUndo(context, entry);
      } else if (failure?.retryable) retryLater.push(entry);
      if (!failure) continue;
      leftovers.set(entry, failure.reason);
      if (failure.targetLost) lostReason = failure.reason;
    }
  }
  if (retryLater.length > 0 && lostReason === null) {
    await clock.sleep(REASONS.cleanup.waitMs());
    for (const entry of retryLater) {
      const failure = await tryUndo(context, entry);
      if (failure) leftovers.set(entry, failure.reason);
      else leftovers.delete(entry);
    }
  }
  if (lostReason === null)
    for (const one of sweeps) for (const [entry, why] of await sweep(context, one)) leftovers.set(entry, why);
  return [...leftovers].map(([entry, why]) => leftoverOf(entry, why));
}

/** Returns entries in their order, those beside each other that the same operation undoes together, up to a number. */
function sideBySide(entries: readonly LedgerEntry[], most: number): LedgerEntry[][] {
  const groups: LedgerEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isLike = last?.[0]?.undo.operation === entry.undo.operation;
    if (last && isLike && last.length < most) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Ends what still runs for the resources that were deleted. @returns what could not be ended, with the reason */
async function sweep(context: RunContext, { list, after, end }: Sweep): Promise<[LedgerEntry, string][]> {
  const { ledger, client, clock } = context;
  const left: [LedgerEntry, string][] = [];
  const deleted = ledger.entries.filter(({ undo }) => after.includes(undo.operation));
  for (const as of new Set(deleted.map((entry) => entry.as))) {
    const by = deleted.find((entry) => entry.as === as)?.by ?? '';
    const api = client.api(credentialName(as), originOf('suite/cleanup'));
    const read = async (): Promise<readonly unknown[]> => {
      const first = await api.list(list, { pages: 1 });
      // A list that shows the newest first has what the run created on its first page.
      return first.complete || isNewestFirst(first.items) ? first.items : (await api.list(list)).items;
    };
    // A list that cannot be read shows nothing that belongs to the run.
    const rows = await read().catch((error: unknown) => {
      if (error instanceof CheckEnded) return [];
      throw error;
    });
    for (const row of rows) {
      const isOwn = leavesOf(row).some(({ value }) => client.created.isOwn(value));
      const undo = isOwn ? end(row) : undefined;
      const entry = undo && ledger.add(undo, as, by, clock.now());
      const failure = entry && (await tryUndo(context, entry));
      if (entry && failure) left.push([entry, failure.reason]);
    }
  }
  return left;
}

/** Returns whether rows show their creation times, the latest first. */
function isNewestFirst(rows: readonly unknown[]): boolean {
  const times = rows.map((row) => Date.parse(isObject(row) ? String(row.created_at) : ''));
  const isFalling = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? Number.NaN));
  return rows.length > 1 && isFalling && (times[0] ?? 0) > (times.at(-1) ?? Number.NaN);
}

/** Returns how long clean-up waits after the first refusal: until what is being set up can be deleted. */
function retryDelay({ ledger, clock }: RunContext): number {
  const removableAt = ledger.openEntries().map(({ at = 0, undo: { settles = 0 } }) => at + settles);
  const wait = Math.max(0, ...removableAt) - clock.now();
  // The times may come from a damaged ledger.
  const usual = REASONS.cleanup.waitMs();
  return wait > 0 ? Math.min(wait, usual) : usual;
}

async function tryUndo(context: RunContext, entry: LedgerEntry): Promise<UndoFailure> {
  const { ledger, secrets } = context;
  try {
    if (isRedacted(entry))
      return { reason: 'its id held a secret and was not written down', retryable: false, targetLost: false };
    const refusal = await undoEntry(context, entry);
    if (refusal === null) {
      ledger.markUndone(entry);
      return null;
    }
    const message = refusalMessage(refusal, secrets);
    const { method } = operation(entry.undo.operation);
    const reason = `${method} answered ${refusal.status}${message === '' ? '' : `, "${message}"`}`;
    return { reason, retryable: true, targetLost: false };
  } catch (error) {
    const targetLost = error instanceof RunStopped;
    // An error in undoing one entry does not prevent the undoing of the other entries. A later attempt may succeed after
    // a gateway error or a lost reply, but not after a rejected credential.
    const retryable =
      error instanceof CheckEnded && error.ending === 'inconclusive' && error.blockedBy === undefined;
    const reason = targetLost || error instanceof CheckEnded ? error.message : `${error}`;
    return { reason: secrets.redactText(reason), retryable, targetLost };
  }
}

/** Sends the call that undoes an entry. @returns the reply that refuses it; null when it succeeded */
async function undoEntry({ client, clock }: RunContext, entry: LedgerEntry): Promise<Exchange | null> {
  const { undo, as, by, at } = entry;
  const { operation: id, params = {}, gone = [], settles = 0 } = undo;
  // A refusal of a resource that is still being set up does not mean that the resource has ended.
  const ended = [404, 410, ...(at !== undefined && clock.now() < at + settles ? [] : gone)];
  // The exchange is attributed to the check that created the resource.
  const reply = await client.send(credentialName(as), originOf(by), id, { params, undo: false });
  if (isSuccess(reply)) return null;
  // An order that was completed meanwhile cannot be cancelled; what it created must be ended.
  if (id === 'cancelOrder' && gone.includes(reply.status)) return endServicesOf(client, entry, params, ended);
  return ended.includes(reply.status) ? null : reply;
}

/** @param ended the statuses of a service that has ended before @returns the refusal; null when all have ended */
async function endServicesOf(
  client: RunContext['client'],
  { as, by }: LedgerEntry,
  params: Record<string, string>,
  ended: readonly number[],
): Promise<Exchange | null> {
  const caller = credentialName(as);
  const order = await client.send(caller, originOf(by), 'getOrder', { params });
  if (!isSuccess(order)) return [404, 410].includes(order.status) ? null : order;
  const { services } = isObject(order.json) ? order.json : {};
  for (const id of Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []) : []) {
    const reply = await client.send(caller, originOf(by), 'terminateService', {
      params: { id },
      undo: false,
    });
    if (!isSuccess(reply) && !ended.includes(reply.status)) return reply;
  }
  return null;
}

const originOf = (by: string): RequestOrigin => ({ purpose: 'cleanup', reason: 'cleanup', by, checkId: '' });

/** Returns the target's error message in one line. A part of a secret would not be recognised after the cut. */
function refusalMessage({ json, text }: Exchange, secrets: RunContext['secrets']): string {
  const whole = (parseErrorBody(json)?.message || text).slice(0, 20_000);
  return shortLine(secrets.redactText(whole), 200);
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new CheckEnded('not-applicable', `${as} is no configured credential`);
}
