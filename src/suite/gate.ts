// Whether a deployment may go out: what signed statements say of its version against a version of the contract.
import type { Statement } from './attestation.ts';

export type Question = {
  /** the target's name or address */
  target: string;
  /** of the target; the one judged last when absent */
  version?: string;
  contract: { version: string; sha256?: string };
  profile: Statement['profile'];
  /** milliseconds since 1970 */
  now: number;
};

export type Answer = {
  may: boolean;
  /** why, or why not */
  reason: string;
  /** the statement it rests on */
  rests?: Statement;
};

const isOf = (statement: Statement, target: string): boolean =>
  statement.sub === target || statement.target.baseUrl === target;

/** The statements of a target, the newest run first. */
const statementsOf = (all: readonly Statement[], target: string): Statement[] =>
  all
    .filter((statement) => isOf(statement, target))
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));

/**
 * The newest statement of that version against that contract decides, if it is about a whole run under that profile or a
 * stricter one: an older green one does not outweigh a newer red one, a red one of any size is red.
 */
export function mayGoOut(all: readonly Statement[], asked: Question): Answer {
  const ofTarget = statementsOf(all, asked.target);
  const version = asked.version ?? ofTarget[0]?.target.version;
  const named = `${asked.target}${version === undefined ? '' : ` ${version}`}`;
  const about = `contract ${asked.contract.version}, profile ${asked.profile}`;
  const found = ofTarget.filter(
    ({ target, contract }) =>
      target.version === version &&
      contract.version === asked.contract.version &&
      (asked.contract.sha256 === undefined || contract.sha256 === asked.contract.sha256),
  );
  const no = (reason: string, rests?: Statement): Answer => ({
    may: false,
    reason: `${named}: ${reason}`,
    ...(rests ? { rests } : {}),
  });
  if (found.length === 0) return no(`no statement about ${about}`);
  for (const statement of found) {
    const { verdict, profile, size, summary, startedAt, exp } = statement;
    const when = `run of ${startedAt}`;
    if (verdict === 'nonconformant' && (profile === 'stated' || asked.profile === 'contract'))
      return no(`nonconformant (${summary.fail} breaches), ${when}`, statement);
    const enough = size === undefined && (asked.profile === 'stated' || profile === 'contract');
    if (!enough) continue;
    if (verdict !== 'conformant') return no(`${verdict}, ${when}`, statement);
    if (exp * 1000 <= asked.now)
      return no(`the ${when} could be relied on until ${new Date(exp * 1000).toISOString()}`, statement);
    return { may: true, reason: `${named}: conformant with ${about}, ${when}`, rests: statement };
  }
  return no(`no statement of a whole run about ${about}`, found[0]);
}

/** Versions of a target against versions of the contract: the newest statement of each. */
export function matrixText(all: readonly Statement[], target: string, now: number): string {
  const rows = statementsOf(all, target);
  const contracts = [...new Set(rows.map(({ contract }) => contract.version))];
  const versions = [...new Set(rows.map((row) => row.target.version))];
  const cell = (version: string | undefined, contract: string): string => {
    const newest = rows.find((row) => row.target.version === version && row.contract.version === contract);
    if (!newest) return '–';
    const { verdict, profile, size, startedAt, exp, summary } = newest;
    return [
      verdict === 'nonconformant' ? `nonconformant (${summary.fail})` : verdict,
      profile,
      ...(size === undefined ? [] : [size]),
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

function tableText(rows: readonly string[][]): string {
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
