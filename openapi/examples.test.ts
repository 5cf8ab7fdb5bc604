// Tests every example of the document against its schema, and the amounts in examples by calculation.
import { describe, expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { resolveRef } from '../src/contract/openapi.ts';
import { faults } from './testing/strict.ts';
import {
  type Documented,
  examplesOf,
  isScalar,
  operations,
  places,
  requestBodies,
  responseBodies,
} from './testing/walk.ts';

const bodies = [...requestBodies(), ...responseBodies()];
type Invoice = Record<`${'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'due'}_amount`, number> & {
  id: string;
  status: string;
  lines: { quantity: number; unit_amount: number; amount: number; service_id: string }[];
};
type Order = {
  id: string;
  invoice_id: string;
  total_amount: number;
  services: string[];
  items: { quantity: number; unit_amount: number; amount: number; service_ids: string[] }[];
};

// Returns every example of a reply with the given schema, including the elements of example pages.
function exampleValues<T>(schema: string): T[] {
  const of = (name: string): unknown[] =>
    responseBodies()
      .filter(({ schema: { $ref } }) => $ref === `#/components/schemas/${name}`)
      .flatMap(({ examples }) => Object.values(examples));
  return [...of(schema), ...of(`${schema}Page`).flatMap((page) => (page as { data: T[] }).data)] as T[];
}
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

describe('the examples of the document', () => {
  test('every scalar schema, every request body and every JSON reply has an example', () => {
    expect(bodies.filter(({ examples }) => Object.keys(examples).length === 0).map(({ at }) => at)).toEqual(
      [],
    );
    const bare = places().filter(({ schema }) => isScalar(schema) && examplesOf(schema).length === 0);
    expect(bare.map(({ at }) => at)).toEqual([]);
  });

  test('every example of a scalar satisfies its schema', () => {
    for (const { at, schema } of places()) {
      const own = Array.isArray(schema.examples) ? schema.examples : [];
      for (const example of own) expect(faults(schema, example), `${at} ${example}`).toEqual([]);
    }
  });

  test('every operation has an example of each parameter of its path, which satisfies the schema of the parameter', () => {
    for (const { name, path, operation, parameters } of operations()) {
      const examples = operation['x-example-path'] ?? {};
      expect(Object.keys(examples), name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one));
      for (const { schema = {}, in: place, name: one } of parameters)
        if (place === 'path') expect(faults(schema, examples[one]), `${name} ${one}`).toEqual([]);
    }
  });

  test('every example of a body has a summary, and satisfies its schema', () => {
    for (const { at, schema, examples, summaries } of bodies) {
      for (const [name, value] of Object.entries(examples)) {
        expect(summaries[name], `${at} ${name}`).toBeTruthy();
        expect(faults(schema, value), `${at} ${name}`).toEqual([]);
      }
    }
  });

  test('every 422 reply has an example of the envelope error body and an example of the flat error body', () => {
    for (const { name, responses } of operations()) {
      const refused = responses.find(({ status }) => status === 422)?.response;
      const media = refused?.content?.['application/json'];
      if (!media) continue;
      expect(Object.keys(media.examples ?? {}), name).toEqual(expect.arrayContaining(['envelope', 'flat']));
    }
    const forms = responseBodies().filter(({ examples }) => 'envelope' in examples);
    for (const { at, examples } of forms) {
      expect(examples.envelope, at).toHaveProperty('error.errors');
      expect(examples.flat, at).toHaveProperty('errors');
      expect(examples.flat, at).not.toHaveProperty('error');
    }
  });

  test('the example message about an invalid billing cycle lists all fifteen billing cycles', () => {
    const cycles = document().components.schemas.BillingCycle?.enum ?? [];
    expect(cycles).toHaveLength(15);
    const { value } = document().components.examples?.['error-validationEnvelope-422'] ?? {};
    for (const cycle of cycles) expect(JSON.stringify(value)).toContain(String(cycle));
  });
});

describe('the amounts of money in the examples', () => {
  test('the amounts of every invoice example add up to its totals', () => {
    const invoices = exampleValues<Invoice>('Invoice');
    expect(invoices.length).toBeGreaterThan(0);
    for (const invoice of invoices) {
      expect(sum(invoice.lines.map(({ amount }) => amount))).toBe(invoice.subtotal_amount);
      expect(invoice.total_amount).toBe(
        invoice.subtotal_amount - invoice.discount_amount + invoice.tax_amount,
      );
      expect(invoice.due_amount).toBe(invoice.total_amount - invoice.paid_amount);
      expect(invoice.due_amount === 0).toBe(invoice.status === 'paid');
      for (const { quantity, unit_amount, amount } of invoice.lines)
        expect(amount).toBe(quantity * unit_amount);
    }
  });

  test('every order example lists the same services and amounts as its invoice example', () => {
    const invoices = new Map(exampleValues<Invoice>('Invoice').map((invoice) => [invoice.id, invoice]));
    const orders = exampleValues<Order>('Order');
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) {
      const invoice = invoices.get(order.invoice_id);
      expect(order.total_amount).toBe(invoice?.total_amount);
      expect(order.items.flatMap(({ service_ids }) => service_ids)).toEqual(order.services);
      expect(invoice?.lines.map(({ service_id }) => service_id)).toEqual(order.services);
      expect(sum(order.items.map(({ amount }) => amount))).toBe(invoice?.subtotal_amount);
      expect(order.services).toHaveLength(sum(order.items.map(({ quantity }) => quantity)));
    }
  });
});

describe('the links of the document', () => {
  test('every link passes a value that each example of its reply contains to a parameter of a documented operation', () => {
    const targets = new Map<string, Documented>(operations().map((one) => [one.operation.operationId, one]));
    for (const { name, responses } of operations()) {
      for (const { response } of responses) {
        const examples = Object.values(response.content?.['application/json']?.examples ?? {});
        for (const [link, { operationId, parameters = {} }] of Object.entries(response.links ?? {})) {
          const takes = targets.get(operationId)?.parameters.map((parameter) => parameter.name);
          for (const [parameter, expression] of Object.entries(parameters)) {
            expect(takes, `${name} ${link}`).toContain(parameter);
            expect(expression).toMatch(/^\$response\.body#\//);
            for (const example of examples) {
              const { value } = resolveRef<{ value?: unknown }>(document(), example);
              expect(value, `${name} ${link}`).toHaveProperty(expression.split('#/')[1]?.split('/') ?? []);
            }
          }
          expect(takes, `${name} ${link}`).toBeDefined();
        }
      }
    }
  });
});
