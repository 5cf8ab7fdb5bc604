// Sends generated requests until their number is reached, and finds for each violation the smallest request that shows
// it.
import { type OperationId, operation } from '../../contract/operations.ts';
import type { CheckContext } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Exploration, ExploredOperation } from '../model/exploration.ts';
import { CheckEnded } from '../model/outcome.ts';
import type { Random } from '../model/random.ts';
import type { RequestCase } from '../model/request-case.ts';
import type { Generator, StandardRequest } from './generate.ts';
import { fillTexts, referencesIn, referenceTo, withoutUnique } from './placeholders.ts';
import { shrink } from './shrink.ts';

/** What the exploration reports about the violations that its exchanges show. */
export type ViolationLog = {
  /** Returns the keys of the violations that an exchange shows; one cause has one key. */
  shownBy(exchange: Exchange): readonly string[];
  /** Makes the last exchange that showed a violation its example. */
  setExample(key: string, request: RequestCase): void;
  /** Withdraws a violation that was not shown again. */
  withdraw(key: string): void;
};

export type ExploreDeps = {
  exploration: Exploration;
  /** the operations that the mode, the credentials and the capabilities permit */
  operations: readonly ExploredOperation[];
  t: CheckContext;
  generator: Generator;
  random: Random;
  violations: ViolationLog;
  /** returns whether the run may write to the resource with this id */
  owns(id: string): boolean;
  /** returns whether the number of requests permits another one */
  mayContinue(): boolean;
  onProgress?(): void;
};

/** One request of a case that was sent, with its reply. */
type Sent = { request: RequestCase; exchange: Exchange };

/** How often a resource of the exploration is named in place of a shared one. */
const OWN_SHARE = 0.4;

/** Matches the key of a violation that a server error shows; it counts only when it is shown again. */
const SERVER_ERROR = /\.5\d\d$/;

/**
 * Explores the operations of a target.
 * @returns the number of cases that were sent
 * @throws RunStopped when a limit of the run is reached, or the target is unreachable
 */
export async function explore(deps: ExploreDeps): Promise<{ cases: number }> {
  const { random, operations, violations, generator, mayContinue } = deps;
  const settled = new Set<string>();
  /** operations whose resources the run could not create */
  const unusable = new Map<OperationId, number>();
  let cases = 0;
  while (mayContinue()) {
    const usable = operations.filter(({ id }) => (unusable.get(id) ?? 0) < MAX_FAILED_SETUPS);
    if (usable.length === 0) break;
    const chosen = pickWeighted(usable, random);
    const one = await caseOf(chosen, deps);
    const sent = await send(one, deps);
    if (sent.length === 0) unusable.set(chosen.id, (unusable.get(chosen.id) ?? 0) + 1);
    else unusable.delete(chosen.id);
    cases += sent.length === 0 ? 0 : 1;
    for (const { request, exchange } of sent)
      for (const key of violations.shownBy(exchange)) {
        if (settled.has(key)) continue;
        settled.add(key);
        violations.setExample(key, request);
        await settle(key, request);
      }
    deps.onProgress?.();
  }
  return { cases };

  /** Sends a case again, and makes its smallest form that shows the violation the example. */
  async function settle(key: string, request: RequestCase): Promise<void> {
    const shows = async (candidate: RequestCase): Promise<boolean> => {
      const isShown = (await send(candidate, deps)).some(({ exchange }) =>
        violations.shownBy(exchange).includes(key),
      );
      if (isShown) violations.setExample(key, candidate);
      return isShown;
    };
    if (!mayContinue() || !(await shows(request))) {
      if (SERVER_ERROR.test(key)) violations.withdraw(key);
      return;
    }
    const own = await standardOf(request.operation, deps);
    const smallest = await shrink(request, {
      standard: own,
      isAllowed: (candidate) => generator.isAllowed(candidate, own),
      shows,
      mayContinue,
    });
    const { after } = smallest;
    if (after === undefined) return;
    const creation = await standardOf(after.operation, deps);
    await shrink(after, {
      standard: creation,
      isAllowed: (candidate) => generator.isAllowed(candidate, creation),
      shows: (candidate) => shows({ ...smallest, after: candidate }),
      mayContinue,
    });
  }
}

/**
 * Sends one case of an earlier report.
 * @returns the number of cases that could be sent: 0 or 1
 */
export async function sendCase(
  one: RequestCase,
  deps: Pick<ExploreDeps, 'exploration' | 'operations' | 't' | 'owns' | 'violations'>,
): Promise<{ cases: number }> {
  const sent = await send(one, deps);
  for (const { request, exchange } of sent)
    for (const key of deps.violations.shownBy(exchange)) deps.violations.setExample(key, request);
  return { cases: Math.min(sent.length, 1) };
}

/** After so many attempts in a row in which an operation could not be sent, it is left alone. */
const MAX_FAILED_SETUPS = 3;

function pickWeighted(operations: readonly ExploredOperation[], random: Random): ExploredOperation {
  let left = random.number() * operations.reduce((sum, { weight }) => sum + weight, 0);
  const found = operations.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? random.pick(operations);
}

/** Returns the request that the suite itself would send, with placeholders. */
async function standardOf(
  id: OperationId,
  { exploration, t }: Pick<ExploreDeps, 'exploration' | 't'>,
): Promise<StandardRequest> {
  const body = withoutUnique(exploration.standardBody(t, id, referenceTo), t.runId);
  return { operation: id, ...(body === undefined ? {} : { body }) };
}

/** Generates a case of an operation, with a resource of its own where it ends the resource, and sometimes otherwise. */
async function caseOf({ id, creation, ends }: ExploredOperation, deps: ExploreDeps): Promise<RequestCase> {
  const { generator, random } = deps;
  const one = generator.generate(await standardOf(id, deps));
  if (creation === undefined || (ends !== true && random.number() >= OWN_SHARE)) return one;
  return { ...one, after: generator.generate(await standardOf(creation, deps)) };
}

/** Sends the requests of a case in their order. @returns an empty list when the case could not be sent */
async function send(
  one: RequestCase,
  deps: Pick<ExploreDeps, 'exploration' | 'operations' | 't' | 'owns'>,
): Promise<Sent[]> {
  const { exploration, t } = deps;
  try {
    const before = one.after === undefined ? [] : await send(one.after, deps);
    const params = await paramsOf(one, before.at(-1)?.exchange, deps);
    if (params === undefined) return before;
    const texts = await textsOf(one, deps);
    const { id, method } = operation(one.operation);
    if (method !== 'GET' && !Object.values(params).every((value) => deps.owns(value))) return before;
    const caller = deps.operations.find((known) => known.id === id)?.as ?? 'tenantA';
    const exchange = await t.as(caller).send(id, {
      params,
      headers: exploration.headers(t, id),
      ...(one.query === undefined ? {} : { query: queryOf(fillTexts(one.query, texts)) }),
      ...(one.body === undefined ? {} : { body: fillTexts(one.body, texts) }),
    });
    return [...before, { request: one, exchange }];
  } catch (error) {
    // A limit, a time-out or a missing resource decides nothing about the target.
    if (error instanceof CheckEnded) return [];
    throw error;
  }
}

/** Returns the path parameters of a case; undefined when its creation shows no new resource. */
async function paramsOf(
  one: RequestCase,
  created: Exchange | undefined,
  { exploration, t }: Pick<ExploreDeps, 'exploration' | 't'>,
): Promise<Record<string, string> | undefined> {
  const names = [...operation(one.operation).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const last = names.at(-1);
  if (last === undefined) return {};
  if (one.after === undefined) return exploration.params(t, one.operation);
  const id = created === undefined ? undefined : exploration.createdId(created, one.operation);
  if (id === undefined) return undefined;
  return names.length === 1 ? { [last]: id } : { ...created?.request.params, [last]: id };
}

async function textsOf(
  { body, query }: RequestCase,
  { exploration, t }: Pick<ExploreDeps, 'exploration' | 't'>,
): Promise<{ unique: string; references: Record<string, string> }> {
  const references: Record<string, string> = {};
  for (const name of referencesIn([body, query])) references[name] = await exploration.reference(t, name);
  const number = t.unique().slice(t.runId.length + 1);
  return { unique: `${t.runId}-${number.padStart(5, '0')}`, references };
}

/** Returns the parameters of a query, each as a text, a number or a truth value. */
const queryOf = (query: unknown): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
