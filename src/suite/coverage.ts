// What was asked and how it was answered, counted: by operation and status, and of these by caller and media type.
import type { Exchange } from './exchange.ts';
import type { Attempts, Report } from './report.ts';

export class Coverage {
  readonly #operations: Record<string, Record<string, number>> = {};
  readonly #callers: Attempts = {};
  readonly #media: Attempts = {};

  /** Counts an exchange. Those without a reply, and those no operation answers to, cover nothing. */
  note(exchange: Exchange): void {
    const { operation, status, failure, caller } = exchange;
    if (operation === null || failure !== null) return;
    const statuses = member(this.#operations, operation, {});
    statuses[status] = (statuses[status] ?? 0) + 1;
    count(this.#callers, operation, status, caller);
    count(this.#media, operation, status, mediaOf(exchange.header('content-type')));
  }

  /** As the report has it. */
  told(requirements: Record<string, string[]>): Report['coverage'] {
    return { operations: this.#operations, requirements, callers: this.#callers, media: this.#media };
  }
}

/** The media type without its parameters: `application/json`. */
const mediaOf = (header: string | null): string => header?.split(';')[0]?.trim().toLowerCase() || 'none';

function count(attempts: Attempts, operation: string, status: number, name: string): void {
  const statuses: Record<string, Record<string, number>> = member(attempts, operation, {});
  const names: Record<string, number> = member(statuses, `${status}`, {});
  names[name] = (names[name] ?? 0) + 1;
}

/** A member of a table, which is made where there is none. */
function member<T>(table: Record<string, T>, name: string, empty: T): T {
  const found = table[name] ?? empty;
  table[name] = found;
  return found;
}
