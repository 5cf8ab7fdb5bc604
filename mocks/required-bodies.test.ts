// Tests that every operation which requires a body rejects a request without a body.
import { expect, test } from 'vitest';
import { operations } from '../src/contract/operations.ts';
import { createTestMock } from './testing/test-mock.ts';

const required = operations.filter(({ body }) => body?.required);

test.each(required.map(({ id }) => id))(
  '%s without a body gets status 422 with an entry in errors, and changes nothing',
  async (id) => {
    const mock = createTestMock();
    const admin = id.endsWith('Tenant');
    const { method, path, area } = required.find((one) => one.id === id) ?? {
      method: '',
      path: '',
      area: '',
    };
    const rows = mock.app.world.export().tables;
    const tables: Record<string, string> = {
      domains: 'domains',
      dns: 'dns_zones',
      email: 'email_services',
      support: 'tickets',
    };
    const { tenantId } = mock.app.personas.owner ?? {};
    const ids = (rows[tables[area] ?? area] ?? []).filter(
      (row) => row.tenant_id === undefined || row.tenant_id === tenantId,
    );
    const record = (rows.dns_records ?? []).find((row) => Reflect.get(row, 'zone_id') === ids[0]?.id);
    const before = JSON.stringify(rows);
    const url = `/v1${path.replace('{id}', ids[0]?.id ?? 'none').replace('{rid}', record?.id ?? 'none')}`;
    const { token } = mock.app.personas[admin ? 'platformAdmin' : 'owner'] ?? {};
    for (const body of [undefined, '']) {
      const reply = await mock.app.fetch(
        new Request(`http://mock${url}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body }),
        }),
      );
      if (url.includes('none')) expect(reply.status).toBe(404);
      else {
        const { error } = (await reply.json()) as { error: { code: string; errors: object } };
        expect([reply.status, error.code]).toEqual([422, 'VALIDATION_FAILED']);
        expect(Object.keys(error.errors).length).toBeGreaterThan(0);
      }
    }
    expect(JSON.stringify(mock.app.world.export().tables)).toBe(before);
  },
);
