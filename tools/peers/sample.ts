// The defects and lawful variants that the tools are tried on: a seeded sample with the same number of every family.
import { defects, type Mutant, variants } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/nearest-conforming.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** Area or topic of a row's id → the family that the comparison counts it in. */
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

/** Returns the family of a row; `other` for a variant. */
export const familyOf = (id: string): string => FAMILIES[topic(id)] ?? 'other';
/** The families of the comparison. */
export const families = [...new Set(Object.values(FAMILIES))];

/** Rows that change the target file of our suite; the other tools have no such file. */
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
 * Rows that change the ids of the world or leave nothing provisioned, and so break the prepared calls of every tool.
 */
const OTHER_WORLD = new Set(['variant/provisioning-speed', 'variant/other-seed']);

const isComparable = ({ id, allow }: { id: string; allow: readonly string[] }): boolean =>
  !TARGET_FILE_ROWS.has(mutantKind(id)) &&
  !OTHER_WORLD.has(mutantKind(id)) &&
  !allow.includes('rate-limit-burst');

/** Returns one row of each family, in a seeded order. */
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
 * Returns the sample: first one defect of each family, then a second one of each, so that any beginning of it is a
 * sample too.
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

/** Returns a seeded sample of the lawful variants, no two of one family. */
export const sampleVariants = (count: number): { id: string; title: string }[] =>
  shuffled(variants.filter(isComparable), 'variants').slice(0, count);
