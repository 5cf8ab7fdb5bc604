// Tries a world out in a copy of it: every kind of record can still be made, and a year can pass.
import { type OperationId, operation } from '../contract/operations.ts';
import type { MockDefinition } from '../server/mock-definition.ts';
import { serveWorld, type WorldServer } from '../server/world-server.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';

const DAY = 86_400_000;
const DAYS = 365;
const HOUR = 3_600_000;
/** In a world with more rows than this an hour passes instead: a year of it would keep everybody waiting. */
const MAX_ROWS = 20_000;

/** A trial ends where more than this has come due: services billed by the hour make a year very long. */
const MAX_DUE = 5000;

/** Lets time pass in steps, as long as not too much comes due. */
function advanceInSteps<T extends Tables>(world: World<T>, steps: number, step: number): void {
  for (let at = 0, ran = 0; at < steps && ran < MAX_DUE; at += 1) {
    world.clock.advance(step);
    ran += world.runDue().length;
  }
}

/**
 * What fails in a copy of a world, in sentences; none where everything works. The world itself stays as it is.
 * @param rows how many rows the world has
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
  const { handle } = serveWorld(
    {
      definition,
      plans: deps.plans,
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
    // Where what an operation needs is still to be loaded, there is no time for it here.
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
