// Maps single values between the contract and a deployment: times, states, scopes, event types.
import { document } from '../contract/document.ts';
import type { JsonSchema } from '../contract/openapi.ts';
import type { Form } from './form.ts';

/** Converts a value of the contract to one of the deployment (`show`) and back (`read`). */
type ValueCodec = { show(value: unknown): unknown; read(value: unknown): unknown };

const UNCHANGED: ValueCodec = { show: (value) => value, read: (value) => value };

const DAY = 86_400_000;

const withDate = (instant: string, write: (day: number) => string): string =>
  `${write(Date.parse(instant.slice(0, 10)))}${instant.slice(10)}`;

function ordinalDate(day: number): string {
  const year = new Date(day).getUTCFullYear();
  return `${year}-${String((day - Date.UTC(year, 0, 0)) / DAY).padStart(3, '0')}`;
}

function weekDate(day: number): string {
  const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
  const thursday = day + (4 - weekday) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}-${weekday}`;
}

const ending = (end: string) => (instant: string) => instant.replace('Z', end);
const withoutSeconds = (instant: string): string => instant.replace(/:\d\dZ$/, 'Z');
const basic = (instant: string): string => instant.replaceAll(/[-:]/g, '');

/** Form of times → writes a time in it. */
export const TIMES: Readonly<Record<Form['times'], (instant: string) => string>> = {
  zulu: (instant) => instant,
  offset: ending('+00:00'),
  milliseconds: ending('.000Z'),
  microseconds: ending('.000000+00:00'),
  nanoseconds: ending('.123456789Z'),
  'fractions of different lengths': (instant) =>
    ending(['Z', '.5Z', '.25Z', '.123456Z'][Number(instant.slice(-3, -1)) % 4] ?? 'Z')(instant),
  comma: ending(',5Z'),
  'no seconds': withoutSeconds,
  'some without seconds': (instant) =>
    Number(instant.slice(-3, -1)) % 2 === 0 ? withoutSeconds(instant) : instant,
  basic,
  'basic, short offset': (instant) => basic(instant).replace('Z', '+00'),
  'lower case': (instant) => instant.toLowerCase(),
  'ordinal date': (instant) => withDate(instant, ordinalDate),
  'week date': (instant) => withDate(instant, weekDate),
};

const timesOf = (form: Form['times']): ValueCodec => ({
  show: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) ? TIMES[form](value) : value,
  read(value) {
    if (typeof value !== 'string') return value;
    const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:Z|\+00)$/i.exec(value);
    if (compact) return `${compact.slice(1, 4).join('-')}T${compact.slice(4, 7).join(':')}Z`;
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|\+00:00)$/i.test(value)
      ? `${value.slice(0, 19).toUpperCase()}Z`
      : value;
  },
});

/** A word of the contract that the deployment does not use is an unknown word there. */
function wordsOf(words: readonly string[], others: Form['words'][string] = {}): ValueCodec {
  const shown = new Map(words.map((word) => [word, others[word] ?? word]));
  const read = new Map([...shown].map(([word, other]) => [other, word]));
  if (read.size !== shown.size) throw new Error(`Two of the words ${words.join(', ')} get one word.`);
  return {
    show: (value) => (typeof value === 'string' ? (shown.get(value) ?? value) : value),
    read: (value) =>
      typeof value === 'string'
        ? (read.get(value) ?? (shown.has(value) ? `unknown-${value}` : value))
        : value,
  };
}

const texts = (schema: JsonSchema | undefined): string[] =>
  (schema?.enum ?? []).filter((word) => typeof word === 'string');

/** Lists the scopes and event types of the contract. */
export function vocabulary(): string[] {
  const { schemas } = document().components;
  return [...texts(schemas.GrantableScope), 'platform:admin', ...texts(schemas.SubscribableEvent)];
}

const VOCABULARY = new Set(['Scope', 'GrantableScope', 'SubscribedEvent', 'SubscribableEvent', 'EventType']);
/** Enumerations that the specification states, or that the protocols behind the products define. */
const GIVEN = /BillingCycle|^Dns|^Epp|^Email|^Validation/;

/** @param name the name of the member's schema; empty where its values are listed where the member is declared */
export function enumerationOf(
  name: string,
  schema: JsonSchema,
  { family, member }: { family: string; member: string },
): string | undefined {
  const isState =
    name === ''
      ? /^(status|type)$/.test(member)
      : /Status$|^ServiceType$|^TenantTier$|^TicketPriority$|^Role$/.test(name);
  const isGiven = GIVEN.test(name === '' ? family : name);
  return schema.enum && isState && !isGiven ? name || `${family}.${member}` : undefined;
}

/** The codecs of the values of one deployment. */
export class Values {
  readonly times: ValueCodec;
  readonly #words: Form['words'];
  readonly #vocabulary: ValueCodec;
  readonly #enums = new Map<string, ValueCodec>();

  constructor({ times, words }: Pick<Form, 'times' | 'words'>) {
    this.#words = words;
    this.times = timesOf(times);
    this.#vocabulary = wordsOf(vocabulary(), words.vocabulary);
  }

  /** Returns a message with the deployment's scopes and event types in place of those of the contract. */
  withWords = (message: string): string =>
    message.replaceAll(/[a-z_]+[:.][a-z_]+/g, (word) => String(this.#vocabulary.show(word)));

  /** @param name the name of the member's schema; empty where its values are listed where the member is declared */
  of(name: string, schema: JsonSchema, at: { family: string; member: string }): ValueCodec {
    if (name === 'Timestamp' || name === 'NullableTimestamp') return this.times;
    if (VOCABULARY.has(name) || (name === '' && at.member === 'event_type')) return this.#vocabulary;
    const enumeration = enumerationOf(name, schema, at);
    if (enumeration === undefined) return UNCHANGED;
    const codec = this.#enums.get(enumeration) ?? wordsOf(texts(schema), this.#words[enumeration]);
    this.#enums.set(enumeration, codec);
    return codec;
  }
}
