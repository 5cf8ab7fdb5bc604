// A check accuses only of what it shows: where what it stands on does not hold, through no fault of the target, it fails nobody.
import { expect, test } from 'vitest';
import type { CredentialName, TargetConfig } from '../src/suite/target.ts';
import { sampled } from '../tools/testing/sampled.ts';
import {
  accusations,
  areas,
  creations,
  type Hindrance,
  judgeHindered,
  type Passing,
  refused,
} from './testing/hindrance.ts';

/** Refuses what a caller with a good credential would be granted: the others are answered as ever. */
async function insteadOfSuccess({ pass, request, bearer }: Passing, status: number): Promise<Response> {
  if (bearer === '') return pass();
  const known = await pass(
    new Request(new URL('/shop/v1/auth/me', request.url), {
      headers: { authorization: request.headers.get('authorization') ?? '' },
    }),
  );
  return known.status === 200 ? refused(status) : pass();
}

const swapped = (to: CredentialName, from: CredentialName): Hindrance => ({
  meet: ({ pass }) => pass(),
  file: (file: TargetConfig) => {
    const given = file.credentials?.[from];
    return { ...file, credentials: { ...file.credentials, ...(given ? { [to]: given } : {}) } };
  },
});

/** The first thing of an area that is read vanishes after so many calls on it: somebody else ended it. */
function vanishing(area: string, calls: number): Hindrance {
  let victim: string | undefined;
  let seen = 0;
  return {
    async meet(passing) {
      const { operation, params, request, pass } = passing;
      if (operation?.area !== area || params.id === undefined) return pass();
      if (victim === undefined && request.method === 'GET') {
        const reply = await pass();
        if (reply.ok) victim = params.id;
        return reply;
      }
      if (params.id !== victim) return pass();
      seen += 1;
      return seen < calls ? pass() : insteadOfSuccess(passing, 404);
    },
  };
}

/** Each operation is answered so at one of its calls, and never again. */
function once(status: number, at: number): Hindrance {
  const calls = new Map<string, number>();
  return {
    async meet({ operation, pass }) {
      if (operation === null || operation.area === 'auth') return pass();
      const count = (calls.get(operation.id) ?? 0) + 1;
      calls.set(operation.id, count);
      if (count !== at) return pass();
      const reply = await pass();
      return reply.ok ? refused(status) : reply;
    },
  };
}

const forbidden = (does: (passing: Passing) => boolean): Hindrance => ({
  meet: (passing) => (does(passing) ? insteadOfSuccess(passing, 403) : passing.pass()),
});

const hindrances: Record<string, () => Hindrance> = {
  'nothing in the way': () => ({ meet: ({ pass }) => pass() }),
  ...Object.fromEntries(
    [403, 409].map((status) => [
      `every creation is refused with ${status}`,
      (): Hindrance => ({
        meet: (passing) =>
          passing.operation !== null && creations.includes(passing.operation)
            ? insteadOfSuccess(passing, status)
            : passing.pass(),
      }),
    ]),
  ),
  'every write is forbidden': () =>
    forbidden(
      ({ operation, request }) =>
        operation?.area !== 'auth' && operation !== null && request.method !== 'GET',
    ),
  ...Object.fromEntries(
    areas.map((area) => [
      `${area} is forbidden to whoever was given`,
      () => forbidden(({ operation }) => operation?.area === area),
    ]),
  ),
  ...Object.fromEntries(
    areas.flatMap((area, at) => [
      [`the first thing of ${area} vanishes`, () => vanishing(area, 1 + (at % 4))],
    ]),
  ),
  'each operation is forbidden once, at its second call': () => once(403, 2),
  'each operation crashes once, at its first call': () => once(500, 1),
  'each operation finds nothing once, at its third call': () => once(404, 3),
  'the platform admin of the target file is none': () => swapped('platformAdmin', 'tenantB'),
  'the user with a second factor of the target file has none': () => swapped('twoFactor', 'tenantB'),
  "the limited key of the target file is a reseller's": () => swapped('limited', 'reseller'),
  'the second tenant of the target file runs the platform': () => swapped('tenantB', 'platformAdmin'),
  'what is new shows after five seconds, as told': () => ({
    meet: ({ pass }) => pass(),
    switches: { readLag: 5000, revocationLag: 5000 },
  }),
};

test.each(sampled(Object.keys(hindrances), 12))('nobody is accused where %s', async (name) => {
  const hindrance = hindrances[name];
  if (hindrance === undefined) throw new Error(name);
  expect(accusations(await judgeHindered(hindrance()))).toEqual([]);
});

test('what stands in the way is told, and is not taken for a pass', async () => {
  const report = await judgeHindered(forbidden(({ operation }) => operation?.area === 'customers'));
  const stories = report.results.filter(({ id }) => /^customers\/(get|update)$/.test(id));
  expect(stories.map(({ verdict }) => verdict)).not.toContain('pass');
});
