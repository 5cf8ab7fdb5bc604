// Chooses the defects and lawful variants on which the tools are tried: a seeded sample with the same number of
// defects of every family.
import { defects, type Mutant, variants } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/variants/nearest-conforming.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** Area or topic at the beginning of a defect's id → the family in which the comparison counts the defect. */
const FAMILIES: Record<string, string> = {
  auth: 'authentication',
  'api-keys': 'permissions',
  tenants: 'permissions',
  isolation: 'tenancy',
  idempotency: 'idempotency',
  billing: 'money',
  wallet: 'money',
  orders: 'orders',
  statuses: 'statuses',
  representation: 'bodies',
  limits: 'limits',
  errors: 'errors',
  validation: 'validation',
  customers: 'effects',
  services: 'effects',
  actions: 'effects',
  lists: 'lists',
  consistency: 'lists',
  domains: 'products',
  hosting: 'products',
  ssl: 'products',
  dns: 'products',
  email: 'products',
  vps: 'products',
  support: 'products',
  webhooks: 'webhooks',
  routes: 'routes',
  availability: 'routes',
};

const topic = (id: string): string => id.slice(0, id.indexOf('/'));

/** Returns the family in which the comparison counts a defect; `other` for a variant. */
export const familyOf = (id: string): string => FAMILIES[topic(id)] ?? 'other';
/** The names of all families of the comparison. */
export const families = [...new Set(Object.values(FAMILIES))];

/**
 * Ids of defects and variants that change the target file of our suite. They are left out, because the other tools
 * have no such file.
 */
const TARGET_FILE_ROWS = new Set([
  'routes/openapi-other-kind',
  'variant/sku-forms',
  'variant/slow-logout',
  'variant/lagging-lists',
  'variant/credential-missing',
  'variant/area-missing',
  'variant/base-url-forms',
]);
/**
 * Ids of variants that change the ids of the world or leave services unprovisioned. They are left out, because the
 * prepared calls of every tool would fail.
 */
const OTHER_WORLD = new Set(['variant/provisioning-speed', 'variant/other-seed']);

const isComparable = ({ id, allow }: { id: string; allow: readonly string[] }): boolean =>
  !TARGET_FILE_ROWS.has(mutantKind(id)) &&
  !OTHER_WORLD.has(mutantKind(id)) &&
  !allow.includes('rate-limit-burst');

/** Returns one defect or variant of each family, in a seeded order. */
function shuffled<R extends { id: string }>(rows: readonly R[], name: string): R[] {
  const random = createRandom(44, name);
  const kinds = new Map<string, R[]>();
  for (const row of rows) kinds.set(mutantKind(row.id), [...(kinds.get(mutantKind(row.id)) ?? []), row]);
  return [...kinds.values()]
    .map((of) => ({ row: random.pick(of), place: random.number() }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
}

/**
 * Returns the sample of defects: first one defect of each family, then a second defect of each family, and so on, so
 * that the first defects of the sample are a sample too.
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

/** Returns a seeded sample of the lawful variants, with no two variants of the same family. */
export const sampleVariants = (count: number): { id: string; title: string }[] =>
  shuffled(variants.filter(isComparable), 'variants').slice(0, count);
