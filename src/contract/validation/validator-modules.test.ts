// Tests that the generated validators find what ajv finds, with the same paths.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { document } from '../document.ts';
import { schemaGroups } from '../generated/validators/schema-groups.ts';
import { makeValidators } from './compile-validators.ts';
import { loadValidators } from './load-validators.ts';

const ID = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
const AT = '2026-11-20T08:00:00Z';
/** Valid values of schemas with references, maps, lists, forms and members of other schemas. */
const VALID: Record<string, object> = {
  Customer: {
    ...{ id: ID, tenant_id: ID, email: 'a@b.example', first_name: 'Ann', last_name: 'B', company_name: null },
    ...{ phone: '+4930123456', tax_id: null, locale: 'en', external_id: 'x-1', metadata: { 'a/b~c': 'd' } },
    ...{ status: 'active', deactivated_at: null, created_at: AT, updated_at: AT },
    address: { line1: 'Street 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
  },
  OrderCreate: {
    customer_id: ID,
    items: [{ sku_id: 'a', quantity: 1, billing_cycle: 'monthly', config: { domain: 'a.example' } }],
    payment_method: 'wallet',
  },
  DnsRecordWrite: { type: 'MX', name: 'mail', priority: 10, content: 'mx.b.example', ttl: 3600 },
  ErrorResponse: { error: { code: 'X', message: 'y', errors: { 'items.0.sku_id': ['z'] } } },
  TicketDetail: {
    id: ID,
    number: 'T-100001',
    subject: 's',
    status: 'open',
    priority: 'low',
    replies: [{ id: ID }],
  },
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.integer({ min: 0, max: 170 }).map((length) => '𝄞'.repeat(length)),
  fc.integer({ min: 0, max: 340 }).map((length) => 'x'.repeat(length)),
);
const replacement = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1.5, 1e21, [], {}, [{}], { '~/': 1 }, [[]]),
  fc.dictionary(text, fc.oneof(text, fc.constant(null)), { maxKeys: 3 }),
);

// Replaces the value at the place that the numbers choose, step by step.
function replaced(value: unknown, [turn = 0, ...turns]: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || turn === 0) return by;
  if (Array.isArray(value)) {
    const at = turn % (value.length + 1);
    return value.toSpliced(at, 1, replaced(value[at], turns, by));
  }
  const names = [...Object.keys(value), 'extra/~'];
  const name = names[turn % names.length] as keyof typeof value;
  return { ...value, [name]: replaced(value[name], turns, by) };
}

test.each(Object.keys(VALID))('the generated validator of %s reports the errors of ajv', (name) => {
  const [group = ''] =
    Object.entries(schemaGroups).find(([, names]) => names.split(' ').includes(name)) ?? [];
  const generated = loadValidators('full', group)[name];
  const expected = makeValidators(document(), 'full', [name])[name];
  if (generated === undefined || expected === undefined) throw new Error(`There is no schema ${name}.`);
  const turns = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.record({ turns, by: replacement }), { maxLength: 3 }), (changes) => {
      const value = changes.reduce((now: unknown, { turns, by }) => replaced(now, turns, by), VALID[name]);
      expect(generated(value)).toBe(expected(value));
      expect(generated.errors).toEqual(expected.errors);
    }),
    { numRuns: 300 },
  );
});
