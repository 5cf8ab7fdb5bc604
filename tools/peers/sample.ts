// Samples the defects and lawful variants for the tools: fixed, seeded, the same number of every family.
import { defects, type Mutant, variants } from '../../conformance/defects/index.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** The family that the letters of a row's id stand for. */
const FAMILIES: Record<string, string> = {
  AU: 'authentication',
  AZ: 'permissions',
  TN: 'tenancy',
  ID: 'idempotency',
  BI: 'money',
  ST: 'statuses',
  SC: 'bodies',
  HD: 'headers',
  RL: 'limits',
  VA: 'validation',
  HO: 'validation',
  SX: 'effects',
  LC: 'lifecycles',
  BN: 'documents',
  VE: 'documents',
  PG: 'lists',
  RB: 'robustness',
  DX: 'products',
  WH: 'webhooks',
  FX: 'further',
};

const kind = (id: string): string => id.replace(/\[.*$/, '');
const letters = (id: string): string => id.slice(0, 2);

/** Returns the family of a row. */
export const familyOf = (id: string): string => FAMILIES[letters(id)] ?? 'further';
export const families = [...new Set(Object.values(FAMILIES))];

/** Rows that our suite learns from its target file; the other tools have no such file. */
const TARGET_FILE_ROWS = new Set(['VE01', 'VE02', 'LV17', 'LV35', 'LV36', 'LV41', 'LV42', 'LV50']);
/** Rows that change the ids of the world or leave nothing provisioned, so that no tool's valid calls work. */
const OTHER_WORLD = new Set(['LV54', 'LV55']);

const isComparable = ({ id, allow }: { id: string; allow: readonly string[] }): boolean =>
  !TARGET_FILE_ROWS.has(kind(id)) && !OTHER_WORLD.has(kind(id)) && !allow.includes('rate-limit-burst');

/** Draws one row of each kind, in a random order of the kinds. */
function shuffled<R extends { id: string }>(rows: readonly R[], name: string): R[] {
  const random = createRandom(44, name);
  const kinds = new Map<string, R[]>();
  for (const row of rows) kinds.set(kind(row.id), [...(kinds.get(kind(row.id)) ?? []), row]);
  return [...kinds.values()]
    .map((of) => ({ row: random.pick(of), place: random.number() }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
}

/**
 * Samples rows of each family, the first of every family before the second of any, so that any beginning of the list
 * is a sample too.
 */
export function sampleDefects(perFamily: number): Mutant[] {
  const piles = families.map((family) =>
    shuffled(
      defects.filter((row) => familyOf(row.id) === family && isComparable(row)),
      family,
    ),
  );
  return Array.from({ length: perFamily }, (_, round) => piles.flatMap((pile) => pile[round] ?? [])).flat();
}

export const sampleVariants = (count: number): { id: string; title: string }[] =>
  shuffled(variants.filter(isComparable), 'variants').slice(0, count);
