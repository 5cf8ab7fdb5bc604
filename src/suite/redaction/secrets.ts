// Redacts passwords, tokens and keys in every text that the suite stores or prints.
import { SecretMatcher } from '../../redaction/matcher.ts';
import { redactParameters } from '../../redaction/redact.ts';
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
} from '../../redaction/secret-names.ts';

/**
 * A JSON member and the start of its value: a string, a number of four digits or more, or the opening bracket of an
 * array or object.
 */
const MEMBER = /"([\w. -]{2,60})"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]{3,}|[[{])/g;
/** Three or more words joined by dots: a JSON Web Token (RFC 7519), or the end of one. */
const CHAIN = /(?<![\w.-])[\w-]+(?:\.[\w-]*){2,}/g;

/** Replaces JSON Web Tokens: a part that begins with `{"` in base64url, and the parts after it. */
const withoutJwts = (text: string, show: () => string): string =>
  text.replace(CHAIN, (chain) => {
    const parts = chain.split('.');
    const at = parts.findIndex(
      (part, index) => /(?:^|-)eyJ[\w-]{8}/.test(part) && index + 2 < parts.length && parts[index + 1] !== '',
    );
    const first = parts[at];
    if (first === undefined) return chain;
    const kept = first.slice(0, first.search(/(?<=^|-)eyJ[\w-]{8}/));
    return [...parts.slice(0, at), kept + show()].join('.');
  });

/** Returns the parts of a signed JSON Web Token that are secrets by themselves: its payload and its signature. */
function jwtParts(secret: string): string[] {
  const parts = secret.split('.');
  return parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [];
}

/**
 * Returns the replacement of a secret: `name` is its name where known (`TENANT_A_TOKEN`), `member` the JSON member
 * that contains it.
 */
type Replacement = (name: string | undefined, member?: string) => string;
const ASTERISKS: Replacement = () => '***';

/** The secrets of a run, and the redaction of every text that the suite stores or prints. */
export class Secrets {
  /** secret → its names: several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address → the prefix of its credential's names */
  readonly #owners = new Map<string, string>();
  readonly #matcher = new SecretMatcher();

  /**
   * Adds a secret, which is then found in any text in the encodings that the matcher knows; of a JSON Web Token also
   * its payload and its signature. Secrets below six characters are too common and are ignored.
   */
  add(secret: string, name: string): void {
    for (const text of [secret, ...jwtParts(secret)]) {
      const names = this.#names.get(text) ?? [];
      if (names.includes(name) || !this.#matcher.add(text)) continue;
      this.#names.set(text, [...names, name]);
    }
  }

  /** Whether a secret is known. */
  has(secret: string): boolean {
    return this.#names.has(secret);
  }

  /** How many secrets are searched for. */
  get size(): number {
    return this.#matcher.size;
  }

  /**
   * Notes which credential has an e-mail address. @param prefix the prefix of the names of that credential's secrets:
   * `TENANT_A`
   */
  addEmail(email: string, prefix: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, prefix);
  }

  /** Returns the name prefix of the credential whose log-in a body contains; undefined when it contains none. */
  credentialInBody(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /**
   * Redacts a text.
   * @param show returns the replacement of a secret
   * @param owner the name prefix to prefer for a secret that several credentials share
   */
  redactText(text: string, show: Replacement = ASTERISKS, owner?: string): string {
    if (text === '') return text;
    // a mark that the target sends would protect the value beside it from redaction, so only marks of this method may
    // remain
    const named = this.#replaced(text.replaceAll(VARIABLE_MARK, '\ufffd'), show, owner);
    const bare = redactParameters(redactMembers(named, show), (whole) =>
      whole.includes(VARIABLE_MARK) ? null : show(undefined),
    );
    return withoutJwts(bare, () => show(undefined));
  }

  /** Redacts the secrets learned since a text was redacted. @param show returns the replacement of a secret */
  redactKnown(text: string, show: Replacement = ASTERISKS): string {
    return this.#replaced(text, show);
  }

  /** Redacts a URL. Scheme, host and port stay, so that it remains a URL. */
  redactUrl(url: string, show: Replacement = ASTERISKS, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.redactText(url.slice(origin.length), show, owner)}`;
  }

  /** Redacts the value of one header; of an `Authorization` header the scheme and the caller stay. */
  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[1];
    const callerName = caller === undefined ? '***' : `<${caller}>`;
    return scheme ? `${scheme} ${callerName}` : callerName;
  }

  /** Redacts the strings of any value. A long value becomes the start of its JSON text. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.#short(value);
    if (typeof value !== 'object' || value === null) return value;
    try {
      const json = JSON.stringify(value);
      if (json.length > MAX_SEARCHED_LENGTH) return this.#short(json);
      const redacted = this.redactText(
        JSON.stringify(value, (_, text) => (typeof text === 'string' ? this.redactText(text) : text)),
      );
      return redacted.length > MAX_TEXT_LENGTH ? truncate(redacted) : JSON.parse(redacted);
    } catch {
      return '(not shown)';
    }
  }

  /** Redacts and cuts a text. More characters than are shown are searched, so that no cut divides a shown secret. */
  #short(text: string): string {
    return truncate(this.redactText(text.slice(0, MAX_SEARCHED_LENGTH)));
  }

  #replaced(text: string, show: Replacement, owner?: string): string {
    let clean = '';
    let done = 0;
    for (const { start, end, secret } of this.#matcher.find(text)) {
      clean += text.slice(done, start) + show(this.#name(secret, owner));
      done = end;
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  #name(secret: string, owner: string | undefined): string | undefined {
    const names = this.#names.get(secret) ?? [];
    return (
      names.find((name) => owner !== undefined && name.startsWith(`${owner}_`)) ??
      names.find((name) => !name.startsWith(FROM_REPLY_PREFIX) && !name.startsWith(FROM_REQUEST_PREFIX)) ??
      names[0]
    );
  }
}

/**
 * Redacts the values of secret members: a string, every string of an array, and those of an object except descriptive
 * members.
 */
function redactMembers(text: string, show: Replacement): string {
  let clean = '';
  let done = 0;
  for (const found of text.matchAll(MEMBER)) {
    const [all, name = '', , value = ''] = found;
    if (found.index < done || !isSecretMember(name)) continue;
    const start = found.index + all.length - value.length;
    clean += text.slice(done, start);
    done = start + value.length;
    if (!/^[[{"]/.test(value)) clean += `"${show(undefined, name)}"`;
    else if (value.startsWith('"')) {
      clean += value === '""' || value.includes(VARIABLE_MARK) ? value : `"${show(undefined, name)}"`;
    } else {
      done = endOfValue(text, start);
      const inner = text.slice(start, done);
      clean += value === '[' && isInsideErrors(text, found.index) ? inner : redactStrings(inner, name, show);
    }
  }
  return clean + text.slice(done);
}

function redactStrings(list: string, name: string, show: Replacement): string {
  let key: string | undefined;
  const numbers = list.startsWith('[') && !list.includes('{');
  return list.replace(
    /"((?:[^"\\]|\\.)*)(?:"(\s*:)?|$)|-?\d[\d.eE+-]{3,}/g,
    (all, value: string | undefined, colon: string | undefined) => {
      if (value === undefined) return numbers ? `"${show(undefined, name)}"` : all;
      if (colon !== undefined) {
        key = value;
        return all;
      }
      if (value === '' || value.includes(VARIABLE_MARK) || isHarmlessText(value)) return all;
      if (key !== undefined && isDescriptiveMember(key)) return all;
      return `"${show(undefined, key ?? name)}"`;
    },
  );
}

/** Returns the index after the array or object that begins at `start`; the text's length when it does not end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  const token = /"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}]/g;
  token.lastIndex = start;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '[' || found[0] === '{') depth += 1;
    else if (found[0] === ']' || found[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}

/** Whether a position in a body is inside `errors`, where `password` has a message and not a secret. */
function isInsideErrors(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4096), at);
  const begin = before.lastIndexOf('"errors"');
  if (begin === -1) return false;
  const braces = before.slice(begin).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '');
  return braces.split('{').length > braces.split('}').length;
}

/** The prefix of the names of secrets that a reply contains. */
export const FROM_REPLY_PREFIX = 'SHOWN_';
/** The prefix of the names of secrets that a request contains: codes, wrong passwords. */
export const FROM_REQUEST_PREFIX = 'SENT_';

/** The most characters of a shown value. */
const MAX_TEXT_LENGTH = 4096;
/** The most characters of a text that are searched for secrets: more than are shown. */
const MAX_SEARCHED_LENGTH = 16 * MAX_TEXT_LENGTH;
const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/** Marks a replaced secret until the curl command is quoted: this character is not part of real text. */
export const VARIABLE_MARK = '\u0000';

/** Converts a name for a shell variable: `tenantA` to `TENANT_A`. */
export function variableName(caller: string): string {
  return caller
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}
