// Writes the values of parameters as text and reads them, in every style of OpenAPI 3.1 (Parameter Object, Style Values).

/** The types to which the text of a parameter is converted; `json` is a parameter with `content`. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'json';

/** How the value of a parameter is written. A scalar in the usual style of its place has nothing but its type. */
export type ParameterForm = {
  name: string;
  type: ParameterType;
  style?: string;
  explode?: boolean;
  /** the type of the elements of a list */
  items?: ParameterType;
  /** the types of the members of an object, by name */
  members?: Readonly<Record<string, ParameterType>>;
};

/** The names of a query or a cookie with their values as sent. */
export type RawEntries = readonly (readonly [name: string, value: string])[];

type Codec = (text: string) => string;

/** What stands between the parts of a value: as it is written, and as it is read. */
const DELIMITERS: Readonly<Record<string, [written: string, read: RegExp]>> = {
  spaceDelimited: ['%20', /%20|\+| /],
  pipeDelimited: ['%7C', /%7C|\|/i],
};
const COMMA: [string, RegExp] = [',', /,/];

/**
 * Writes the value of a parameter: `ids=1&ids=2` in a query, `;id=3` or `3` in a path, `a,b` in a header.
 * @param encode encodes each part; nothing is encoded in a header
 */
export function parameterText(
  { name, type, style = 'form', explode = false }: ParameterForm,
  value: unknown,
  encode: Codec = encodeURIComponent,
): string {
  const text = (one: unknown): string =>
    encode(typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one));
  const key = encode(name);
  const isUnnamed = style === 'simple' || style === 'label';
  const named = (part: string): string => (isUnnamed ? part : `${key}=${part}`);
  if (type === 'json') return named(encode(JSON.stringify(value)));
  const [delimiter] = DELIMITERS[style] ?? COMMA;
  const between = { matrix: ';', label: '.', simple: ',' }[style] ?? '&';
  const before = { matrix: ';', label: '.' }[style] ?? '';
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = isMap ? Object.entries(value).filter(([, one]) => one !== undefined) : [];
  if (style === 'deepObject' && isMap)
    return members.map(([member, one]) => `${key}%5B${encode(member)}%5D=${text(one)}`).join('&');
  if (isMap && explode)
    return before + members.map(([member, one]) => `${encode(member)}=${text(one)}`).join(between);
  const parts = isMap
    ? members.flatMap(([member, one]) => [encode(member), text(one)])
    : [value].flat().map(text);
  return before + (explode ? parts.map(named).join(between) : named(parts.join(delimiter)));
}

/** Splits a query as sent, or the value of a `Cookie` header at `; `. */
export const rawEntries = (text: string, at: string | RegExp = '&'): RawEntries =>
  text === ''
    ? []
    : text.split(at).map((part) => {
        const mark = part.indexOf('=');
        const [name, value] = mark === -1 ? [part, ''] : [part.slice(0, mark), part.slice(mark + 1)];
        return [decodeQuery(name), value];
      });

/** Decodes a part of a query; what cannot be decoded stays as it is. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return new URLSearchParams(`a=${text}`).get('a') ?? spaced;
  }
}

/**
 * Reads the value of a parameter from a query or a cookie; undefined when it is not sent. Of a repeated name the last
 * value counts, unless it is a list.
 */
export function parameterOfEntries(
  form: ParameterForm,
  entries: RawEntries,
  others: readonly string[] = [],
  decode: Codec = decodeQuery,
): unknown {
  const { name, type, style = 'form', explode = true, items, members } = form;
  const own = entries.filter(([one]) => one === name).map(([, text]) => text);
  const last = own.at(-1);
  if (style === 'deepObject') {
    const parts = entries.flatMap(([one, text]): [string, string][] =>
      one.startsWith(`${name}[`) && one.endsWith(']') ? [[one.slice(name.length + 1, -1), text]] : [],
    );
    return parts.length === 0 ? undefined : objectOf(parts, members, decode);
  }
  if (type === 'object' && explode) {
    const parts = entries.filter(([one]) => (members ? Object.hasOwn(members, one) : !others.includes(one)));
    return parts.length === 0 ? undefined : objectOf(parts, members, decode);
  }
  if (last === undefined) return undefined;
  if (type !== 'array' && type !== 'object') return converted(decode(last), type);
  if (type === 'array' && explode) return own.map((text) => converted(decode(text), items));
  return listed(last.split((DELIMITERS[style] ?? COMMA)[1]), form, decode);
}

/** Reads the value of a parameter from a segment of a path or a header, which is decoded. */
export function parameterOfText(form: ParameterForm, text: string): unknown {
  const { type, style = 'simple', explode = false } = form;
  const plain: Codec = (one) => one;
  if (style === 'matrix')
    return parameterOfEntries({ ...form, explode }, rawEntries(text.slice(1), ';'), [], plain) ?? text;
  const value = style === 'label' ? text.slice(1) : text;
  if (type !== 'array' && type !== 'object') return converted(value, type);
  const parts = value.split(style === 'label' && explode ? '.' : /\s*,\s*/);
  if (type === 'object' && explode)
    return objectOf(
      parts.flatMap((part) => rawEntries(part)),
      form.members,
      plain,
    );
  return listed(parts, form, plain);
}

function listed(parts: readonly string[], { type, items, members }: ParameterForm, decode: Codec): unknown {
  if (type === 'array')
    return parts.join('') === '' ? [] : parts.map((part) => converted(decode(part), items));
  const pairs = parts.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[decode(name), parts[at + 1] ?? '']] : [],
  );
  return objectOf(pairs, members, decode);
}

const objectOf = (
  parts: RawEntries,
  members: ParameterForm['members'],
  decode: Codec,
): Record<string, unknown> =>
  Object.fromEntries(parts.map(([name, text]) => [name, converted(decode(text), members?.[name])]));

/** Converts a text to the type of its schema; what is no such value stays text, which the schema refuses. */
export function converted(text: string, type: ParameterType = 'string'): unknown {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'boolean' && (text === '1' || text === '0')) return text === '1';
  if (type !== 'json' && type !== 'object' && type !== 'array') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
