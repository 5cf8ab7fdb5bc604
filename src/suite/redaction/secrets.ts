// Redacts passwords, tokens and keys in every text that the suite stores or prints.
import { addForms, type Forms, MIN_LENGTH, replaceSecrets } from '../../redaction/known-secrets.ts';
import { type Hide, redactHeader, redactText, redactValue } from '../../redaction/redact.ts';
import { isSecretHeader } from '../../redaction/secret-names.ts';

/** The known secrets of a run; redacts every text that the suite stores or prints. */
export class Secrets {
  /** secret → its names, because several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address of a credential → the prefix of the names of its secrets */
  readonly #owners = new Map<string, string>();
  readonly #forms: Forms = new Map();

  /**
   * Adds a secret, which is then found in any text. Of a JSON Web Token, the payload and the signature are added too. A
   * secret of fewer than six characters is ignored, because such short texts are too common.
   */
  add(secret: string, name: string): void {
    const parts = secret.split('.');
    for (const text of [secret, ...(parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [])]) {
      if (text.length < MIN_LENGTH) continue;
      const names = this.#names.get(text);
      if (names === undefined) addForms(this.#forms, text);
      this.#names.set(text, [...new Set([...(names ?? []), name])]);
    }
  }

  has(secret: string): boolean {
    return this.#names.has(secret);
  }

  /** The number of secrets that are searched for. */
  get size(): number {
    return this.#names.size;
  }

  /** Records which credential has an e-mail address. @param prefix of the names of its secrets: `TENANT_A` */
  addEmail(email: string, prefix: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, prefix);
  }

  /** Returns the name prefix of the credential whose e-mail address a body contains; undefined when there is none. */
  credentialInBody(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /**
   * Replaces the secrets of a text by names between variable marks: known secrets, and what the structure of the text
   * shows. JSON is searched member by member, also inside strings.
   * @param owner the name prefix to use for a secret that several credentials share
   */
  markSecrets(text: string, owner?: string): string {
    const hide: Hide = (found, member) => {
      const named = found.includes(VARIABLE_MARK) ? found : this.markKnown(found, owner);
      if (ONE_VARIABLE.test(named)) return named;
      return marked(member === '' ? 'SECRET' : `${FROM_REQUEST_PREFIX}${variableName(member)}`);
    };
    const mark = (given: string): string =>
      markedJson(given, mark, hide) ?? redactText(this.markKnown(given, owner), hide);
    // The target could send a variable mark to protect the value beside it from redaction.
    return mark(text.replaceAll(VARIABLE_MARK, '\ufffd'));
  }

  /** Replaces the known secrets of a text by their names between variable marks. */
  markKnown(text: string, owner?: string): string {
    return replaceSecrets(text, this.#forms, (secret) => marked(this.#name(secret, owner)));
  }

  /** Replaces the secrets of a URL like `markSecrets`. Scheme, host and port are kept, so that the result is still a URL. */
  markUrl(url: string, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.markSecrets(url.slice(origin.length), owner)}`;
  }

  /** Redacts a text: known secrets, and what its structure shows. */
  redactText(text: string): string {
    return withAsterisks(this.markSecrets(text));
  }

  /** Redacts the known secrets of a text. @param shown stands in place of each */
  redactKnown(text: string, shown = '***'): string {
    return replaceSecrets(text, this.#forms, () => shown);
  }

  /** Redacts a URL. Scheme, host and port are kept. */
  redactUrl(url: string): string {
    return withAsterisks(this.markUrl(url));
  }

  /** Redacts the value of one HTTP header. Of a secret header the scheme is kept, and the caller is named. */
  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    return redactHeader(name, value, caller && `<${caller}>`);
  }

  /** Redacts the strings of any value. A long value is replaced by the start of its JSON text. */
  redactValue(value: unknown): unknown {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    try {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const redacted = this.redactText(text.slice(0, MAX_SEARCHED_LENGTH));
      if (redacted.length > MAX_TEXT_LENGTH) return `${redacted.slice(0, MAX_TEXT_LENGTH)}…`;
      return typeof value === 'string' ? redacted : JSON.parse(redacted);
    } catch {
      return '(not shown)';
    }
  }

  /** Returns the name of a secret: that of its owner, or else of another credential, or else of the member that held it. */
  #name(secret: string, owner: string | undefined): string {
    const names = this.#names.get(secret) ?? [];
    const ofOwner = names.find((name) => owner !== undefined && name.startsWith(`${owner}_`));
    return ofOwner ?? names.find((name) => !LEARNED.test(name)) ?? names[0] ?? 'SECRET';
  }
}

/** Marks the secrets of a JSON object or array. Returns the text as it is when it contains no secret, null when it is no JSON. */
function markedJson(text: string, mark: (text: string) => string, hide: Hide): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const done = JSON.stringify(redactValue(value, mark, hide));
    return done === JSON.stringify(value) ? text : done;
  } catch {
    return null;
  }
}

/** The prefixes for the names of secrets that were learned from a reply, and from a request (codes, wrong passwords). */
export const FROM_REPLY_PREFIX = 'SHOWN_';
export const FROM_REQUEST_PREFIX = 'SENT_';
const LEARNED = new RegExp(`^(?:${FROM_REPLY_PREFIX}|${FROM_REQUEST_PREFIX})`);

/** The most characters of a value or a body in a report. */
export const MAX_TEXT_LENGTH = 4096;
/** The most characters that are searched for secrets: more than are shown, so that a secret at the cut is still found. */
export const MAX_SEARCHED_LENGTH = 16 * MAX_TEXT_LENGTH;

/** Surrounds the name of a replaced secret until the text is shown. Real text does not contain it. */
export const VARIABLE_MARK = '\ue000';
const ONE_VARIABLE = new RegExp(`^${VARIABLE_MARK}\\w+${VARIABLE_MARK}$`);
const VARIABLES = new RegExp(`${VARIABLE_MARK}\\w+${VARIABLE_MARK}`, 'g');

/** Returns a name between variable marks. */
export const marked = (name: string): string => `${VARIABLE_MARK}${name}${VARIABLE_MARK}`;
const withAsterisks = (text: string): string => text.replace(VARIABLES, '***');

/** Converts the name of a caller for a shell variable: `tenantA` becomes `TENANT_A`. */
export function variableName(caller: string): string {
  return caller
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}

/** Returns the shell variable of a secret of a credential: `TENANT_A_PASSWORD`; a token and an API key share one. */
export const secretVariable = (credential: string, member: string): string =>
  `${variableName(credential)}_${member === 'apiKey' ? 'TOKEN' : variableName(member)}`;
