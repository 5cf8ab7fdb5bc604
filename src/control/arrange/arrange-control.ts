// Arranges a scenario in a world: parses it, arranges its records in one transaction, and returns their ids.

import { pointerSegment } from '../../contract/json/pointer.ts';
import type { WorldServer } from '../../server/app.ts';
import type { Arrangement, ScenarioRecord } from '../../server/arrangement.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import { refusalEntry, refusalMessage } from '../../server/pipeline/refusals.ts';
import { Refusal } from '../../state/refusal.ts';
import type { Tables } from '../../state/tables/table.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import { assertMemoryLimit } from '../memory-limit.ts';
import { type NamedScenario, parseScenario } from './parse-scenario.ts';

/** The result of arranging a scenario: the ids by `as` name, and the records in the shape of the scenario. */
export type Arranged = { ids: Record<string, string>; [member: string]: unknown };

/** What the timeline of the world says about the commit. */
const CAUSE = { kind: 'scenario' } as const;

/**
 * Arranges a scenario in a world.
 * @throws ControlError 422 that names each problem by JSON pointer, and when the mock definition can arrange nothing; then
 * the world is unchanged
 */
export async function arrangeScenario<T extends Tables>(
  worldServer: WorldServer<T>,
  definition: MockDefinition<T>,
  json: unknown,
): Promise<Arranged> {
  const { world, seeded } = worldServer;
  const arrangement = await definition.arrangement?.();
  if (!arrangement) throw new ControlError('NOT_ARRANGEABLE', 'This mock has no records to arrange.');
  assertMemoryLimit();
  world.runDue();
  let current: ScenarioRecord | null = null;
  try {
    const arranged = world.transact(
      null,
      (store) => {
        const scenario = parseScenario(arrangement, json, {
          now: store.nowMs - (store.nowMs % 1000),
          tenants: arrangement.tenants(store, seeded.personas),
          exists: (table, id) => store[table]?.find(id) !== undefined,
        });
        arrangement.arrange(store, scenario, {
          seed: Number(world.seed),
          during(record, run) {
            const before = current;
            current = record;
            const result = run();
            current = before;
            return result;
          },
        });
        const [violation] = definition.invariants(store);
        if (violation !== undefined)
          throw invalidInput({ '': [`would leave a world in which ${violation}.`] });
        return resultOf(arrangement, scenario);
      },
      CAUSE,
    );
    worldServer.notifyChanged();
    return arranged;
  } catch (error) {
    if (error instanceof Refusal) throw refusedRecord(error, current);
    throw error;
  }
}

/** Builds the error for a record that the platform refuses, such as a domain name that is registered already. */
function refusedRecord(refusal: Refusal, record: ScenarioRecord | null): ControlError {
  const { field = '' } = refusalEntry(refusal.reason);
  const at = record?.pointer ?? '';
  const errors = refusal.errors ?? { [field]: [refusalMessage(refusal)] };
  return invalidInput(
    Object.fromEntries(
      Object.entries(errors).map(([field, messages]): [string, string[]] => {
        const [member = ''] = field.split('.');
        const isGiven =
          record !== null && (Object.hasOwn(record.given, member) || Object.hasOwn(record.own, member));
        return [isGiven ? `${at}/${field.split('.').map(pointerSegment).join('/')}` : at, [...messages]];
      }),
    ),
  );
}

function resultOf<T extends Tables>({ kinds }: Arrangement<T>, { root, names }: NamedScenario): Arranged {
  const idOf = (record: ScenarioRecord): string => {
    if (record.id === null) throw new Error(`${record.pointer} was not arranged.`);
    return record.id;
  };
  const shapeOf = (children: ScenarioRecord['children']): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(children).map(([member, records]) => {
        const shaped = records.map((one) => ({ ...one.extra, ...shapeOf(one.children), id: idOf(one) }));
        return [member, records[0] && kinds[records[0].kind]?.single ? shaped[0] : shaped];
      }),
    );
  const ids = Object.fromEntries([...names].map(([name, record]) => [name, idOf(record)]));
  return { ids, ...shapeOf(root.children) };
}
