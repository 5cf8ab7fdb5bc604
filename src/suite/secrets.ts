// What must never be written down: passwords, tokens, keys. Everything kept goes through here first.

/** Members whose text is a secret wherever they occur, in requests and replies alike. */
const SECRET_MEMBER =
  /"(pass(?:word|wd|phrase)?|[a-z_]*_password|(?:[a-z]+_)*token|jwt|totp(?:_code|_secret)?|otp(?:_code)?|secret|[a-z_]*_secret|api_?key|key|private_key|auth_code|epp_code)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/gi;
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i;
const SECRET_QUERY = /([?&](?:[a-z_]*token|api_?key|key|password|secret)=)[^&#\s"']+/gi;
/** JSON Web Tokens (RFC 7519): nothing else begins so and has two dots. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** How a hidden text is shown: `name` is what it is known as (`TENANT_A_TOKEN`), else `member` what it stands under, where one is known. */
type Show = (name: string | undefined, member?: string) => string;
const STARS: Show = () => '***';

export class Secrets {
  /** a secret's names: several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address → the start of its credential's names */
  readonly #owners = new Map<string, string>();
  #known: RegExp | null = null;

  /** Remembers a secret, so that it is found in any text. Texts under 6 characters are too common to search for. */
  add(secret: string, name: string): void {
    if (secret.length < 6 || this.#names.get(secret)?.includes(name)) return;
    // as it is, as it stands in JSON, and as it stands in a URL
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      const names = this.#names.get(form) ?? [];
      if (!names.includes(name)) this.#names.set(form, [...names, name]);
    }
    this.#known = null;
  }

  /** Remembers whose e-mail address this is. @param start what the names of that credential's secrets start with: `TENANT_A` */
  belongs(email: string, start: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, start);
  }

  /** Whose log-in a body is: the start of that credential's names; undefined when it names nobody known. */
  ownerIn(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /** A text without secrets. @param owner whose name a secret goes by that several share */
  text(text: string, show: Show = STARS, owner?: string): string {
    if (text === '') return text;
    const known = this.#pattern();
    const named = known ? text.replace(known, (found) => show(this.#name(found, owner))) : text;
    return named
      .replace(SECRET_MEMBER, (all, member: string, colon: string, value: string) =>
        value === '' || value.includes(MARK) ? all : `"${member}"${colon}"${show(undefined, member)}"`,
      )
      .replace(SECRET_QUERY, (all, start: string) =>
        all.includes(MARK) ? all : `${start}${show(undefined)}`,
      )
      .replace(JWT, () => show(undefined));
  }

  /** One header's value without secrets; of an authorization only the scheme and who it is remain. */
  header(name: string, value: string, caller?: string): string {
    if (!SECRET_HEADER.test(name)) return this.text(value);
    const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[1];
    const who = caller === undefined ? '***' : `<${caller}>`;
    return scheme ? `${scheme} ${who}` : who;
  }

  /** Any value without secrets: texts inside it are cleaned, the rest stays. What is very long becomes the start of its text. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return short(this.text(value));
    if (typeof value !== 'object' || value === null) return value;
    try {
      const text = this.text(JSON.stringify(value));
      return text.length > LONGEST ? short(text) : JSON.parse(text);
    } catch {
      return '(not shown)';
    }
  }

  #name(secret: string, owner: string | undefined): string | undefined {
    const names = this.#names.get(secret) ?? [];
    return names.find((name) => owner !== undefined && name.startsWith(`${owner}_`)) ?? names[0];
  }

  #pattern(): RegExp | null {
    if (this.#known === null && this.#names.size > 0) {
      const longestFirst = [...this.#names.keys()].sort((a, b) => b.length - a.length);
      this.#known = new RegExp(
        longestFirst.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
        'g',
      );
    }
    return this.#known;
  }
}

/** Values are shown up to so many characters. */
const LONGEST = 4096;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Stands for a hidden text until a command line is quoted: never part of real text. */
export const MARK = '\u0000';

/** `tenantA` as a shell variable's beginning: `TENANT_A`. */
export function variable(caller: string): string {
  return caller
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}
