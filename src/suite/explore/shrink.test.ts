// Tests that shrinking finds the part of a generated request that shows a violation, with few requests.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../../contract/is-object.ts';
import type { RequestCase } from '../model/request-case.ts';
import { MAX_SHRINK_REQUESTS, shrink } from './shrink.ts';

const standard = { body: { email: '{unique}@example.org', name: 'Zoë {unique}', phone: '+49301234' } };
const bodyOf = ({ body }: RequestCase): Record<string, unknown> => (isObject(body) ? body : {});

/** Shrinks a request whose body shows a violation when `fails` says so. */
async function shrunk(
  body: object,
  fails: (body: Record<string, unknown>) => boolean,
): Promise<{ body: Record<string, unknown>; sent: number }> {
  let sent = 0;
  const smallest = await shrink(
    { operation: 'createCustomer', body },
    {
      standard,
      isAllowed: (candidate) => 'email' in bodyOf(candidate) && 'name' in bodyOf(candidate),
      async shows(candidate) {
        sent += 1;
        return fails(bodyOf(candidate));
      },
      mayContinue: () => true,
    },
  );
  return { body: bodyOf(smallest), sent };
}

const extra = fc.record(
  { phone: fc.constantFrom(null, '+1'), note: fc.string({ maxLength: 30 }), tags: fc.array(fc.string()) },
  { requiredKeys: [] },
);
const required = { email: '{unique}@example.org', name: 'Zoë {unique}' };

test('members that do not matter are left out, and those of the suite get its values again', async () => {
  await fc.assert(
    fc.asyncProperty(extra, async (more) => {
      const given = { ...required, name: 'another name', ...more, address: { city: 'x', code: 'y' } };
      const { body } = await shrunk(given, ({ address }) => isObject(address) && 'city' in address);
      expect(body).toEqual({ ...required, address: { city: 'x' } });
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('a text whose length matters becomes as short as it may be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 255 }), async (limit) => {
      const { body, sent } = await shrunk({ ...required, note: 'é'.repeat(255) }, ({ note }) =>
        typeof note === 'string' ? [...note].length >= limit : false,
      );
      expect(body).toEqual({ ...required, note: 'x'.repeat(limit) });
      expect(sent).toBeLessThanOrEqual(MAX_SHRINK_REQUESTS);
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('a text becomes the characters that matter', async () => {
  const given = { ...required, note: '100 % of "all"' };
  const { body } = await shrunk(given, ({ note }) => typeof note === 'string' && note.includes('% of'));
  expect(body).toEqual({ ...required, note: '% of' });
});

test('a number comes as near to zero as it may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), async (limit) => {
      const { body } = await shrunk({ ...required, ttl: 100_000 }, ({ ttl }) => Number(ttl) >= limit);
      expect(body).toEqual({ ...required, ttl: limit });
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('shrinking never sends more requests than it may, and keeps a request that shows the violation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 1 }), { maxLength: 30 }),
      fc.nat(),
      async (tags, salt) => {
        const fails = (body: object): boolean => (JSON.stringify(body).length + salt) % 3 !== 0;
        const given = { ...required, tags };
        fc.pre(fails(given));
        const { body, sent } = await shrunk(given, fails);
        expect(fails(body)).toBe(true);
        expect(sent).toBeLessThanOrEqual(MAX_SHRINK_REQUESTS);
      },
    ),
    { numRuns: 60, seed: 1 },
  );
});
