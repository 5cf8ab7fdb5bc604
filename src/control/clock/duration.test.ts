// Tests of parsing durations and of adding durations to instants.
import { expect, test } from 'vitest';
import { addDuration, parseDuration } from './duration.ts';

const FROM = Date.UTC(2027, 0, 31, 12);

test.each([
  ['P1M', '2027-02-28T12:00:00.000Z'],
  ['P1Y', '2028-01-31T12:00:00.000Z'],
  ['P13M', '2028-02-29T12:00:00.000Z'],
  ['1mo', '2027-02-28T12:00:00.000Z'],
  ['P1W', '2027-02-07T12:00:00.000Z'],
  ['P1DT12H', '2027-02-02T00:00:00.000Z'],
  ['PT5M', '2027-01-31T12:05:00.000Z'],
  ['5m', '2027-01-31T12:05:00.000Z'],
  ['30d', '2027-03-02T12:00:00.000Z'],
  ['90s', '2027-01-31T12:01:30.000Z'],
  ['PT0.5S', '2027-01-31T12:00:00.500Z'],
  ['PT1,5S', '2027-01-31T12:00:01.500Z'],
  ['250ms', '2027-01-31T12:00:00.250Z'],
  ['2y', '2029-01-31T12:00:00.000Z'],
])('adding %s to noon on 31 January 2027 gives %s', (text, instant) => {
  const duration = parseDuration(text) ?? expect.unreachable();
  expect(new Date(addDuration(FROM, duration)).toISOString()).toBe(instant);
});

test.each(['', 'P', 'PT', 'P1', '1', '5 m', '-P1D', 'P-1D', 'P1H', 'PT1D', '1.5d', 'a month', 'p1m', 'P1MT'])(
  'the text "%s" is refused as a duration',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);
