// Tests the generated requests of all operations: they follow both views of the contract, the mock's replies to them
// follow it too, and keywords that no made value meets are named.
import { expect, test } from 'vitest';
import { exploration } from '../../../conformance/exploration/exploration.ts';
import { runSuiteOn } from '../../../tools/bite/run-mutant.ts';
import { document } from '../../contract/document.ts';
import { reloadDocument } from '../../contract/edited-document/reload-document.ts';
import { type Operation, operation, operations } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { createRandom } from '../model/random.ts';
import { createGenerator, type Generator } from './generate.ts';
import { fillTexts } from './placeholders.ts';

const SAMPLE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const PER_OPERATION = 25;

const generatorOf = (seed: number): Generator =>
  createGenerator({
    ...exploration,
    runId: 'hc-0a1b2c3d',
    random: createRandom(seed, 'test'),
    hasReference: () => true,
  });

/** Returns a generated value as it is sent, with sample ids and names. */
const filled = (value: unknown): unknown =>
  fillTexts(value, {
    unique: 'hc-0a1b2c3d-00001',
    references: { customer: SAMPLE, service: SAMPLE, invoice: SAMPLE },
  });

const { schemas } = document().components;
const withValues = operations.filter(({ body, query }) => body !== null || query.length > 0);

test('the table of operations has 93 rows, of which each is generated or takes no values', () => {
  expect(operations).toHaveLength(93);
  expect(withValues.length).toBeGreaterThan(55);
});

test.each(withValues.map((one): [string, Operation] => [one.id, one]))(
  'generated requests of %s follow both views of the contract',
  (id, { body }) => {
    const generator = generatorOf(1);
    const bodies = new Set<string>();
    for (let at = 0; at < PER_OPERATION; at += 1) {
      const one = generator.generate({ operation: id as Operation['id'] });
      for (const view of ['full', 'stated'] as const) {
        if (one.query !== undefined)
          expect(validateValue(`${id}.query`, filled(one.query), view)).toEqual([]);
        if (body !== null) expect(validateValue(body.schema, filled(one.body), view)).toEqual([]);
      }
      bodies.add(JSON.stringify([one.body, one.query]));
    }
    const members = body === null ? [] : Object.keys(schemas[body.schema]?.properties ?? {});
    const isFixed = members.length > 0 && members.every((name) => exploration.kept.has(name));
    expect(bodies.size > 1).toBe(!isFixed);
  },
);

test('the same random numbers give the same requests', () => {
  const made = (): unknown[] => {
    const generator = generatorOf(5);
    return withValues.map(({ id }) => generator.generate({ operation: id }));
  };
  expect(made()).toEqual(made());
});

test('a value is made of the schema of every request of the document', () => {
  const generator = generatorOf(3);
  for (const { id } of withValues) for (let at = 0; at < 5; at += 1) generator.generate({ operation: id });
  expect(generator.unmade()).toEqual([]);
});

test('the keywords are named of a request of which no value can be made', () => {
  const edited = structuredClone(document());
  const { TicketCreate: ticket = {} } = edited.components.schemas;
  edited.components.schemas.TicketCreate = {
    ...ticket,
    properties: { ...ticket.properties, subject: { type: 'string', pattern: '^(a|b)\\1$' } },
  };
  const { undo } = reloadDocument(edited);
  try {
    const generator = generatorOf(3);
    const standard = { operation: 'createTicket', body: { subject: 'aa', message: 'x' } } as const;
    expect(validateValue('TicketCreate', generator.generate(standard).body)).toEqual([]);
    expect(generator.unmade()).toEqual([expect.stringMatching(/^TicketCreate: .*pattern at \/subject/)]);
  } finally {
    undo();
  }
});

test('the replies of the mock to generated requests follow the full contract', async () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  await runSuiteOn(
    { mutations: [], allow: [], profile: 'contract', only: ['customers/create'] },
    {
      thorough: false,
      signal: new AbortController().signal,
      explore: 250,
      seed: 11,
      onExchange({ purpose, operation: id, status, received }) {
        if (purpose !== 'exploration' || id === null) return;
        seen.add(id);
        const reply = operation(id).responses[status];
        if (reply === undefined) wrong.push(`${id} ${status} is not documented`);
        if (reply?.schema && validateValue(reply.schema, received).length > 0)
          wrong.push(`${id} ${status}: ${validateValue(reply.schema, received)[0]?.message}`);
      },
    },
  );
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});
