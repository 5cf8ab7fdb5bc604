// Must never be written down: passwords, tokens, keys. Everything kept goes through here first.
import { SecretMatcher } from '../../redaction/matcher.ts';
import { redactParameters } from '../../redaction/redact.ts';
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
} from '../../redaction/secret-names.ts';

/** A member and the start of its value: a text, a number of four digits or more, or what opens a list or an object. */
const MEMBER = /"([\w. -]{2,60})"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]{3,}|[[{])/g;
/** Words joined by dots, three or more: a JSON Web Token (RFC 7519) is such a chain, or the end of one. */
const CHAIN = /(?<![\w.-])[\w-]+(?:\.[\w-]*){2,}/g;

/** A text without JSON Web Tokens: a part that begins with `{"` in base64url, and all that the dots join to it. */
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

/** The parts of a signed JSON Web Token that are secrets by themselves: its payload and its signature. */
function jwtParts(secret: string): string[] {
  const parts = secret.split('.');
  return parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [];
}

/** How a hidden text is shown: `name` is what it is known as (`TENANT_A_TOKEN`), else `member` what it stands under, where one is known. */
type Replacement = (name: string | undefined, member?: string) => string;
const ASTERISKS: Replacement = () => '***';

/** The secrets of a run, and the redaction of every text that the suite stores or prints. */
export class Secrets {
  /** a secret's names: several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address → the start of its credential's names */
  readonly #owners = new Map<string, string>();
  readonly #matcher = new SecretMatcher();

  /**
   * Remembers a secret, so that it is found in any text, in the encodings that the matcher knows; of a JSON Web Token its
   * payload and its signature as well. Texts under 6 characters are too common to be searched for.
   */
  add(secret: string, name: string): void {
    for (const one of [secret, ...jwtParts(secret)]) {
      const names = this.#names.get(one) ?? [];
      if (names.includes(name) || !this.#matcher.add(one)) continue;
      this.#names.set(one, [...names, name]);
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

  /** Remembers whose e-mail address this is. @param start what the names of that credential's secrets start with: `TENANT_A` */
  addEmail(email: string, prefix: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, prefix);
  }

  /** Whose log-in a body is: the start of that credential's names; undefined when it names nobody known. */
  credentialInBody(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /** A text without secrets. @param owner whose name a secret goes by that several share */
  redactText(text: string, show: Replacement = ASTERISKS, owner?: string): string {
    if (text === '') return text;
    // only what is hidden here may be marked: a mark that the target sends would keep its value from being hidden
    const named = this.#replaced(text.replaceAll(VARIABLE_MARK, '\ufffd'), show, owner);
    const bare = redactParameters(redactMembers(named, show), (whole) =>
      whole.includes(VARIABLE_MARK) ? null : show(undefined),
    );
    return withoutJwts(bare, () => show(undefined));
  }

  /** A text that was cleaned before, without what has become known since. @param show how a secret's name is shown */
  redactKnown(text: string, show: Replacement = ASTERISKS): string {
    return this.#replaced(text, show);
  }

  /** An address without secrets. Scheme, host and port stay, so that it can still be read as an address. */
  redactUrl(url: string, show: Replacement = ASTERISKS, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.redactText(url.slice(origin.length), show, owner)}`;
  }

  /** One header's value without secrets; of an authorization only the scheme and who it is remain. */
  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[1];
    const callerName = caller === undefined ? '***' : `<${caller}>`;
    return scheme ? `${scheme} ${callerName}` : callerName;
  }

  /** Any value without secrets: texts inside it are cleaned, the rest stays. What is very long becomes the start of its text. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.#short(value);
    if (typeof value !== 'object' || value === null) return value;
    try {
      const given = JSON.stringify(value);
      if (given.length > SEARCHED) return this.#short(given);
      const redactText = this.redactText(
        JSON.stringify(value, (_, one) => (typeof one === 'string' ? this.redactText(one) : one)),
      );
      return redactText.length > MAX_TEXT_LENGTH ? truncate(redactText) : JSON.parse(redactText);
    } catch {
      return '(not shown)';
    }
  }

  /** A text cut to what is shown, after a longer part of it has lost its secrets: a cut through one is not shown. */
  #short(text: string): string {
    return truncate(this.redactText(text.slice(0, SEARCHED)));
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

/** Texts under members that are secret, gone: one text, every text of a list, and those of an object that do not only tell of it. */
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

/** Where the list or object that begins here ends; the text's end when it does not. */
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

/** Whether a place in a body is among its `errors`: what stands there under `password` is said about it. */
function isInsideErrors(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4096), at);
  const begin = before.lastIndexOf('"errors"');
  if (begin === -1) return false;
  const braces = before.slice(begin).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '');
  return braces.split('{').length > braces.split('}').length;
}

/** How the names begin of what a reply shows once. */
export const FROM_REPLY_PREFIX = 'SHOWN_';
/** How the names begin of what a request carries: codes, wrong passwords. */
export const FROM_REQUEST_PREFIX = 'SENT_';

/** Values are shown up to so many characters. */
const MAX_TEXT_LENGTH = 4096;
/** Of a longer text only so many characters are searched: more than is ever shown. */
const SEARCHED = 16 * MAX_TEXT_LENGTH;
const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/** Stands for a hidden text until a command line is quoted: never part of real text. */
export const VARIABLE_MARK = '\u0000';

/** `tenantA` as a shell variable's beginning: `TENANT_A`. */
export function variableName(caller: string): string {
  return caller
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}
