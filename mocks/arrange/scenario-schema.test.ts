// Tests the JSON Schema of scenarios: it accepts what can be arranged, and finds what editors are to mark.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { scenarioSchema } from '../../src/control/arrange/scenario-schema.ts';
import { arrangement } from './index.ts';
import { kinds } from './kinds.ts';

const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
  scenarioSchema(arrangement),
);

test('the schema accepts scenarios with every kind, nested and flat', () => {
  const flat = Object.fromEntries(
    Object.entries(kinds.tenants?.children ?? {}).map(([member, kind]) => [
      member,
      kinds[kind]?.single ? {} : [{ as: kind }],
    ]),
  );
  expect(validate({ $schema: './scenario.schema.json', tenant: 'acme', ...flat })).toBe(true);
  const nested = {
    tenants: [
      {
        name: 'Shop',
        customers: [
          {
            email: 'a@b.example',
            created_at: '-P1M',
            services: [
              { sku_id: 'hosting-pro', status: 'suspended', billing_cycle: 'monthly', next_due_at: 'P3D' },
            ],
            dns_zones: [{ records: [{ type: 'MX', content: 'mx.example', priority: 10 }] }],
          },
        ],
      },
    ],
  };
  validate(nested);
  expect(validate.errors ?? []).toEqual([]);
});

test.each([
  ['an unknown resource', { custmers: [] }],
  ['an unknown member', { customers: [{ emial: 'x' }] }],
  ['an unknown state', { vps: [{ status: 'stoped' }] }],
  ['an unknown billing cycle', { services: [{ billing_cycle: 'montly' }] }],
  ['an unreadable instant', { customers: [{ created_at: 'yesterday' }] }],
  ['an object instead of a list', { customers: {} }],
])('the schema refuses %s', (_, scenario) => {
  expect(validate(scenario)).toBe(false);
});
