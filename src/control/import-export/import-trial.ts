// Tests an imported world in a copy: creates one resource of every kind and advances the clock by a year.
import { type OperationId, operation } from '../../contract/operations.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import { WorldServer } from '../../server/world-server.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { World } from '../../state/world.ts';

const DAY = 86_400_000;
const DAYS = 365;
const HOUR = 3_600_000;
/**
 * The maximum number of rows of a world in which the trial advances the clock by a year. In a larger world the trial
 * lasts one hour, because a year would take too long.
 */
const MAX_ROWS = 20_000;

/** The number of timers after which the trial ends: services billed by the hour have very many. */
const MAX_DUE = 5000;

/** Advances the clock step by step, until the last step or until too many timers have run. */
function advanceInSteps<T extends Tables>(world: World<T>, steps: number, step: number): void {
  for (let at = 0, ran = 0; at < steps && ran < MAX_DUE; at += 1) {
    world.clock.advance(step);
    ran += world.runDue().length;
  }
}

/**
 * Tests a world in a copy; the world itself does not change.
 * @returns one sentence per failure; an empty list when everything works
 */
export function trialFailures<T extends Tables>(
  definition: MockDefinition<T>,
  { deps }: Pick<WorldServer<T>, 'deps'>,
  world: World<T>,
  rows: number,
): string[] {
  if (!definition.trial) return [];
  const failures: string[] = [];
  const copy = world.fork('trial');
  const fault = (error: unknown, where: string): void =>
    void failures.push(`${where} fails: ${error instanceof Error ? error.message : String(error)}`);
  const { handle } = new WorldServer(
    {
      definition,
      plans: deps.plans,
      entryPoints: {},
      options: {
        limits: 'off',
        requests: { count: 0, bytes: 0 },
        fault,
      },
    },
    'trial',
    copy,
    { personas: {}, values: {} },
  );

  const call = (
    bearer: string,
    id: OperationId,
    { params = {}, body }: { params?: Record<string, string>; body?: object },
  ): Record<string, unknown> => {
    const { method, path } = operation(id);
    // The trial is synchronous, so it skips an operation whose dependencies are not loaded yet.
    const loading = definition.loadDependencies?.(operation(id));
    if (loading) {
      loading.catch(() => undefined);
      return {};
    }
    const reply = handle({
      method,
      path: `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] || 'none')}`,
      query: '',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
      address: 'trial',
    });
    if (reply instanceof Promise) throw new Error(`${id} took time in a trial.`);
    return reply.status < 300 ? JSON.parse(String(reply.body)) : {};
  };

  try {
    if (!definition.trial(copy, call))
      failures.push('nobody is there who could make anything: no user of an active tenant');
    copy.clock.freeze();
    if (rows > MAX_ROWS) advanceInSteps(copy, 1, HOUR);
    else advanceInSteps(copy, DAYS, DAY);
    if (failures.length === 0) failures.push(...copy.transact(null, (store) => definition.invariants(store)));
  } catch (error) {
    fault(error, 'The trial');
  }
  return failures;
}
