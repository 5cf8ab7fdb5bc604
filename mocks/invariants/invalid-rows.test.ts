// Tests the import validation of every table: each reference in a row must name a row that exists.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { sampled } from '../../tools/testing/sampled.ts';
import { tables } from '../tables.ts';
import { createTestMock } from '../testing/test-mock.ts';
import {
  type ExportedJson,
  type ExportedRows,
  exportedWorld,
  rowsOf,
  UNUSED_ID,
} from '../testing/try-import.ts';

// Builds valid rows for the tables that are empty in the demo world.
const rowsOfEmptyTables = (world: ExportedJson): Record<string, ExportedRows> => {
  const [{ id: user_id } = {}] = rowsOf(world, 'users');
  const [{ id: webhook_id, tenant_id } = {}] = rowsOf(world, 'webhooks');
  const [hosting = {}] = rowsOf(world, 'hosting_accounts');
  const base = { id: UNUSED_ID, created_at: '2026-11-20T08:00:00Z' };
  const ends_at = '2026-11-20T08:15:00Z';
  const secret = { salt: 's', hash: 'h' };
  return {
    two_factor_challenges: [{ ...base, token: 't', user_id, wrong_codes: 0, expires_at: ends_at }],
    sign_in_failures: [{ ...base, subject: `code ${user_id}`, failures: 1, ends_at }],
    webhook_pages: [{ ...base, tenant_id, webhook_id, page: 'https://shop.example' }],
    hosting_passwords: [{ ...base, tenant_id: hosting.tenant_id, hosting_id: hosting.id, ...secret }],
  };
};

/** The members that end in `_id` and do not reference a table. */
const NO_REFERENCES = new Set(['external_id', 'tax_id', 'sku_id', 'event_id']);

const unknown = '00000000-0000-4000-8000-00000000ffff';

test.each(sampled(Object.keys(tables), 12))(
  'an import rejects each reference of %s that names a missing row',
  (table) => {
    const lab = controlApi(createTestMock({ world: 'empty' }).app);
    const world = JSON.parse(exportedWorld('demo')) as ExportedJson;
    for (const [name, added] of Object.entries(rowsOfEmptyTables(world)))
      if (rowsOf(world, name).length === 0) world.tables[name] = added;
    const [row] = rowsOf(world, table);
    if (row === undefined) return expect.unreachable(`no row of ${table} to change`);
    const members = Object.keys(row).filter(
      (member) => /_id$/.test(member) && typeof row[member] === 'string' && !NO_REFERENCES.has(member),
    );
    for (const member of members) {
      const before = row[member];
      row[member] = unknown;
      const pointer = `/tables/${table}/0/${member}`;
      const errors = expect.objectContaining({ [pointer]: expect.anything() });
      expect(() => lab.import(world)).toThrow(expect.objectContaining({ errors }));
      row[member] = before;
    }
  },
);
