// Validates the rows of an imported world beyond their schemas: references, currencies, counters, failed sign-ins,
// web page origins, TOTP secrets.
import type { InvalidRow } from '../../src/server/mock-definition.ts';
import { referencesOf } from '../../src/state/references.ts';
import type { Row } from '../../src/state/tables/table.ts';
import { invalidCounters } from '../billing/number-series.ts';
import { invalidFailures } from '../identity/sign-in-limits.ts';
import { isTotpSecret } from '../identity/totp.ts';
import { references } from '../references.ts';
import { type HostingTables, type Store, tables } from '../tables.ts';

type Table = keyof HostingTables;

/** Lists the rows of an imported world from which the mock could not continue, each with table, id and member. */
export function invalidRows(platform: Store): InvalidRow[] {
  const found = missingSeedRows(platform);
  for (const table of names) {
    for (const row of platform[table].all())
      found.push(...problemsOfRow(platform, row).map((problem) => ({ table, id: row.id, ...problem })));
  }
  return [
    ...found,
    ...invalidCounters(platform),
    ...invalidFailures(platform),
    ...invalidPages(platform),
    ...invalidTotpSecrets(platform),
  ];
}

const isTable = (name: string): name is Table => Object.hasOwn(tables, name);
const names = Object.keys(tables).filter(isTable);

// Lists the rows that every world must have and that are missing: a credential per user, and the key that signs JWTs.
function missingSeedRows(platform: Store): InvalidRow[] {
  const found: InvalidRow[] = platform.users.all().flatMap(({ id }) => {
    if (platform.credentials.by('user_id', id)) return [];
    return [
      { table: 'users', id, member: 'id', message: 'must have a row in credentials, to sign in with.' },
    ];
  });
  if (platform.signing_keys.by('purpose', 'jwt')) return found;
  const message = 'must have a row whose purpose is jwt: tokens are signed with its key.';
  return [...found, { table: 'signing_keys', id: '', member: '', message }];
}

// Lists the rows whose `page` is not an origin as browsers send it: scheme, host and port, or the text `null`.
const invalidPages = (platform: Store): InvalidRow[] =>
  platform.webhook_pages.all().flatMap(({ id, page }) => {
    if (page === 'null' || URL.parse(page)?.origin === page) return [];
    const message = 'must be the origin of a web page, such as https://shop.example, or null as a text.';
    return [{ table: 'webhook_pages', id, member: 'page', message }];
  });

const invalidTotpSecrets = (platform: Store): InvalidRow[] =>
  platform.credentials.all().flatMap(({ id, totp_secret }) => {
    if (totp_secret === null || isTotpSecret(totp_secret)) return [];
    const message = 'must be Base32 of at least 16 characters, without padding.';
    return [{ table: 'credentials', id, member: 'totp_secret', message }];
  });

type RowProblem = Pick<InvalidRow, 'member' | 'message'>;

function problemsOfRow(platform: Store, row: Row): RowProblem[] {
  const found: RowProblem[] = [];
  for (const { path, table, id } of referencesOf(references, row)) {
    if (!isTable(table)) continue;
    const target = platform[table].find(id);
    const owner = target && 'tenant_id' in target ? target.tenant_id : row.tenant_id;
    if (target && (row.tenant_id === undefined || owner === row.tenant_id)) continue;
    const [member = ''] = path.split('.');
    const message = `must name a row of ${table}${target ? ' of the same tenant' : ''}; there is none with the id ${id}.`;
    found.push({ member, message });
  }
  const currency: unknown = Reflect.get(row, 'currency');
  const { currency: tenantCurrency } = platform.tenants.find(row.tenant_id ?? '') ?? {};
  if (typeof currency === 'string' && tenantCurrency !== undefined && currency !== tenantCurrency)
    found.push({ member: 'currency', message: `must be ${tenantCurrency}, the currency of the tenant.` });
  return found;
}
