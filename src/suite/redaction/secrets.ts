// Redacts passwords, tokens and keys in every text that the suite stores or prints.
import { KnownSecrets } from '../../redaction/known-secrets.ts';
import { type Hide, redactText, redactValue } from '../../redaction/redact.ts';
import { isSecretHeader } from '../../redaction/secret-names.ts';

/**
 * Returns the replacement of a secret. `name` is the secret's name when it is known (`TENANT_A_TOKEN`); `member` is
 * the JSON member or parameter that contains the secret.
 */
type Replacement = (name: string | undefined, member?: string) => string;
const ASTERISKS: Replacement = () => '***';

/** The known secrets of a run; redacts every text that the suite stores or prints. */
export class Secrets {
  /** secret → its names, because several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address of a credential → the prefix of the names of its secrets */
  readonly #owners = new Map<string, string>();
  readonly #known = new KnownSecrets();

  /**
   * Adds a secret, which is then found in any text. Of a JSON Web Token, the payload and the signature are added too. A
   * secret of fewer than six characters is ignored, because such short texts are too common.
   */
  add(secret: string, name: string): void {
    const parts = secret.split('.');
    for (const text of [secret, ...(parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [])]) {
      const names = this.#names.get(text) ?? [];
      if (!names.includes(name) && this.#known.add(text)) this.#names.set(text, [...names, name]);
    }
  }

  /** Returns whether a secret is known. */
  has(secret: string): boolean {
    return this.#known.has(secret);
  }

  /** The number of secrets that are searched for. */
  get size(): number {
    return this.#known.size;
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
   * Redacts a text: known secrets, and what its structure shows. JSON is redacted member by member, also inside strings.
   * @param show returns the replacement of a secret
   * @param owner the name prefix to use for a secret that several credentials share
   */
  redactText(text: string, show: Replacement = ASTERISKS, owner?: string): string {
    const hide: Hide = (found, member) => {
      if (found.includes(VARIABLE_MARK)) return found;
      const named = this.redactKnown(found, show, owner);
      return named.startsWith(VARIABLE_MARK) && named.indexOf(VARIABLE_MARK, 1) === named.length - 1
        ? named
        : show(undefined, member === '' ? undefined : member);
    };
    const clean = (given: string): string => {
      const json = redactJson(given, clean, hide);
      return json ?? redactText(this.redactKnown(given, show, owner), hide);
    };
    // The target could send a variable mark to protect the value beside it from redaction.
    return clean(text.replaceAll(VARIABLE_MARK, '\ufffd'));
  }

  /** Redacts the known secrets of a text. @param show returns the replacement of a secret */
  redactKnown(text: string, show: Replacement = ASTERISKS, owner?: string): string {
    return this.#known.replace(text, (secret) => show(this.#name(secret, owner)));
  }

  /** Redacts a URL. Scheme, host and port are kept, so that the result is still a URL. */
  redactUrl(url: string, show: Replacement = ASTERISKS, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.redactText(url.slice(origin.length), show, owner)}`;
  }

  /**
   * Redacts the value of one HTTP header. Of a secret header the scheme is kept and the caller is named, and what an
   * earlier redaction left is kept.
   */
  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    if (caller === undefined && HIDDEN_HEADER.test(value)) return value;
    const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[0] ?? '';
    return `${scheme}${caller === undefined ? '***' : `<${caller}>`}`;
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

  #name(secret: string, owner: string | undefined): string | undefined {
    const names = this.#names.get(secret) ?? [];
    return (
      names.find((name) => owner !== undefined && name.startsWith(`${owner}_`)) ??
      names.find((name) => !name.startsWith(FROM_REPLY_PREFIX) && !name.startsWith(FROM_REQUEST_PREFIX)) ??
      names[0]
    );
  }
}

/** Redacts a JSON object or array as text. Returns the text as it is when it contains no secret, null when it is no JSON. */
function redactJson(text: string, clean: (text: string) => string, hide: Hide): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const redacted = JSON.stringify(redactValue(value, clean, hide));
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    return null;
  }
}

/** Matches a header value that was already redacted: `***`, `<tenantA>`, `Bearer <tenantA>`. */
const HIDDEN_HEADER = /^(?:(?:Bearer|Basic|Digest) )?(?:<[\w -]+>|\*\*\*)$/i;

/** The prefixes for the names of secrets that were learned from a reply, and from a request (codes, wrong passwords). */
export const FROM_REPLY_PREFIX = 'SHOWN_';
export const FROM_REQUEST_PREFIX = 'SENT_';

/** The most characters of a value or a body in a report. */
export const MAX_TEXT_LENGTH = 4096;
/** The most characters that are searched for secrets: more than are shown, so that a secret at the cut is still found. */
export const MAX_SEARCHED_LENGTH = 16 * MAX_TEXT_LENGTH;

/** Surrounds the name of a replaced secret until the curl command is quoted. Real text does not contain it. */
export const VARIABLE_MARK = '\ue000';

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
