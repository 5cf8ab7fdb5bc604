// What is kept of a world beside its tables, read from a file: nothing comes in that it could not have been saved as.
import type { Saved } from '../server/app.ts';
import { isLivable } from '../state/instant.ts';
import { MOST_FAULTS, readFaultState } from './faults-desk.ts';
import { MOST_COUNTED } from './held.ts';
import { policyMembers } from './policy-desk.ts';
import { isObject, members, needed, part, type Read, whole } from './reading.ts';
import { unusable } from './trouble.ts';

type Parts = Saved['parts'];

const count = whole(0, MOST_COUNTED);
const integer = whole(-1, Number.MAX_SAFE_INTEGER);

const listOf =
  <A>(what: string, read: (value: unknown) => A | null): Read<A[]> =>
  (value) => {
    if (!Array.isArray(value)) return `must be a list of ${what}.`;
    const items = value.map(read);
    const wrong = items.indexOf(null);
    return wrong === -1 ? { value: items as A[] } : `must be a list of ${what}; number ${wrong} is none.`;
  };

const isCount = (value: unknown): value is number => typeof count(value) !== 'string';

/** Milliseconds that can be shown as an instant. */
const isTime = (value: unknown): value is number => typeof value === 'number' && isLivable(value);

const pair = (value: unknown): [string, number] | null => {
  const [name, figure] = Array.isArray(value) && value.length === 2 ? value : [];
  return typeof name === 'string' && typeof figure === 'number' && Number.isFinite(figure)
    ? [name, figure]
    : null;
};

type Tally = Parts['meter'][number];
const tally = (value: unknown): Tally | null => {
  const [id, of] = Array.isArray(value) && value.length === 2 ? value : [];
  if (typeof id !== 'string' || !isObject(of) || !Array.isArray(of.days)) return null;
  const { tenantId, last, day, days } = of;
  const sound =
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
  return sound ? (structuredClone(value) as Tally) : null;
};

/** How each part is read. A part without a line here could not be taken in: the type asks for one. */
const readers: { [Name in Exclude<keyof Parts, 'requests'>]: (given: unknown, at: string) => Parts[Name] } = {
  policy(given, at) {
    const read = members(given, policyMembers, at);
    return {
      error_shape: needed(read.error_shape, `${at}/error_shape`, 'the form of 422 bodies.'),
      limits: needed(read.limits, `${at}/limits`, 'the rate limits.'),
      limits_auth: needed(read.limits_auth, `${at}/limits_auth`, 'a figure or null.'),
      latency: needed(read.latency, `${at}/latency`, 'how long answers take.'),
    };
  },
  limiter(given, at) {
    const pairs = listOf('pairs of a name and a number', pair);
    const read = members(given, { window: integer, used: pairs, waiting: pairs }, at);
    return {
      window: needed(read.window, `${at}/window`, 'the number of the minute.'),
      used: needed(read.used, `${at}/used`, 'the calls by bucket.'),
      waiting: needed(read.waiting, `${at}/waiting`, 'who has none left.'),
    };
  },
  meter(given, at) {
    const read = members(
      { meter: given },
      { meter: listOf('counted credentials', tally) },
      at.slice(0, at.lastIndexOf('/')),
    );
    return needed(read.meter, at, 'the calls by credential.');
  },
  counters(given, at) {
    const read = members(given, { requests: count, refusals: count }, at);
    return {
      requests: needed(read.requests, `${at}/requests`, 'a count.'),
      refusals: needed(read.refusals, `${at}/refusals`, 'a count.'),
    };
  },
  faults(given, at) {
    const read = members(
      given,
      { next: count, faults: listOf('faults', (value) => (isObject(value) ? value : null)) },
      at,
    );
    if ((read.faults?.length ?? 0) > MOST_FAULTS)
      throw unusable({ [`${at}/faults`]: [`must have no more than ${MOST_FAULTS}.`] });
    return {
      next: needed(read.next, `${at}/next`, 'the number of the next fault.'),
      faults: needed(read.faults, `${at}/faults`, 'a list.').map((one, index) =>
        readFaultState(one, `${at}/faults/${index}`),
      ),
    };
  },
};

/** Reads the parts that are there; pointers are below `/parts`. @throws Trouble 422 */
export function readSaved(given: unknown): Partial<Parts> {
  if (!isObject(given)) throw unusable({ '': ['must be an object.'] });
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const reader = Object.hasOwn(readers, name) ? readers[name as keyof typeof readers] : undefined;
    if (!reader)
      throw unusable({
        [`/${part(name)}`]: [`is no part of a world; there are ${Object.keys(readers).join(', ')}.`],
      });
    read[name] = reader(value, `/${name}`);
  }
  return read as Partial<Parts>;
}
