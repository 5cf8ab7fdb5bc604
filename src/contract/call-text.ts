// Writes the call of an operation in programming languages.

/** A request that a program sends. */
type Call = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** the body as JSON; undefined for none */
  body: unknown;
  /** whether the reply is a file, and no JSON */
  isFile: boolean;
};

export type CallLanguage = keyof typeof CALLS;

const WIDTH = 80;

type Language = {
  text(value: string): string;
  key(name: string): string;
  /** what stands between the name and the value of a member, and around members; and an object without any */
  object: readonly [between: string, open: string, close: string, empty: string];
  /** null, true and false, where the language has other words for them */
  words?: Readonly<Record<string, string>>;
};

const TYPESCRIPT: Language = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : TYPESCRIPT.text(name)),
  object: [': ', '{ ', ' }', '{}'],
};
const PYTHON: Language = {
  ...{ text: JSON.stringify, key: JSON.stringify, object: [': ', '{', '}', '{}'] },
  words: { null: 'None', true: 'True', false: 'False' },
};
const phpText = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
const PHP: Language = { text: phpText, key: phpText, object: [' => ', '[', ']', 'new stdClass()'] };

// The calls in other languages: the language, the call, the part of it that sends a body, and how the reply is read as
// JSON and as a file. Words in capitals stand for what is sent.
const CALLS = {
  fetch: [
    TYPESCRIPT,
    'const response = await fetch(URL, {\n  method: METHOD,\n  headers: HEADERS,BODY\n});\nconst result = await response.RESULT();\n',
    ['\n  body: JSON.stringify(', '),', 'json', 'blob'],
  ],
  python: [
    PYTHON,
    'import requests\n\nresponse = requests.request(\n  METHOD,\n  URL,\n  headers=HEADERS,BODY\n)\nresult = response.RESULT\n',
    ['\n  json=', ',', 'json()', 'content'],
  ],
  php: [
    PHP,
    "<?php\n$response = file_get_contents(URL, false, stream_context_create(['http' => [\n  'method' => METHOD,\n  'header' => HEADERS,\n  'ignore_errors' => true,BODY\n]]));\n$result = RESULT;\n",
    ["\n  'content' => json_encode(", '),', 'json_decode($response, true)', '$response'],
  ],
} as const;

/** Writes a call with what the language, or its usual library, has for it. */
export function callText(name: CallLanguage, { method, url, headers, body, isFile }: Call): string {
  const [language, template, [start, end, json, file]] = CALLS[name];
  const write = (value: unknown): string => literal(value, 1, language);
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const parts: Readonly<Record<string, string>> = {
    ...{ METHOD: write(method), URL: write(url), HEADERS: write(name === 'php' ? lines : headers) },
    BODY: body === undefined ? '' : `${start}${write(body)}${end}`,
    RESULT: isFile ? file : json,
  };
  return template.replace(/METHOD|URL|HEADERS|BODY|RESULT/g, (word) => parts[word] ?? word);
}

/**
 * Writes a JSON value as a literal: short ones in one line.
 * @param depth how far the line is indented, in steps of two spaces
 */
export function literal(value: unknown, depth: number, language: Language = TYPESCRIPT): string {
  if (typeof value === 'string') return language.text(value);
  if (typeof value !== 'object' || value === null) return language.words?.[String(value)] ?? String(value);
  const isArray = Array.isArray(value);
  const [between, ...around] = language.object;
  const parts = isArray
    ? value.map((one) => literal(one, depth + 1, language))
    : Object.entries(value).map(
        ([name, one]) => `${language.key(name)}${between}${literal(one, depth + 1, language)}`,
      );
  const [open, close, empty] = isArray ? ['[', ']', '[]'] : around;
  if (parts.length === 0) return empty;
  const line = `${open}${parts.join(', ')}${close}`;
  if (!line.includes('\n') && line.length + depth * 2 < WIDTH) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open.trim()}\n${parts.map((part) => `${indent}${part},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`;
}
