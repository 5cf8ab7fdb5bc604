// Parses the server state of an exported world (`parts`): policy, rate limiter, usage, counters and faults.
import { isObject } from '../../contract/is-object.ts';
import type { WorldServerSnapshot } from '../../server/app.ts';
import { isWorldTime } from '../../state/instant.ts';
import {
  type Parser,
  parseMembers,
  pointerSegment,
  requireMember,
  integer as whole,
} from '../body-parsers.ts';
import { invalidInput } from '../control-error.ts';
import { MAX_FAULTS, parseFaultState } from '../faults/fault-control.ts';
import { policyMembers } from '../policy-control.ts';
import { MAX_COUNTER } from './row-validation.ts';

type SavedState = WorldServerSnapshot['state'];

const count = whole(0, MAX_COUNTER);
const integer = whole(-1, Number.MAX_SAFE_INTEGER);

const listOf =
  <A>(what: string, read: (value: unknown) => A | null): Parser<A[]> =>
  (value) => {
    if (!Array.isArray(value)) return `must be a list of ${what}.`;
    const items = value.map(read);
    const wrong = items.indexOf(null);
    return wrong === -1 ? { value: items as A[] } : `must be a list of ${what}; number ${wrong} is none.`;
  };

const isCount = (value: unknown): value is number => typeof count(value) !== 'string';

/** Reports whether a value is a number of ms that a world's clock may show. */
const isTime = (value: unknown): value is number => typeof value === 'number' && isWorldTime(value);

const parsePair = (value: unknown): [string, number] | null => {
  const [name, figure] = Array.isArray(value) && value.length === 2 ? value : [];
  return typeof name === 'string' && typeof figure === 'number' && Number.isFinite(figure)
    ? [name, figure]
    : null;
};

type SavedUsage = SavedState['meter'][number];
const parseUsage = (value: unknown): SavedUsage | null => {
  const [id, of] = Array.isArray(value) && value.length === 2 ? value : [];
  if (typeof id !== 'string' || !isObject(of) || !Array.isArray(of.days)) return null;
  const { tenantId, last, day, days } = of;
  const valid =
    typeof tenantId === 'string' &&
    isTime(last) &&
    days.some((one) => isObject(one) && one.start === day) &&
    days.every(
      (one) =>
        isObject(one) &&
        isTime(one.start) &&
        isCount(one.limited) &&
        Array.isArray(one.classes) &&
        one.classes.length === 6 &&
        one.classes.every(isCount),
    );
  return valid ? (structuredClone(value) as SavedUsage) : null;
};

/** The parser of each component of the server state. The type requires a parser for every component. */
const stateParsers: {
  [Name in Exclude<keyof SavedState, 'requests'>]: (json: unknown, at: string) => SavedState[Name];
} = {
  policy(json, at) {
    const read = parseMembers(json, policyMembers, at);
    return {
      error_shape: requireMember(read.error_shape, `${at}/error_shape`, 'the form of 422 bodies.'),
      limits: requireMember(read.limits, `${at}/limits`, 'the rate limits.'),
      limits_auth: requireMember(read.limits_auth, `${at}/limits_auth`, 'a figure or null.'),
      latency: requireMember(read.latency, `${at}/latency`, 'how long replies take.'),
    };
  },
  limiter(json, at) {
    const pairs = listOf('pairs of a name and a number', parsePair);
    const read = parseMembers(json, { window: integer, used: pairs, waiting: pairs }, at);
    return {
      window: requireMember(read.window, `${at}/window`, 'the number of the minute.'),
      used: requireMember(read.used, `${at}/used`, 'the calls of each bucket.'),
      waiting: requireMember(read.waiting, `${at}/waiting`, 'the buckets without calls left.'),
    };
  },
  meter(json, at) {
    const read = parseMembers(
      { meter: json },
      { meter: listOf('counted credentials', parseUsage) },
      at.slice(0, at.lastIndexOf('/')),
    );
    return requireMember(read.meter, at, 'the calls of each credential.');
  },
  counters(json, at) {
    const read = parseMembers(json, { requests: count, refusals: count }, at);
    return {
      requests: requireMember(read.requests, `${at}/requests`, 'a count.'),
      refusals: requireMember(read.refusals, `${at}/refusals`, 'a count.'),
    };
  },
  faults(json, at) {
    const read = parseMembers(
      json,
      { next: count, faults: listOf('faults', (value) => (isObject(value) ? value : null)) },
      at,
    );
    if ((read.faults?.length ?? 0) > MAX_FAULTS)
      throw invalidInput({ [`${at}/faults`]: [`must have no more than ${MAX_FAULTS}.`] });
    return {
      next: requireMember(read.next, `${at}/next`, 'the number of the next fault.'),
      faults: requireMember(read.faults, `${at}/faults`, 'a list.').map((one, index) =>
        parseFaultState(one, `${at}/faults/${index}`),
      ),
    };
  },
};

/**
 * Parses the components that are present. The pointers in errors are relative to `/parts`.
 * @throws ControlError 422
 */
export function parseServerState(json: unknown): Partial<SavedState> {
  if (!isObject(json)) throw invalidInput({ '': ['must be an object.'] });
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    const parser = Object.hasOwn(stateParsers, name)
      ? stateParsers[name as keyof typeof stateParsers]
      : undefined;
    if (!parser)
      throw invalidInput({
        [`/${pointerSegment(name)}`]: [
          `is no part of an exported world; the parts are ${Object.keys(stateParsers).join(', ')}.`,
        ],
      });
    read[name] = parser(value, `/${name}`);
  }
  return read as Partial<SavedState>;
}
