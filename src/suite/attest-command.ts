// `conform attest`, `conform verify` and `conform gate` without their argument parser: flags in, exit code out.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { contractIdentity } from '../contract/document.ts';
import { readSigned, type Statement, signed, signingKey, statementOf, verifyingKey } from './attestation.ts';
import { parseDuration } from './clock.ts';
import { guarded, type Io } from './command-io.ts';
import { matrixText, mayGoOut, type Question, statementsOf } from './gate.ts';
import { UsageError } from './outcome.ts';
import { consoleLine, consoleLines } from './reports/escapes.ts';
import { readReport } from './reports/read-report.ts';

/** Where the private key stands when no file is named: its PEM text. */
const KEY = 'HOSTING_CONTRACT_SIGNING_KEY';
const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_MS = 3660 * DAY_MS;

/** `conform attest --from report.json --key conform.key`: signs what a report says. @returns the exit code */
export function attestCommand(
  flags: { from: string; key?: string; out?: string; targetVersion?: string; validFor?: string },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return guarded(io, async () => {
    const { from, out, targetVersion, validFor = '90d' } = flags;
    const report = readReport(from);
    const statement = statementOf(report, fileBytes(from), {
      now,
      validForMs: daysOrTime(validFor),
      ...(targetVersion === undefined ? {} : { version: targetVersion }),
    });
    const text = `${signed(statement, privateKey(flags.key, io))}\n`;
    const line = `${consoleLine(said(statement))}\n`;
    if (out === undefined) io.out(text);
    else write(out, text);
    io.screen.write(line);
    return 0;
  });
}

/** `conform verify <files…> --public-key conform.pub`. @returns 0 when each is as it was signed, in date, and of that report; else 1 */
export function verifyCommand(
  files: readonly string[],
  flags: { publicKey: string; report?: string },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return guarded(io, async () => {
    const key = verifyingKey(fileText(flags.publicKey), flags.publicKey);
    const report = flags.report === undefined ? undefined : fileBytes(flags.report);
    const wrong = files.map((file) => {
      const read = readSigned(fileText(file), key);
      const why = 'wrong' in read ? read.wrong : wrongWith(read.statement, report, flags.report, now);
      const line = why ?? ('statement' in read ? `sound: ${said(read.statement)}` : '');
      io.out(`${consoleLine(`${file}: ${line}`)}\n`);
      return why !== undefined;
    });
    return wrong.includes(true) ? 1 : 0;
  });
}

function wrongWith(
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
 * `conform gate <files…> --public-key conform.pub --target name`: whether a version of a target may go out, by the signed
 * statements there are. @returns 0 it may (always with `dryRun`), 1 it may not
 */
export function gateCommand(
  files: readonly string[],
  flags: {
    publicKey: string;
    target: string;
    targetVersion?: string;
    contract?: string;
    profile?: 'stated' | 'contract';
    mode?: Question['mode'];
    dryRun?: boolean;
  },
  io: Io,
  now: number = Date.now(),
): Promise<number> {
  return guarded(io, async () => {
    const key = verifyingKey(fileText(flags.publicKey), flags.publicKey);
    const statements: Statement[] = [];
    for (const file of files) {
      const read = readSigned(fileText(file), key);
      if ('statement' in read) statements.push(read.statement);
      else if (read.foreign) io.screen.write(`${consoleLine(`${file} does not count: ${read.wrong}`)}\n`);
      // what it said before it was changed could have been no
      else
        throw new UsageError(
          `${file} cannot be believed: ${read.wrong}. Leave it out, or attest that run anew`,
        );
    }
    const { target, targetVersion, profile = 'stated', mode = 'safe', contract, dryRun = false } = flags;
    const asked: Question = {
      target,
      ...(targetVersion === undefined ? {} : { version: targetVersion }),
      contract: contract === undefined ? contractIdentity() : { version: contract },
      profile,
      mode,
      now,
    };
    const { may, reason } = mayGoOut(statements, asked);
    if (statementsOf(statements, target).length > 0)
      io.out(`${consoleLines(matrixText(statements, asked))}\n\n`);
    else {
      const names = [...new Set(statements.map(({ sub }) => sub))];
      io.out(
        `${consoleLine(`nothing is stated about ${target}${names.length > 0 ? `, only about ${names.join(', ')}` : ''}`)}\n`,
      );
    }
    io.out(`${consoleLine(`${may ? 'yes' : 'no'}: ${reason}`)}\n`);
    return may || dryRun ? 0 : 1;
  });
}

const said = ({
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
  const text = env[KEY];
  if (text === undefined || text === '')
    throw new UsageError(`name the private key: --key conform.key, or its text in ${KEY}`);
  return signingKey(text, KEY);
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

/** `90d`, or a time as elsewhere, up to ten years. @returns milliseconds. @throws UsageError */
function daysOrTime(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const ms = days === undefined ? parseDuration(text) : Number(days) * DAY_MS;
  if (ms === undefined || ms <= 0 || ms > LONGEST_MS)
    throw new UsageError(`--valid-for takes a time such as 90d or 12h, up to 3660d, not ${text}`);
  return ms;
}
