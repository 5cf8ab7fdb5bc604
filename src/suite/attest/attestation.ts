// Creates, signs and verifies statements about runs. Whoever has the public key can detect a change after the
// signing.

import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isObject } from '../../contract/is-object.ts';
import { currentSummary, currentVerdict } from '../formats/upgrade-report.ts';
import { UsageError, type Verdict } from '../model/outcome.ts';
import type { Report } from '../report/report.ts';
import {
  type JudgedSentences,
  openSentences,
  type UnjudgedSentence,
} from '../report/unjudged/judged-sentences.ts';
import { exitCodes } from '../report/verdict.ts';
import { thumbprint } from './signing-keys.ts';

/** The content of a statement: the claims of a JSON Web Token. `iat` and `exp` are seconds since 1970 (RFC 7519). */
export type Statement = {
  /** name and version of the suite */
  iss: string;
  /** name of the target, or its address when it has no name */
  sub: string;
  iat: number;
  exp: number;
  contract: Report['contract'];
  /** the set of requirements that the checks of the run judge */
  register?: Report['register'];
  target: Report['target'] & { version?: string };
  profile: Report['profile'];
  mode: Report['mode'];
  seed: number;
  runId: string;
  /** start of the run, ISO 8601 UTC */
  startedAt: string;
  requests: number;
  verdict: Report['verdict'];
  summary: Report['summary'];
  /** present when the run was limited to the checks of highest priority */
  size?: 'quick' | 'smoke';
  /** present when `--only` or `--skip` limited the run */
  filter?: Report['filter'];
  /** requirement id → the worst verdict of its checks and rules; `not-asked` when none of them ran */
  requirements: Record<string, Verdict | 'not-asked'>;
  /** the judged and unjudged stated sentences; absent in statements of earlier versions */
  sentences?: { judged: string[]; unjudged: StatedUnjudged[] };
  /** SHA-256 of the report file, lower-case hex */
  reportSha256: string;
};

/** A sentence that the run did not judge, without the texts of the report, which may quote replies. */
type StatedUnjudged = Pick<UnjudgedSentence, 'sentence' | 'cause' | 'open' | 'need' | 'accepted'>;

/** All verdicts, from the worst to the best. */
const WORST_FIRST: readonly Verdict[] = [
  'fail',
  'warn',
  'baselined',
  'broken',
  'inconclusive',
  'pass',
  'observed',
  'skipped',
  'not-applicable',
];

/**
 * Creates the statement about a report. The statement contains no exchanges.
 * @param validForMs milliseconds from the start of the run until the statement expires
 * @throws UsageError for the report of a part of a run, and for a report that contradicts itself
 */
export function statementOf(
  report: Report,
  reportBytes: Uint8Array,
  { now, validForMs, version }: { now: number; validForMs: number; version?: string },
): Statement {
  if (report.shard)
    throw new UsageError(
      'this is the report of a part of a run: make one of all parts first (conform merge)',
    );
  refuseContradictions(report, now);
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
    ...(report.filter ? { filter: report.filter } : {}),
    requirements: worstByRequirement(report),
    ...(report.sentences ? { sentences: statedSentences(report.sentences) } : {}),
    reportSha256: createHash('sha256').update(reportBytes).digest('hex'),
  };
}

const statedSentences = ({ judged, unjudged }: JudgedSentences): NonNullable<Statement['sentences']> => ({
  judged,
  unjudged: unjudged.map(({ sentence, cause, open, need, accepted }) => ({
    sentence,
    cause,
    open,
    ...(need === undefined ? {} : { need }),
    ...(accepted ? { accepted } : {}),
  })),
});

/**
 * Refuses a report that contradicts itself and therefore comes from no run: a report is a file that anybody can edit.
 * @throws UsageError
 */
function refuseContradictions(report: Report, now: number): void {
  const { startedAt, verdict, results, contract, coverage, profile, sentences } = report;
  const started = Date.parse(startedAt);
  const faults: [boolean, string][] = [
    [
      typeof contract?.version !== 'string' || typeof contract.sha256 !== 'string',
      'it does not say which contract it was held against',
    ],
    [!isObject(coverage.requirements), 'it does not say which checks judge which sentence'],
    [!isTime(started / 1000), `it was started at ${startedAt}, which is no time`],
    [started > now + SKEW_MS, `it was started at ${startedAt}, which is yet to come`],
    [!Object.hasOwn(exitCodes, verdict), `its verdict is ${verdict}`],
    [!PROFILES.includes(profile), `its profile is ${profile}`],
    [
      verdict === 'conformant' && results.some((one) => one.verdict === 'fail'),
      'it is called conformant, and holds a breach',
    ],
    [
      verdict === 'conformant' && sentences !== undefined && openSentences(sentences).length > 0,
      'it is called conformant, and leaves stated sentences unjudged',
    ],
  ];
  const [, fault] = faults.find(([is]) => is) ?? [];
  if (fault !== undefined) throw new UsageError(`the report is not as a run writes it: ${fault}`);
}

const SKEW_MS = 10 * 60 * 1000;
const PROFILES: readonly string[] = ['stated', 'contract'];

function worstByRequirement({ results, coverage }: Report): Statement['requirements'] {
  const all: Statement['requirements'] = {};
  for (const id of Object.keys(coverage.requirements)) all[id] = 'not-asked';
  for (const { requirement, verdict } of results) {
    if (requirement === '') continue;
    const before = all[requirement];
    const worse =
      before === undefined ||
      before === 'not-asked' ||
      WORST_FIRST.indexOf(verdict) < WORST_FIRST.indexOf(before);
    if (worse) all[requirement] = verdict;
  }
  return all;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a statement as a JSON Web Signature in compact form (RFC 7515), with EdDSA over Ed25519 (RFC 8037). */
export function signStatement(statement: Statement, key: KeyObject): string {
  const header = { alg: 'EdDSA', typ: 'JWT', kid: thumbprint(createPublicKey(key)) };
  const input = `${base64url(header)}.${base64url(statement)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

/**
 * The result of reading a signed statement: the statement, or a sentence that states the problem. Whether the
 * statement has expired is not checked here.
 */
export type ReadStatement =
  | { statement: Statement }
  | {
      problem: string;
      /**
       * true when another key signed the statement; false when the statement was changed after signing, so that its
       * original content is unknown
       */
      signedByOther: boolean;
    };

/** Reads a signed statement. The content is read only after the signature is verified. */
export function verifyStatement(text: string, key: KeyObject): ReadStatement {
  const parts = text.trim().split('.');
  const [head = '', body = '', signature = ''] = parts;
  const header = jsonObjectOf(head);
  const problem = (problem: string, foreign = false): ReadStatement => ({ problem, signedByOther: foreign });
  if (parts.length !== 3 || header === null)
    return problem('no signed statement: `conform attest` writes one');
  // the suite fixes the algorithm; the file cannot choose it
  if (header.alg !== 'EdDSA') return problem(`signed with ${String(header.alg)}, not with EdDSA`);
  const bytes = Buffer.from(signature, 'base64url');
  // Only the canonical base64url encoding of the signature is accepted: without padding and without unused bits.
  const plain = bytes.toString('base64url') === signature;
  if (!plain || !verify(null, Buffer.from(`${head}.${body}`), key, bytes)) {
    const other = typeof header.kid === 'string' && header.kid !== thumbprint(key);
    return other
      ? problem(`signed with another key (${header.kid})`, true)
      : problem('the signature does not fit: it was changed after it was signed');
  }
  const statement = jsonObjectOf(body);
  return statement !== null && isStatement(statement)
    ? { statement: withCurrentVerdicts(statement) }
    : problem('signed, but no statement of this suite');
}

/** Renames the verdicts in a statement of an earlier version, which calls the verdict `observed` `seen`. */
function withCurrentVerdicts(statement: Statement): Statement {
  const { requirements, summary } = statement;
  return {
    ...statement,
    summary: currentSummary(summary),
    ...(isObject(requirements)
      ? {
          requirements: Object.fromEntries(
            Object.entries(requirements).map(([id, verdict]) => [id, currentVerdict(verdict)]),
          ),
        }
      : {}),
  };
}

function jsonObjectOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isStatement(value: Record<string, unknown>): value is Record<string, unknown> & Statement {
  const { target, contract, summary, exp, startedAt, verdict, profile, sentences } = value;
  const version = isObject(target) ? target.version : undefined;
  return (
    ['iss', 'sub', 'mode', 'reportSha256'].every((name) => typeof value[name] === 'string') &&
    isTime(exp) &&
    typeof startedAt === 'string' &&
    isTime(Date.parse(startedAt) / 1000) &&
    typeof verdict === 'string' &&
    Object.hasOwn(exitCodes, verdict) &&
    typeof profile === 'string' &&
    PROFILES.includes(profile) &&
    isObject(target) &&
    typeof target.baseUrl === 'string' &&
    (version === undefined || typeof version === 'string') &&
    isObject(contract) &&
    typeof contract.version === 'string' &&
    isObject(summary) &&
    isStatedSentences(sentences)
  );
}

const isStatedSentences = (sentences: unknown): boolean =>
  sentences === undefined ||
  (isObject(sentences) &&
    Array.isArray(sentences.judged) &&
    Array.isArray(sentences.unjudged) &&
    sentences.unjudged.every((one) => isObject(one) && typeof one.sentence === 'string'));

/** Returns whether a number of seconds since 1970 is a date up to the year 9999. */
const isTime = (seconds: unknown): boolean =>
  typeof seconds === 'number' && seconds >= 0 && seconds < 253_402_300_800;
