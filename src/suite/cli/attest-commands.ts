// The commands `conform attest`, `conform verify` and `conform gate`: each takes parsed flags and returns an exit
// code.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { contractIdentity } from '../../contract/document.ts';
import { type Statement, signStatement, statementOf, verifyStatement } from '../attest/attestation.ts';
import { decideGate, type GateQuery, gateMatrix, statementsOf } from '../attest/gate.ts';
import { signingKey, verifyingKey } from '../attest/signing-keys.ts';
import { escapeConsoleLine, escapeConsoleLines } from '../formats/escape.ts';
import { readReport } from '../formats/read-report.ts';
import { parseDuration } from '../model/clock.ts';
import { UsageError } from '../model/outcome.ts';
import { type Io, withExitCode } from './io.ts';

/** The environment variable that contains the private key as PEM text; it is read when no key file is given. */
const SIGNING_KEY_VARIABLE = 'HOSTING_CONTRACT_SIGNING_KEY';
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_VALIDITY_MS = 3660 * DAY_MS;

/** `conform attest --from report.json --key conform.key`: signs a statement about a report. @returns the exit code */
export function attestCommand(
  flags: { from: string; key?: string; out?: string; targetVersion?: string; validFor?: string },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return withExitCode(io, async () => {
    const { from, out, targetVersion, validFor = '90d' } = flags;
    const report = readReport(from);
    const statement = statementOf(report, fileBytes(from), {
      now,
      validForMs: daysOrTime(validFor),
      ...(targetVersion === undefined ? {} : { version: targetVersion }),
    });
    const text = `${signStatement(statement, privateKey(flags.key, io))}\n`;
    const line = `${escapeConsoleLine(describeStatement(statement))}\n`;
    if (out === undefined) io.stdout(text);
    else write(out, text);
    io.stderr.write(line);
    return 0;
  });
}

/**
 * `conform verify <files…> --public-key conform.pub`: verifies statements. @returns 0 when every statement is
 * unchanged, not expired and about the given report; otherwise 1
 */
export function verifyCommand(
  files: readonly string[],
  flags: { publicKey: string; report?: string },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return withExitCode(io, async () => {
    const key = verifyingKey(fileText(flags.publicKey), flags.publicKey);
    const report = flags.report === undefined ? undefined : fileBytes(flags.report);
    const problems = files.map((file) => {
      const read = verifyStatement(fileText(file), key);
      const why =
        'problem' in read ? read.problem : statementProblem(read.statement, report, flags.report, now);
      const line = why ?? ('statement' in read ? `sound: ${describeStatement(read.statement)}` : '');
      io.stdout(`${escapeConsoleLine(`${file}: ${line}`)}\n`);
      return why !== undefined;
    });
    return problems.includes(true) ? 1 : 0;
  });
}

function statementProblem(
  { exp, reportSha256 }: Statement,
  report: Uint8Array | undefined,
  file: string | undefined,
  now: number,
): string | undefined {
  if (report !== undefined && createHash('sha256').update(report).digest('hex') !== reportSha256)
    return `not of the report ${file}`;
  return exp * 1000 <= now ? `out of date since ${new Date(exp * 1000).toISOString()}` : undefined;
}

/**
 * `conform gate <files…> --public-key conform.pub --target name`: decides whether a version of a target may be
 * released. @returns 0 when the release is allowed, and always with `dryRun`; otherwise 1
 */
export function gateCommand(
  files: readonly string[],
  flags: {
    publicKey: string;
    target: string;
    targetVersion?: string;
    contract?: string;
    profile?: 'stated' | 'contract';
    mode?: GateQuery['mode'];
    dryRun?: boolean;
  },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return withExitCode(io, async () => {
    const key = verifyingKey(fileText(flags.publicKey), flags.publicKey);
    const statements: Statement[] = [];
    for (const file of files) {
      const read = verifyStatement(fileText(file), key);
      if ('statement' in read) statements.push(read.statement);
      else if (read.signedByOther)
        io.stderr.write(`${escapeConsoleLine(`${file} does not count: ${read.problem}`)}\n`);
      // The statement may have reported a failure before it was changed.
      else
        throw new UsageError(
          `${file} cannot be believed: ${read.problem}. Leave it out, or attest that run anew`,
        );
    }
    const { target, targetVersion, profile = 'stated', mode = 'safe', contract, dryRun = false } = flags;
    const query: GateQuery = {
      target,
      ...(targetVersion === undefined ? {} : { version: targetVersion }),
      contract: contract === undefined ? contractIdentity() : { version: contract },
      profile,
      mode,
      now,
    };
    const { allowed, reason } = decideGate(statements, query);
    if (statementsOf(statements, target).length > 0)
      io.stdout(`${escapeConsoleLines(gateMatrix(statements, query))}\n\n`);
    else {
      const names = [...new Set(statements.map(({ sub }) => sub))];
      io.stdout(
        `${escapeConsoleLine(`nothing is stated about ${target}${names.length > 0 ? `, only about ${names.join(', ')}` : ''}`)}\n`,
      );
    }
    io.stdout(`${escapeConsoleLine(`${allowed ? 'yes' : 'no'}: ${reason}`)}\n`);
    return allowed || dryRun ? 0 : 1;
  });
}

const describeStatement = ({
  sub,
  target,
  verdict,
  profile,
  contract,
  startedAt,
  exp,
  size,
  filter,
  mode,
}: Statement): string =>
  `${sub}${target.version === undefined ? '' : ` ${target.version}`} ${verdict}, contract ${contract.version}, ` +
  `profile ${profile}, mode ${mode}${size === undefined ? '' : ` (${size})`}${filter ? ' (filtered)' : ''}, run of ${startedAt}, to be relied on until ` +
  new Date(exp * 1000).toISOString();

function privateKey(file: string | undefined, { env }: Io): ReturnType<typeof signingKey> {
  if (file !== undefined) return signingKey(fileText(file), file);
  const text = env[SIGNING_KEY_VARIABLE];
  if (text === undefined || text === '')
    throw new UsageError(`name the private key: --key conform.key, or its text in ${SIGNING_KEY_VARIABLE}`);
  return signingKey(text, SIGNING_KEY_VARIABLE);
}

const fileText = (file: string): string => fileBytes(file).toString('utf8');

function fileBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${file} is there already: name another file`);
    throw new UsageError(`${file} cannot be written (${code ?? error})`);
  }
}

/**
 * Parses a number of days such as `90d`, or any other duration, up to ten years. @returns milliseconds. @throws
 * UsageError when the text is no such duration
 */
function daysOrTime(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const ms = days === undefined ? parseDuration(text) : Number(days) * DAY_MS;
  if (ms === undefined || ms <= 0 || ms > MAX_VALIDITY_MS)
    throw new UsageError(`--valid-for takes a time such as 90d or 12h, up to 3660d, not ${text}`);
  return ms;
}
