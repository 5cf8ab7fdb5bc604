// Which planted defects and lawful variants the tools are tried on: a fixed, seeded sample, the same number of every family.
import { defects, type Mutant, variants } from '../../conformance/defects/index.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** What the letters of a row's id stand for. */
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

/** The family of a row. */
export const familyOf = (id: string): string => FAMILIES[letters(id)] ?? 'further';
export const families = [...new Set(Object.values(FAMILIES))];

/** These are told to our suite in its target file, and the others have no such file. */
const TARGET_FILE_ROWS = new Set([
  'routes/openapi-other-kind',
  'VE02',
  'variant/sku-forms',
  'variant/slow-logout',
  'variant/lagging-lists',
  'variant/credential-missing',
  'variant/area-missing',
  'variant/base-url-forms',
]);
/** These change the ids of the world or leave nothing provisioned, and with that the good calls of every tool. */
const OTHER_WORLD = new Set(['variant/provisioning-speed', 'variant/other-seed']);

const isComparable = ({ id, allow }: { id: string; allow: readonly string[] }): boolean =>
  !TARGET_FILE_ROWS.has(kind(id)) && !OTHER_WORLD.has(kind(id)) && !allow.includes('rate-limit-burst');

/** One of each kind, the kinds in an order of their own. */
function shuffled<R extends { id: string }>(rows: readonly R[], name: string): R[] {
  const random = createRandom(44, name);
  const kinds = new Map<string, R[]>();
  for (const row of rows) kinds.set(kind(row.id), [...(kinds.get(kind(row.id)) ?? []), row]);
  return [...kinds.values()]
    .map((of) => ({ row: random.pick(of), place: random.number() }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
}

/** So many of each family, one of each family before the second of any: whatever part of it is done is a sample too. */
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
