// Tests that the duration of a change, and the words that stay, are learned once for a kind of resource.
import { expect, test } from 'vitest';
import type { LearnedStates } from '../../src/suite/model/learned-states.ts';
import { catalogue, check } from '../../src/suite/testing/catalogue.ts';
import { runSuite } from '../../src/suite/testing/run-suite.ts';
import { tinyTarget } from '../../src/suite/testing/tiny-target.ts';
import { waitUntilStable } from './polling.ts';

/** One wait: the kind of resource, and the words that its status shows from the given milliseconds on. */
type Wait = { kind: string; words: readonly (readonly [from: number, word: string])[] };
/** How one wait went: how long it took, how many reads it sent, and the last word it read. */
type Course = { ms: number; reads: number; word: unknown };

/** Waits for resources one after the other in one run, each from the time at which its wait begins. */
async function waitFor(
  ...waits: readonly Wait[]
): Promise<{ courses: Course[]; states: LearnedStates | undefined }> {
  const target = tinyTarget();
  const courses: Course[] = [];
  let states: LearnedStates | undefined;
  let current: { words: Wait['words']; since: number; reads: number } | undefined;
  target.override = (method, path) => {
    if (method !== 'GET' || !/^\/customers\/./.test(path) || current === undefined) return undefined;
    current.reads += 1;
    const { words, since } = current;
    const status = words.findLast(([from]) => target.now() - since >= from)?.[1];
    return { status: 200, body: { id: path.split('/')[2], status } };
  };
  const waiting = check('customers/waits', {
    must: 'show a state',
    requirement: 'customers/read',
    area: 'customers',
    async run(t) {
      states = t.states;
      t.compared(true);
      for (const { kind, words } of waits) {
        const since = target.now();
        current = { words, since, reads: 0 };
        const id = t.unknownId();
        const last = await waitUntilStable(t, () => t.as('tenantA').send('getCustomer', { params: { id } }), {
          kind,
          isInProgress: (status) => /ing$/.test(status),
          patience: 11_000,
        });
        const word = t.require(last).string('/status');
        courses.push({ ms: target.now() - since, reads: current.reads, word });
      }
    },
  });
  const { results, learned } = await runSuite(target, {
    catalogue: catalogue({ checks: [waiting], rules: [] }),
  });
  expect(learned?.states).toEqual(states?.toReport());
  expect(results).toMatchObject([{ verdict: 'pass' }]);
  return { courses, states };
}

const building: Wait['words'] = [
  [0, 'building'],
  [3000, 'up'],
];
const staying: Wait['words'] = [[0, 'processing']];

test('the duration of a change is found once; later waits read once it should be over', async () => {
  const { courses, states } = await waitFor(
    { kind: 'service', words: building },
    { kind: 'service', words: building },
  );
  const [first, second, third] = courses;
  expect(first).toMatchObject({ word: 'up', reads: 4 });
  expect(second).toMatchObject({ word: 'up', reads: 2 });
  expect(third).toBeUndefined();
  expect(states?.toReport()).toMatchObject({ service: { transitions: [{ from: 'building', to: 'up' }] } });
});

test('a word that did not change during a whole wait is not waited for again', async () => {
  const { courses, states } = await waitFor(
    { kind: 'service', words: staying },
    { kind: 'service', words: staying },
    { kind: 'service', words: building },
  );
  expect(courses[0]).toMatchObject({ word: 'processing', ms: 11_000 });
  expect(courses[1]).toMatchObject({ word: 'processing', reads: 1, ms: 0 });
  expect(courses[2]).toMatchObject({ word: 'up' });
  expect(states?.toReport()?.service?.resting).toEqual(['processing']);
});

test('a word that stays in one kind of resource is waited for briefly in another, and is learned there when it changes', async () => {
  const short: Wait['words'] = [
    [0, 'processing'],
    [1500, 'up'],
  ];
  const { courses } = await waitFor(
    { kind: 'service', words: staying },
    { kind: 'domain', words: staying },
    { kind: 'instance', words: short },
    { kind: 'instance', words: short },
  );
  expect(courses[1]).toMatchObject({ word: 'processing', ms: 2000 });
  expect(courses[2]).toMatchObject({ word: 'up', ms: 2000 });
  expect(courses[3]).toMatchObject({ word: 'up', reads: 2 });
});
