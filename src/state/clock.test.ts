// Tests of a world's clock: starting, freezing, resuming, advancing, setting and copying.
import { expect, test } from 'vitest';
import { parseClock } from './clock.ts';
import { ceilToSecond, parseIso, REFERENCE_INSTANT, toIso } from './instant.ts';

function wallAt(ms: number) {
  const wall = () => wall.ms;
  wall.ms = ms;
  return wall;
}

test('a clock with the start `frozen` shows the reference instant', () => {
  const clock = parseClock('frozen');
  expect(toIso(clock.now())).toBe('2026-11-20T08:00:00Z');
  expect(clock.frozen).toBe(true);
});

test('a clock with the start `now` follows the wall clock, and a clock that starts at an instant runs on from this instant', () => {
  const wall = wallAt(5_000);
  const now = parseClock('now', wall);
  const later = parseClock(REFERENCE_INSTANT, wall);
  wall.ms += 1_500;
  expect(now.now()).toBe(6_500);
  expect(later.now()).toBe(parseIso(REFERENCE_INSTANT) + 1_500);
  expect(() => parseClock('yesterday')).toThrow('"yesterday" is not an ISO 8601 date and time');
});

test('freezing a clock keeps its instant, and resuming the clock continues from this instant', () => {
  const wall = wallAt(1_000);
  const clock = parseClock('now', wall);
  clock.freeze();
  wall.ms += 500;
  expect(clock.now()).toBe(1_000);
  clock.resume();
  wall.ms += 20;
  expect(clock.now()).toBe(1_020);
  expect(clock.frozen).toBe(false);
});

test('a clock can be advanced and set while it is frozen or running, and advancing by a negative duration is refused', () => {
  const wall = wallAt(0);
  for (const clock of [parseClock('now', wall), parseClock('frozen', wall)]) {
    clock.set(100);
    clock.advance(25);
    expect(clock.now()).toBe(125);
    clock.set(50);
    expect(clock.now()).toBe(50);
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => clock.advance(wrong)).toThrow(RangeError);
    }
    expect(() => clock.set(Number.NaN)).toThrow(RangeError);
    expect(clock.now()).toBe(50);
  }
});

test('a copy of a clock shows the same time and then runs independently; restoring a state sets the clock to this state', () => {
  const clock = parseClock('frozen');
  const state = clock.state();
  const copy = clock.copy();
  copy.advance(1_000);
  expect(clock.now()).toBe(parseIso(REFERENCE_INSTANT));
  clock.restore(copy.state());
  expect(clock.now()).toBe(parseIso(REFERENCE_INSTANT) + 1_000);
  clock.restore(state);
  expect(clock.now()).toBe(parseIso(REFERENCE_INSTANT));
});

test('instants are written in whole seconds, and the bounds of a query are rounded up to whole seconds', () => {
  expect(toIso(1_999)).toBe('1970-01-01T00:00:01Z');
  expect(toIso(-1)).toBe('1969-12-31T23:59:59Z');
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
  expect(() => toIso(1e15)).toThrow(RangeError);
  for (const [text, expected] of [
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
    ['2026-11-20T09:00:00+01:00', '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00:00.001Z', '2026-11-20T08:00:01Z'],
    ['9999-12-31T23:59:59.5Z', '9999-12-31T23:59:59Z'],
  ] as const) {
    expect(ceilToSecond(text)).toBe(expected);
  }
  expect(() => ceilToSecond('soon')).toThrow(RangeError);
});
