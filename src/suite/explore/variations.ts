// Lists other values of a part of a request body: the ends of what its schema allows, and unusual values between them.
import { isObject } from '../../contract/is-object.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { type Random, shuffled } from '../model/random.ts';
import { isReference } from './placeholders.ts';
import type { Part } from './schema-tree.ts';

/**
 * Texts that a schema without a pattern allows, and that software often handles wrongly. They contain neither spaces at
 * an end nor characters that Unicode normalization changes, because a server may change those.
 */
const UNUSUAL_TEXTS = [
  "O'Neill-Söhne & Töchter",
  '100 % of "all" <things>',
  '漢字とかな',
  '🦉 and 👩‍👧 🏳️‍🌈',
  'مرحبا بالعالم',
  'a\\b\\n',
  '%s %d %n',
  '$name {{name}} $(name)',
  'first line\nsecond line',
  'tab\there',
  '0',
  '007',
  '-1',
  '1e3',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '~/..',
  '#',
  '=1+1',
  'x\u00a0y',
] as const;

/** Instants that a resource may end at: the last second of a year, a leap day, and one with a fraction of a second. */
const FUTURE_INSTANTS = ['2031-12-31T23:59:59Z', '2032-02-29T12:00:00Z', '2030-06-30T00:00:00.001Z'];

/** Characters of one, two, three and four bytes in UTF-8, with which texts are made long. */
const FILLERS = ['x', 'é', '漢', '🦉'];

/** Unusual names of members of an open object. */
const UNUSUAL_NAMES = ['constructor', 'toString', 'a.b', 'ключ', '0', 'a-b_c', 'x'.repeat(40)];

/** The integers at which software often fails, besides the bounds of a schema. */
const UNUSUAL_INTEGERS = [0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 65_536, 2_147_483_647, 2_147_483_648];

/** The most characters and elements of a value that is made long. */
const MAX_LENGTH = 70_000;
const MAX_ITEMS = 64;

/**
 * Lists other values for a part. Not each of them is valid: a pattern or a rule between members may forbid it.
 * @param unique the text that keeps a name unique, and that the other values of such a name contain too
 */
export function variationsOf({ schema, items, value }: Part, random: Random, unique: string): unknown[] {
  if (isReference(value)) return [];
  const nothing = schema['x-nullable'] === true || [schema.type].flat().includes('null') ? [null] : [];
  const found = Array.isArray(schema.enum)
    ? schema.enum
    : schema.const !== undefined
      ? []
      : Array.isArray(value)
        ? listVariations(schema, items, value)
        : isObject(value)
          ? objectVariations(schema, value)
          : typeof value === 'string'
            ? textVariations(schema, value, random, unique)
            : typeof value === 'number'
              ? numberVariations(schema, value)
              : typeof value === 'boolean'
                ? [!value]
                : [];
  return [...nothing, ...found].filter((one) => !Object.is(one, value));
}

const codePoints = (text: string): number => [...text].length;

/** Makes a text of an exact number of characters that begins with another text. */
const padded = (text: string, length: number, filler: string): string =>
  text + filler.repeat(Math.max(0, length - codePoints(text)));

function textVariations(schema: JsonSchema, value: string, random: Random, unique: string): string[] {
  const isUnique = value.includes(unique);
  const most = Math.min(Number(schema.maxLength ?? 255), MAX_LENGTH);
  const least = Number(schema.minLength ?? 0);
  const lengths = [most, most - 1, Math.max(1, least), least, random.integer(least, most)];
  const bases = isUnique ? [value] : [value, ''];
  // A text with a form, such as an e-mail address, can grow only inside: before its first separator.
  const [, head = '', tail = ''] = /^([^@.:/]+)([@.].*)$/su.exec(value) ?? [];
  const inside =
    tail === '' ? [] : [most, most - 1].map((n) => padded(head, n - codePoints(tail), 'x') + tail);
  const long = bases.flatMap((base) =>
    lengths.filter((n) => n >= codePoints(base)).map((n) => padded(base, n, random.pick(FILLERS))),
  );
  const withName = (words: string): string => (isUnique ? `${words} ${unique}` : words);
  const unusual = UNUSUAL_TEXTS.map(withName);
  const room = most - (isUnique ? codePoints(unique) + 1 : 0);
  const mixed = withName([...shuffled(UNUSUAL_TEXTS, random).join(' ')].slice(0, room).join('').trim());
  const instants = schema.format === 'date-time' ? FUTURE_INSTANTS : [];
  const [longest = value, ...shorter] = long;
  return [...new Set([...instants, longest, mixed, ...shorter, ...inside, ...unusual])];
}

function numberVariations(schema: JsonSchema, value: number): number[] {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? Number.NaN);
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? Number.NaN);
  const ends = [least, least + 1, most, most - 1].filter((one) => Number.isSafeInteger(one));
  const inside = UNUSUAL_INTEGERS.filter((one) => !(one < least) && !(one > most));
  const step = Number(schema.multipleOf ?? 1);
  return [...new Set([...ends, ...inside, value + step, value - step])];
}

function listVariations(
  schema: JsonSchema,
  items: JsonSchema | undefined,
  value: readonly unknown[],
): unknown[][] {
  const most = Math.min(Number(schema.maxItems ?? MAX_ITEMS), MAX_ITEMS);
  const least = Number(schema.minItems ?? 0);
  const numbered = (count: number): unknown[] =>
    Array.from({ length: count }, (_, at) => {
      const one = value[at % Math.max(1, value.length)];
      return at >= value.length && typeof one === 'string' ? differing(one, at) : structuredClone(one);
    });
  const choices = items?.enum;
  const lists = Array.isArray(choices) ? [choices.slice(0, most), choices.slice(-1)] : [];
  if (value.length > 0 && choices === undefined)
    lists.push(numbered(most), numbered(Math.min(most, value.length + 1)));
  lists.push(value.slice(0, least), value.slice(0, 1), [...value].reverse());
  return lists.map((list) => [...list]);
}

/** Makes another text of the form of a text, for lists whose elements must differ. */
const differing = (text: string, at: number): string => text.replace(/^([a-z]*)/i, (word) => `${word}${at}`);

function objectVariations(schema: JsonSchema, value: Record<string, unknown>): Record<string, unknown>[] {
  const required = new Set(schema.required ?? []);
  const names = Object.keys(value);
  const without = names
    .filter((name) => !required.has(name))
    .map((left) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== left)));
  const bare = Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)));
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  const sample = Object.values(value).find((one) => typeof one === 'string') ?? 'x';
  const further = isOpen ? UNUSUAL_NAMES.map((name) => ({ ...value, [name]: sample })) : [];
  return [...without, bare, ...further];
}
