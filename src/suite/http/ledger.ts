// The ledger: records every resource at its creation, with the call that undoes it, in a file that survives a crash
// of the run.

import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import type { OperationId } from '../../contract/operations.ts';
import { MAX_STORED_FILE, readText } from '../../contract/read-file.ts';
import type { Leftover } from '../model/generated/report.ts';
import { UsageError } from '../model/outcome.ts';
import { type Undo, undoProblem } from '../model/undo.ts';
import type { Secrets } from '../redaction/secrets.ts';

/** One call that undoes something that the run created; `n` numbers the entries of a run from 1. */
export type LedgerEntry = {
  n: number;
  undo: Undo;
  /** name of the credential that sends the undo call */
  as: string;
  /** id of the check or fixture that created the resource */
  by: string;
  /** time of the entry, in Unix milliseconds by the run's clock; absent in entries of an earlier run */
  at?: number;
};

type LedgerLine =
  | { type: 'run'; runId: string; baseUrl: string; startedAt: string }
  | ({ type: 'created' } & LedgerEntry)
  | { type: 'undone'; n: number }
  | ({ type: 'unidentified' } & Leftover);

/** The entries of one run, kept in memory and, when a file is given, in the file too. */
export class Ledger {
  readonly #file: string | undefined;
  readonly #entries: LedgerEntry[] = [];
  readonly #unidentified: Leftover[] = [];
  readonly #open = new Set<number>();
  readonly #registered = new Set<string>();
  #secrets: Secrets | null = null;
  #begun = false;
  readonly #required: boolean;
  #problem: string | null = null;

  /** @param required false when the run may go on although the file cannot be written */
  constructor(file?: string, required = true) {
    this.#file = file;
    this.#required = required;
  }

  /** Why later entries may be missing from a required file; null while the file can be written. */
  get fault(): string | null {
    return this.#required ? this.#problem : null;
  }

  /**
   * Starts the ledger of a run. @throws UsageError when the file is a device, a required file cannot be written, or the
   * file has open entries of an earlier run
   */
  open(runId: string, baseUrl: string, startedAt: string): void {
    const file = this.#file;
    if (
      file !== undefined &&
      existsSync(file) &&
      readText(file, MAX_STORED_FILE, `the ledger ${file}`).trim() !== ''
    ) {
      const left = Ledger.read(file).ledger.openEntries().length;
      if (left > 0) {
        throw new UsageError(
          `${file} still holds ${left} things of an earlier run; take them back first: hosting-contract conform cleanup --ledger ${file}`,
        );
      }
      writeFileSync(file, '');
    }
    this.#write({ type: 'run', runId, baseUrl, startedAt });
    if (this.fault !== null) throw new UsageError(this.fault);
    this.#begun = true;
  }

  /** Sets the secrets that lines are without: a target may return a secret as the id of a resource. */
  redactWith(secrets: Secrets): void {
    this.#secrets = secrets;
  }

  /** Adds an entry, unless the ledger already contains it, as after a repeated order. */
  add(undo: Undo, as: string, by: string, at?: number): LedgerEntry | undefined {
    const problem = undoProblem(undo);
    if (problem !== undefined) throw new Error(`The clean-up call cannot be used: ${problem}.`);
    const same = JSON.stringify([undo.operation, undo.params, undo.as ?? as]);
    if (this.#registered.has(same)) return undefined;
    this.#registered.add(same);
    const entry = {
      n: this.#entries.length + 1,
      undo,
      as: undo.as ?? as,
      by,
      ...(at === undefined ? {} : { at }),
    };
    this.#entries.push(entry);
    this.#open.add(entry.n);
    this.#write({ type: 'created', ...entry });
    return entry;
  }

  markUndone(entry: LedgerEntry): void {
    this.#open.delete(entry.n);
    this.#write({ type: 'undone', n: entry.n });
  }

  /** Removes the entries whose resource a call of the run itself has deleted. */
  markEnded(operation: OperationId, params: Readonly<Record<string, string>>): void {
    const call = callKey(operation, params);
    for (const entry of this.openEntries()) {
      if (callKey(entry.undo.operation, entry.undo.params ?? {}) === call) this.markUndone(entry);
    }
  }

  noteUnidentified(leftover: Leftover): void {
    this.#unidentified.push(leftover);
    this.#write({ type: 'unidentified', ...leftover });
  }

  get unidentified(): readonly Leftover[] {
    return this.#unidentified;
  }

  get created(): number {
    return this.#entries.length + this.#unidentified.length;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  openEntries(): LedgerEntry[] {
    return this.#entries.filter(({ n }) => this.#open.has(n)).reverse();
  }

  #write(line: LedgerLine): void {
    if (this.#file === undefined) return;
    // after an error the file may end in an incomplete line
    const start = this.#problem === null ? '' : '\n';
    try {
      appendFileSync(this.#file, `${start}${JSON.stringify(this.#redacted(line))}\n`, { mode: 0o600 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#problem = `the ledger ${this.#file} cannot be written${this.#begun ? ' any more' : ''} (${code})`;
    }
  }

  /**
   * Removes the secrets from a line. A later run cannot send an undo call whose parameter was a secret, and reports
   * the entry instead.
   */
  #redacted(line: LedgerLine): LedgerLine {
    const secrets = this.#secrets;
    if (secrets === null || line.type !== 'created') return line;
    const { params } = line.undo;
    return {
      ...line,
      undo: {
        ...line.undo,
        ...(params && {
          params: Object.fromEntries(
            Object.entries(params).map(([name, value]) => [name, secrets.redactKnown(value, REDACTED)]),
          ),
        }),
      },
    };
  }

  /**
   * Reads the ledger file of an earlier run in order to continue it. An incomplete last line is ignored. @throws
   * UsageError when the file is not a ledger
   */
  static read(file: string): { ledger: Ledger; baseUrl: string; runId: string } {
    const text = readText(file, MAX_STORED_FILE, `the ledger ${file}`);
    const ledger = new Ledger(file);
    let run: { baseUrl: string; runId: string } | undefined;
    for (const [at, raw] of text.split('\n').entries()) {
      const value = parsedJson(raw);
      const line = isObject(value) ? (value as LedgerLine) : undefined;
      const problem = line && lineProblem(line);
      if (problem !== undefined) throw new UsageError(`line ${at + 1} of ${file} is damaged: ${problem}`);
      if (line?.type === 'run') {
        // The numbers of entries restart with each run in a file, so only the last run of the file can be continued.
        if (ledger.#open.size > 0)
          throw new UsageError(`${file} holds an earlier run that was not cleaned up`);
        ledger.#entries.length = 0;
        ledger.#unidentified.length = 0;
        run = line;
      } else if (line?.type === 'created') {
        const { type: _, ...entry } = line;
        ledger.#entries.push(entry);
        ledger.#open.add(entry.n);
      } else if (line?.type === 'unidentified') {
        const { type: _, ...leftover } = line;
        ledger.#unidentified.push(leftover);
      } else if (line?.type === 'undone') {
        ledger.#open.delete(line.n);
      }
    }
    if (run === undefined) throw new UsageError(`${file} is no ledger of this suite`);
    return { ledger, baseUrl: run.baseUrl, runId: run.runId };
  }
}

/** Placeholder for a secret in a ledger line. It contains a control character, which no id of a target has. */
const REDACTED = '\u0000***';

/** Returns whether an entry lacks a parameter because the parameter was a secret. */
export const isRedacted = ({ undo: { params = {} } }: LedgerEntry): boolean =>
  Object.values(params).some((value) => value.includes(REDACTED));

const callKey = (operation: OperationId, params: Readonly<Record<string, string>>): string =>
  JSON.stringify([operation, Object.entries(params).sort()]);

/** Returns why clean-up cannot use a line: the file may have been edited or damaged. */
function lineProblem({ type, ...members }: Record<string, unknown>): string | undefined {
  const { n, undo, as, baseUrl, runId, operation, params, why } = members;
  if (type === 'run')
    return typeof runId === 'string' && typeof baseUrl === 'string' && URL.canParse(baseUrl)
      ? undefined
      : 'it names no run and base URL';
  if (type === 'unidentified')
    return typeof operation === 'string' && typeof why === 'string' && isObject(params)
      ? undefined
      : 'it names nothing that was created';
  if (type !== 'created') return undefined;
  if (!Number.isSafeInteger(n) || typeof as !== 'string') return 'it has no number or no credential';
  return undoProblem(undo);
}
