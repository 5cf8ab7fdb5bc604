// A signed statement of what a run came to: who holds the public key can tell whether anybody changed it since.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { UsageError, type Verdict } from './outcome.ts';
import type { Report } from './report.ts';

/** What is stated: the claims of a JSON Web Token, `iat` and `exp` in seconds since 1970 as RFC 7519 has them. */
export type Statement = {
  /** the suite and its version */
  iss: string;
  /** the target's name, or its address where it has none */
  sub: string;
  iat: number;
  exp: number;
  contract: Report['contract'];
  /** the sentences that checks are held against */
  register?: Report['register'];
  target: Report['target'] & { version?: string };
  profile: Report['profile'];
  mode: Report['mode'];
  seed: number;
  runId: string;
  /** ISO 8601 UTC */
  startedAt: string;
  requests: number;
  verdict: Report['verdict'];
  summary: Report['summary'];
  /** of a run that asked only the most valuable checks */
  size?: 'quick' | 'smoke';
  /** id of a sentence → what the run came to over it, the worst of its checks and rules; `not-asked` where none ran */
  requirements: Record<string, Verdict | 'not-asked'>;
  /** of the report's file, lower-case hex */
  reportSha256: string;
};

/** The worst first. */
const WORST: readonly Verdict[] = [
  'fail',
  'warn',
  'baselined',
  'broken',
  'inconclusive',
  'pass',
  'seen',
  'skipped',
  'not-applicable',
];

/**
 * What a report says, without its exchanges.
 * @param validForMs how long it may be relied on, from the start of the run
 * @throws UsageError for a part of a run
 */
export function statementOf(
  report: Report,
  reportText: string,
  { now, validForMs, version }: { now: number; validForMs: number; version?: string },
): Statement {
  if (report.shard)
    throw new UsageError(
      'this is the report of a part of a run: make one of all parts first (conform merge)',
    );
  const { suite, target, contract, register, profile, mode, seed, runId, startedAt, requests, verdict } =
    report;
  return {
    iss: `${suite.name}/${suite.version}`,
    sub: target.name ?? target.baseUrl,
    iat: Math.floor(now / 1000),
    exp: Math.floor((Date.parse(startedAt) + validForMs) / 1000),
    contract,
    ...(register ? { register } : {}),
    target: { ...target, ...(version === undefined ? {} : { version }) },
    profile,
    mode,
    seed,
    runId,
    startedAt,
    requests,
    verdict,
    summary: report.summary,
    ...(report.choice ? { size: report.choice.size } : {}),
    requirements: worstByRequirement(report),
    reportSha256: createHash('sha256').update(reportText).digest('hex'),
  };
}

function worstByRequirement({ results, coverage }: Report): Statement['requirements'] {
  const all: Statement['requirements'] = {};
  for (const id of Object.keys(coverage.requirements)) all[id] = 'not-asked';
  for (const { requirement, verdict } of results) {
    if (requirement === '') continue;
    const before = all[requirement];
    const worse =
      before === undefined || before === 'not-asked' || WORST.indexOf(verdict) < WORST.indexOf(before);
    if (worse) all[requirement] = verdict;
  }
  return all;
}

/** A key of the kind that signs here, from PEM text. @throws UsageError for another kind, or none at all */
export function signingKey(pem: string, from: string): KeyObject {
  return ed25519(from, () => createPrivateKey(pem), 'private');
}

/** The public half, from PEM text of either half. @throws UsageError */
export function verifyingKey(pem: string, from: string): KeyObject {
  return ed25519(from, () => createPublicKey(pem), 'public');
}

function ed25519(from: string, read: () => KeyObject, half: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new UsageError(`${from} holds no ${half} key in PEM form: ${HOW_TO}`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new UsageError(
      `${from} is a ${key.asymmetricKeyType} key, and an Ed25519 key signs here: ${HOW_TO}`,
    );
  return key;
}

const HOW_TO =
  'make one with `openssl genpkey -algorithm ed25519 -out conform.key`, its public half with `openssl pkey -in conform.key -pubout -out conform.pub`';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The statement as a JSON Web Signature in compact form (RFC 7515), EdDSA over Ed25519 (RFC 8037). */
export function signed(statement: Statement, key: KeyObject): string {
  const header = { alg: 'EdDSA', typ: 'JWT', kid: thumbprint(createPublicKey(key)) };
  const input = `${base64url(header)}.${base64url(statement)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

/** What is wrong with a signed statement, in words; or the statement. Its time is not judged here. */
export type Read = { statement: Statement } | { wrong: string };

/** Reads a signed statement. Nothing of it is believed before the signature is. */
export function readSigned(text: string, key: KeyObject): Read {
  const parts = text.trim().split('.');
  const [head = '', body = '', signature = ''] = parts;
  const header = objectOf(head);
  if (parts.length !== 3 || header === null)
    return { wrong: 'no signed statement: `conform attest` writes one' };
  // the algorithm is ours to name, never the file's
  if (header.alg !== 'EdDSA') return { wrong: `signed with ${String(header.alg)}, not with EdDSA` };
  const bytes = Buffer.from(signature, 'base64url');
  // one text for each statement: no spare bits, no padding
  const plain = bytes.toString('base64url') === signature;
  if (!plain || !verify(null, Buffer.from(`${head}.${body}`), key, bytes)) {
    const other = typeof header.kid === 'string' && header.kid !== thumbprint(key);
    return {
      wrong: other
        ? `signed with another key (${header.kid})`
        : 'the signature does not fit: it was changed after it was signed',
    };
  }
  const statement = objectOf(body);
  return statement !== null && isStatement(statement)
    ? { statement }
    : { wrong: 'signed, but no statement of this suite' };
}

function objectOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isStatement(value: Record<string, unknown>): value is Record<string, unknown> & Statement {
  const { target, contract, summary } = value;
  return (
    ['iss', 'sub', 'verdict', 'profile', 'startedAt', 'reportSha256'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    typeof value.exp === 'number' &&
    [target, contract, summary].every((one) => typeof one === 'object' && one !== null)
  );
}

/** The key's name: the thumbprint of its public half (RFC 7638). */
function thumbprint(publicKey: KeyObject): string {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
