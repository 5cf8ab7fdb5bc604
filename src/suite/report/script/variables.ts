// Replaces the values of a run in the requests of a script: credentials, ids of earlier replies, codes and texts that
// must be new.
import { createHmac } from 'node:crypto';
import { isSecretMember } from '../../../redaction/secret-names.ts';
import { jwtClaims } from '../../http/credentials/login-reply.ts';
import { credentialNames, type Target } from '../../model/target.ts';
import {
  VARIABLE_MARK as MARK,
  secretHeaders,
  secretVariable,
  variableName,
} from '../../redaction/secrets.ts';
import { TOTP_PERIOD_MS, totp } from '../../target/totp.ts';
import { shellQuoted as literal } from '../command-lines.ts';
import type { Step } from './history.ts';
import { credentialIn, type History, type Sent, type Source } from './history.ts';

type Configured = { name: string; secret: string; of: string; member: string; used?: boolean };

const marked = (name: string): string => `${MARK}${name}${MARK}`;
const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The variables of one script. */
export class Variables {
  readonly #runId: string;
  readonly #history: History;
  readonly #configured: Configured[];
  readonly #target: Target;
  /** request of the run → the request of the script that stands for it */
  readonly #standIn: ReadonlyMap<Sent, Sent>;
  /** value of the run → its variable */
  readonly #named = new Map<string, string>();
  /** request → the values that its reply gives */
  readonly #gives = new Map<Sent, { name: string; source: Source }[]>();
  /** lines that set a variable without a reply, each before the first request that needs it */
  readonly #computed = new Map<Sent, string[]>();
  readonly #own: string[] = [];

  constructor(parameters: { target: Target; runId: string; history: History; steps: readonly Step[] }) {
    const { target, runId, history, steps } = parameters;
    this.#target = target;
    this.#runId = runId;
    this.#history = history;
    this.#standIn = new Map(
      steps.flatMap(({ sent, earlier }) => [sent, ...earlier].map((one) => [one, sent] as const)),
    );
    const ofCredentials = credentialNames.flatMap((of) =>
      (['token', 'apiKey', 'password', 'totpSecret'] as const).flatMap((member) => {
        const secret = target.credentials[of]?.[member];
        return secret ? [{ name: secretVariable(of, member), secret, of, member }] : [];
      }),
    );
    this.#configured = [...ofCredentials, ...secretHeaders(target)];
    for (const { sent } of steps) for (const token of sent.tokens) this.#takeFrom(token, sent);
    for (const { sent } of steps) this.#prepare(sent);
  }

  #takeFrom(token: string, sent: Sent): string | undefined {
    const known = this.#named.get(token);
    if (known !== undefined) return known;
    const source = this.#history.sourceOf(token);
    const giver = source && this.#standIn.get(source.sent);
    if (source === undefined || giver === undefined || giver.n >= sent.n) return undefined;
    if (source.near !== undefined) this.#takeFrom(source.near, sent);
    const segments =
      source.sent.exchange.request.path.split('?')[0]?.match(/(?<=\/)[a-z-]{3,}(?=\/|$)/g) ?? [];
    const kind = (segments.at(-1) ?? 'shown').replace(/ies$/, 'y').replace(/s$/, '');
    const { name: member } = source.place;
    const base = variableName(member.startsWith(`${kind}_`) ? member : `${kind}_${member}`);
    const name = this.#fresh(base.replace(/[^A-Z0-9_]/g, '_'));
    this.#named.set(token, name);
    this.#gives.set(giver, [...(this.#gives.get(giver) ?? []), { name, source }]);
    return name;
  }

  #fresh(base: string): string {
    const taken = new Set([...this.#named.values(), ...this.#configured.map(({ name }) => name)]);
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? base : `${base}_${n}`;
      if (!taken.has(name)) return name;
    }
  }

  /** Names the credentials and codes that a request sends and no reply gives. */
  #prepare(sent: Sent): void {
    const { authorization } = sent.exchange.request.headers;
    const credential = authorization === undefined ? '' : credentialIn(authorization);
    if (credential.length >= 6 && !this.#named.has(credential) && !this.#configuredIn(credential, sent)) {
      const made = this.#forged(credential, sent);
      this.#define(credential, 'SENT_CREDENTIAL', sent, made);
    }
    for (const [, member = '', value = ''] of (sent.exchange.request.body ?? '').matchAll(
      /"([\w. -]{2,60})"\s*:\s*"((?:[^"\\]|\\.)+)"/g,
    )) {
      if (!isSecretMember(member) || this.#named.has(value) || this.#configuredIn(value, sent)) continue;
      const code = this.#totpLine(value, sent);
      // A text that is shorter is not removed from reports either.
      if (code !== undefined || (value.length >= 6 && new Set(value).size >= 3))
        this.#define(value, `SENT_${variableName(member)}`, sent, code);
    }
  }

  #define(value: string, base: string, sent: Sent, expression: string | undefined): void {
    const name = this.#fresh(base);
    this.#named.set(value, name);
    if (expression === undefined) this.#own.push(`${name}=${literal(otherText(value))}`);
    else this.#computed.set(sent, [...(this.#computed.get(sent) ?? []), `${name}=${expression}`]);
  }

  #configuredIn(text: string, { exchange: { caller, request } }: Sent): Configured | undefined {
    const found = this.#configured.filter(
      ({ secret }) => text.includes(secret) || text.includes(jsonText(secret)),
    );
    const owner = found.find(({ of }) => {
      const email = this.#target.credentials[of as keyof Target['credentials']]?.email;
      return of === caller || (email !== undefined && request.body?.includes(email));
    });
    return owner ?? found[0];
  }

  #totpLine(value: string, sent: Sent): string | undefined {
    const found = this.#configured.find(
      ({ member, secret }) =>
        member === 'totpSecret' &&
        [-1, 0, 1].some((step) => totp(secret, sent.exchange.startedAt + step * TOTP_PERIOD_MS) === value),
    );
    if (found) found.used = true;
    return found && `$(totp "$${found.name}")`;
  }

  /** Returns how the shell makes a credential from a genuine one; undefined when it resembles none. */
  #forged(credential: string, sent: Sent): string | undefined {
    const genuine = [
      ...[...this.#named].map(([value, name]) => ({ value, name })),
      ...this.#configured.map(({ secret: value, name }) => ({ value, name })),
      ...[...this.#standIn.keys()].flatMap(({ n, shown }) =>
        n < sent.n ? shown.map(({ value }) => ({ value, name: undefined })) : [],
      ),
    ].filter(({ value }) => value.length >= 16);
    const parts = credential.split('.');
    for (const { value, name: given } of genuine) {
      const own = value.split('.');
      if (own.length !== 3 || parts.length !== 3 || !own.some((part, at) => part === parts[at])) continue;
      const name = given ?? this.#takeFrom(value, sent);
      if (name === undefined) continue;
      this.#use(name);
      const head = partText(parts[0] ?? '', own[0] ?? '', 1, name, sent);
      const payload = partText(parts[1] ?? '', own[1] ?? '', 2, name, sent);
      const blank = createHmac('sha256', '').update(`${parts[0]}.${parts[1]}`).digest('base64url');
      if (parts[2] === blank)
        return `$(token=${head}.${payload}; printf %s "$token."; printf %s "$token" | openssl dgst -sha256 -mac HMAC -macopt hexkey:00 -binary | base64url )`;
      return `${head}.${payload}.${parts[2] === own[2] ? `$(part 3 "$${name}")` : (parts[2] ?? '')}`;
    }
    for (const { value, name } of genuine) {
      if (name === undefined) continue;
      const start = commonStart(value, credential);
      const end = commonStart(
        [...value.slice(start)].reverse().join(''),
        [...credential.slice(start)].reverse().join(''),
      );
      if (start > 0 && credential.slice(start) === withCaseSwapped(value.slice(start))) {
        this.#use(name);
        return `$(printf %s "$${name}" | cut -c1-${start})$(printf %s "$${name}" | cut -c${start + 1}- | tr 'a-zA-Z' 'A-Za-z')`;
      }
      if (start + end < value.length / 2) continue;
      this.#use(name);
      const middle = credential.slice(start, credential.length - end);
      const tail =
        end === 0 ? '' : `$(printf %s "$${name}" | awk '{ print substr($0, length($0) - ${end - 1}) }')`;
      return `$(printf %s "$${name}" | cut -c1-${start})${literal(otherText(middle)) === "''" ? '' : literal(middle)}${tail}`;
    }
    return undefined;
  }

  #use(name: string): void {
    for (const one of this.#configured) if (one.name === name) one.used = true;
  }

  /** @param suffix of the names of the variables that hold a password in that encoding */
  #replaced(text: string, sent: Sent, encode: (value: string) => string, suffix = ''): string {
    let done = text.replaceAll(MARK, '');
    const values = [...this.#named].sort(([a], [b]) => b.length - a.length);
    for (const [value, name] of values) {
      const source = this.#history.sourceOf(value);
      if (source !== undefined && source.sent.n >= sent.n) continue;
      done = outsideMarks(done, encode(value), marked(name));
    }
    for (let one = this.#configuredIn(done, sent); one !== undefined; one = this.#configuredIn(done, sent)) {
      one.used = true;
      const name = one.member === 'password' ? `${one.name}${suffix}` : one.name;
      const next = outsideMarks(done, encode(one.secret), marked(name));
      if (next === done) break;
      done = next;
    }
    return outsideMarks(done, this.#runId, marked('RUN'));
  }

  path(sent: Sent): string {
    return literal(this.#replaced(sent.exchange.request.path, sent, encodeURIComponent));
  }

  header(name: string, sent: Sent): string {
    const value = sent.exchange.request.headers[name] ?? '';
    // The key of an earlier script would be answered with the reply of that script.
    const own =
      name === 'idempotency-key' && !value.includes(this.#runId) && /[\da-f]{8}$/i.test(value)
        ? `${value.slice(0, -8)}${marked('SALT')}`
        : this.#replaced(value, sent, (text) => text);
    return literal(value === '' ? `${name};` : `${name}: ${own}`);
  }

  body(sent: Sent): string {
    return literal(this.#replaced(sent.exchange.request.body ?? '', sent, jsonText, '_JSON'));
  }

  linesBefore(sent: Sent): string[] {
    return this.#computed.get(sent) ?? [];
  }

  linesAfter(sent: Sent, number: number): string[] {
    return (this.#gives.get(sent) ?? []).map(({ name, source }) => {
      const { place, near } = source;
      if (near === undefined) return `${name}=$(value ${number} ${place.name} ${place.nth} ${place.k} '')`;
      const at = sent.exchange.text.indexOf(near);
      const between = sent.exchange.text.slice(Math.min(at, place.at), Math.max(at, place.at));
      const count = between.match(new RegExp(`"${place.name}"\\s*:`, 'g'))?.length ?? 0;
      const nth = place.at > at ? count : -count;
      return `${name}=$(value ${number} ${place.name} ${nth} ${place.k} "$${this.#named.get(near)}")`;
    });
  }

  credentialLines(): string[] {
    return this.#configured
      .filter(({ used }) => used)
      .map(({ name, of, member }) => {
        const given =
          this.#target.variables?.[`${of}.${member}`] ??
          (of === 'tenantA'
            ? `HOSTING_CONTRACT_${member === 'apiKey' ? 'API_KEY' : variableName(member)}`
            : undefined);
        // The variable of a target file contains the scheme of the credential, too.
        const cut = of === 'headers' && member.endsWith('authorization') ? '##* ' : ':-';
        const from = given === undefined || given === name ? '' : `\${${given}${cut}}`;
        const what = `set ${name}${from === '' ? '' : ` or ${given}`}: the ${member} of ${of}`;
        // A password may contain characters that are escaped in a JSON string.
        const json =
          member === 'password' ? `; ${name}_JSON=$(printf %s "$${name}" | sed 's/[\\"]/\\\\&/g')` : '';
        return `${name}="\${${name}:-${from}}"; : "\${${name}:?${what}}"${json}`;
      });
  }

  ownLines(): string[] {
    const prefix = this.#runId.replace(/[\da-f]+$/i, '').replace(/[^\w-]/g, '');
    return [`RUN=${prefix === '' ? 'hc-' : prefix}$SALT`, ...this.#own];
  }
}

function outsideMarks(text: string, value: string, by: string): string {
  if (value === '') return text;
  return text
    .split(MARK)
    .map((part, at) => (at % 2 === 1 ? `${MARK}${part}${MARK}` : part.replaceAll(value, by)))
    .join('');
}

/** Returns how the shell makes one part of a JSON Web Token from that of a genuine one. */
function partText(part: string, own: string, at: number, name: string, sent: Sent): string {
  const genuine = `$(part ${at} "$${name}")`;
  if (part === own) return genuine;
  const [theirs, ours] = [jwtClaims(`.${part}`), jwtClaims(`.${own}`)];
  if (Object.keys(theirs).length === 0 || Object.keys(ours).length === 0) return part;
  const edits = Object.entries(theirs).flatMap(([member, value]) => {
    if (JSON.stringify(value) === JSON.stringify(ours[member])) return [];
    const isTime = typeof value === 'number' && /^(?:exp|iat|nbf)$/.test(member);
    const json = isTime
      ? `'$(($(date +%s) + ${Math.round(value - sent.exchange.startedAt / 1000)}))'`
      : JSON.stringify(value)
          .replaceAll("'", "'\\''")
          .replace(/[&|\\]/g, '\\$&');
    return member in ours
      ? [`s|"${member}" *: *[^,}]*|"${member}":${json}|`]
      : [`s|}$|,"${member}":${json}}|`];
  });
  return `$(part ${at} "$${name}" | unbase64 | sed ${edits.map((edit) => `-e '${edit}'`).join(' ')} | base64url )`;
}

function commonStart(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n += 1;
  return n;
}

const withCaseSwapped = (text: string): string =>
  text.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));

/** Returns another text of the same form, for a secret that the run sent on purpose and that is not a credential. */
const otherText = (text: string): string =>
  text.replace(/[a-z\d]/gi, (c) => {
    const first = /\d/.test(c) ? 48 : /[a-z]/.test(c) ? 97 : 65;
    const size = /\d/.test(c) ? 10 : 26;
    return String.fromCharCode(first + ((c.charCodeAt(0) - first + 7) % size));
  });
