// Compares the prebuilt demo world with the seeded demo world.
import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { sampled } from '../../tools/testing/sampled.ts';
import { hostingMock } from '../index.ts';
import { FIRST_START, LAST_START, prebuiltWorld } from './prebuilt.ts';

const { prebuiltWorld: _, ...played } = hostingMock;

// A world without a given start starts at the current time, which is fixed here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

// Exports a new world together with its personas.
function exportOf(from: typeof played, options: AppOptions) {
  const app = createApp(from, { limits: 'off', ...options });
  const { personas, values } = app;
  return JSON.stringify({ world: app.world.export(), personas, values });
}

// Checks that the prebuilt and the seeded demo world export the same bytes.
function expectSameWorld(start: number): void {
  const clock = new Date(start).toISOString();
  const message = `${clock} (after a change of the mock: npm run generate)`;
  expect(exportOf(hostingMock, { clock }) === exportOf(played, { clock }), message).toBe(true);
}

test('the prebuilt demo world equals the seeded demo world at any start', () => {
  fc.assert(
    fc.property(fc.integer({ min: FIRST_START, max: LAST_START - 1 }), (start) => expectSameWorld(start)),
    { numRuns: 24 },
  );
});

test('the prebuilt demo world equals the seeded demo world for starts at the turn of a month or year', () => {
  const turns = [
    [2026, 11],
    [2027, 2],
    [2028, 1],
    [2028, 2],
    [2029, 3],
    [2089, 11],
  ] as const;
  const starts = turns.flatMap(([year, month]) =>
    [-1, 0, 1, 2].flatMap((day) =>
      [0, 43_201, 86_399].map((second) => Date.UTC(year, month + 1, day, 0, 0, second)),
    ),
  );
  for (const start of sampled(starts, 4)) expectSameWorld(start);
});

test('the prebuilt demo world equals the seeded demo world at every second around the turn of a year', () => {
  const { tables } = createApp(hostingMock, { clock: '2040-06-01T12:00:00Z' }).world.export();
  const ago = (tables.invoices ?? []).map((row) => Date.UTC(2040, 5, 1, 12) - Date.parse(row.created_at));
  for (const ms of sampled([...new Set(ago)], 2))
    for (const off of [-1000, 0]) expectSameWorld(Date.UTC(2040, 0) + ms + off);
});

test('a world with another seed, name, lifecycle or an untested start has no prebuilt world and is seeded', () => {
  const request = { name: 'demo', seed: 1, lifecycle: 'time', start: Date.UTC(2030, 0) };
  expect(prebuiltWorld(request)).not.toBeNull();
  for (const other of [
    { seed: 2 },
    { name: 'edge' },
    { lifecycle: 'manual' },
    { start: FIRST_START - 1 },
    { start: LAST_START },
  ])
    expect(prebuiltWorld({ ...request, ...other })).toBeNull();
});

test('a world that starts at the current time starts at a whole second, whether prebuilt or seeded', () => {
  const app = createApp(hostingMock, { clock: '2030-05-05T05:05:05.999Z' });
  expect(app.world.export().tables.orders?.at(-1)?.created_at).toBe('2030-05-05T05:05:05Z');
});
