// Decides from signed statements whether a version of a deployment may be released.

import { escapeTerminal } from '../formats/escape.ts';
import type { Statement } from './attestation.ts';

/** The version that is to be released, and what its run must satisfy. */
export type GateQuery = {
  /** name or address of the target */
  target: string;
  /** version of the target; when left out, the version of its newest run */
  version?: string;
  contract: { version: string; sha256?: string };
  profile: Statement['profile'];
  /** the least permissive mode that the run may have used */
  mode: Statement['mode'];
  /** current time, milliseconds since 1970 */
  now: number;
};

/** Whether the version may be released. */
export type GateDecision = {
  allowed: boolean;
  /** why the version may or may not be released */
  reason: string;
  /** the statement that determined the decision */
  statement?: Statement;
};

/**
 * Returns the statements about a target, which may name it by name or by address, with the newest run first. Of two
 * runs at the same time, the failed run comes first.
 */
export function statementsOf(all: readonly Statement[], target: string): Statement[] {
  const addresses = new Set(all.filter(({ sub }) => sub === target).map((one) => one.target.baseUrl));
  const green = ({ verdict }: Statement): number => (verdict === 'conformant' ? 1 : 0);
  return all
    .filter(({ sub, target: { baseUrl } }) => sub === target || baseUrl === target || addresses.has(baseUrl))
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt) || green(a) - green(b));
}

const MODES_BY_RISK: readonly Statement['mode'][] = ['read-only', 'safe', 'full'];
const SKEW_MS = 24 * 60 * 60 * 1000;

/** States how a run was limited, or why it does not fit the query; undefined for a complete run. */
function shortfallOf({ size, filter, mode, startedAt }: Statement, query: GateQuery): string | undefined {
  if (size !== undefined) return `--${size}`;
  if (filter !== undefined) {
    const shortfalls = [
      ...filter.only.map((one) => `--only ${one}`),
      ...filter.skip.map((one) => `--skip ${one}`),
    ];
    return `${shortfalls.slice(0, 3).join(' ')}${shortfalls.length > 3 ? ' …' : ''}`;
  }
  if (MODES_BY_RISK.indexOf(mode) < MODES_BY_RISK.indexOf(query.mode)) return `mode ${mode}`;
  return Date.parse(startedAt) > query.now + SKEW_MS ? 'a start that is yet to come' : undefined;
}

/** The most unjudged sentences that a refusal names. */
const MAX_NAMED = 8;

/** Describes an incomplete run by the sentences that it left unjudged. */
function incompleteText({ sentences }: Statement): string {
  const open = (sentences?.unjudged ?? []).filter((one) => one.open);
  const named = open.slice(0, MAX_NAMED).map(({ sentence, cause }) => `${sentence} (${cause})`);
  const more = open.length > MAX_NAMED ? ', …' : '';
  return `incomplete (${open.length} stated sentences unjudged: ${named.join(', ')}${more})`;
}

/** Describes what a passing run left open: known findings and results that were not judged. */
function openItems({ summary, sentences }: Statement): string {
  const { baselined = 0, inconclusive = 0, skipped = 0 } = summary;
  const left = inconclusive + skipped + (summary['not-applicable'] ?? 0);
  const knownNote = baselined > 0 ? `; ${baselined} known findings agreed to` : '';
  const judged = sentences
    ? `; judged ${sentences.judged.length} of ${sentences.judged.length + sentences.unjudged.length} stated sentences`
    : '';
  return left > 0 ? `${judged}${knownNote}; ${left} checks and rules not judged` : `${judged}${knownNote}`;
}

/**
 * Decides whether a version may be released. The newest statement about the version and the contract determines the
 * decision, provided that its run was complete, used the requested profile or a stricter one, and used the requested
 * mode or a more permissive one. An older passing run does not outweigh a newer failed run, and a failed run of any
 * size refuses the release.
 */
export function decideGate(all: readonly Statement[], query: GateQuery): GateDecision {
  const ofTarget = statementsOf(all, query.target);
  const version = query.version ?? ofTarget[0]?.target.version;
  const named = `${query.target}${version === undefined ? '' : ` ${version}`}`;
  const about = `contract ${query.contract.version}, profile ${query.profile}`;
  const found = ofTarget.filter(
    ({ target, contract }) =>
      target.version === version &&
      contract.version === query.contract.version &&
      (query.contract.sha256 === undefined || contract.sha256 === query.contract.sha256),
  );
  const no = (reason: string, statement?: Statement): GateDecision => ({
    allowed: false,
    reason: `${named}: ${reason}`,
    ...(statement ? { statement } : {}),
  });
  if (found.length === 0) return no(`no statement about ${about}`);
  for (const statement of found) {
    const { verdict, profile, summary, startedAt, exp } = statement;
    const when = `run of ${startedAt}`;
    if (verdict === 'nonconformant' && (profile === 'stated' || query.profile === 'contract'))
      return no(`nonconformant (${summary.fail} breaches), ${when}`, statement);
    const strict = query.profile === 'stated' || profile === 'contract';
    if (!strict || shortfallOf(statement, query) !== undefined) continue;
    if (verdict !== 'conformant') {
      const text = verdict === 'incomplete' ? incompleteText(statement) : verdict;
      return no(`${text}, ${when}`, statement);
    }
    if (exp * 1000 <= query.now)
      return no(`the ${when} could be relied on until ${new Date(exp * 1000).toISOString()}`, statement);
    return {
      allowed: true,
      reason: `${named}: conformant with ${about}, ${when}${openItems(statement)}`,
      statement,
    };
  }
  const short = found.map((one) => shortfallOf(one, query)).find((one) => one !== undefined);
  const instead = short === undefined ? '' : ` (there is one with ${short})`;
  return no(`no statement of a whole run about ${about}${instead}`, found[0]);
}

/**
 * Formats a table with a row for each version of the target and a column for each version of the contract; each cell
 * shows the newest statement.
 */
export function gateMatrix(all: readonly Statement[], query: GateQuery): string {
  const { target, now } = query;
  const rows = statementsOf(all, target);
  const contracts = [...new Set(rows.map(({ contract }) => contract.version))];
  const versions = [...new Set(rows.map((row) => row.target.version))];
  const cell = (version: string | undefined, contract: string): string => {
    const newest = rows.find((row) => row.target.version === version && row.contract.version === contract);
    if (!newest) return '–';
    const { verdict, profile, startedAt, exp, summary } = newest;
    const short = shortfallOf(newest, query);
    return [
      verdict === 'nonconformant' ? `nonconformant (${summary.fail})` : verdict,
      profile,
      ...(short === undefined ? [] : [short]),
      startedAt.slice(0, 10),
      ...(exp * 1000 <= now ? ['out of date'] : []),
    ].join(', ');
  };
  return tableText([
    [target, ...contracts.map((version) => `contract ${version}`)],
    ...versions.map((version) => [
      version ?? '(no version told)',
      ...contracts.map((one) => cell(version, one)),
    ]),
  ]);
}

function tableText(table: readonly string[][]): string {
  const rows = table.map((row) => row.map(escapeTerminal));
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
