// Counts the replies of a run by operation and status, and in addition by caller and by media type.
import type { Catalogue } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CountsByName, Report } from '../report/report.ts';

/** The numbers of replies in one run. */
export class Coverage {
  readonly #operations: Record<string, Record<string, number>> = {};
  readonly #callers: CountsByName = {};
  readonly #media: CountsByName = {};
  /** the first media types of the run; when there are MOST_TYPES, further ones count as `other` */
  readonly #types = new Set<string>();

  /** Counts an exchange. An exchange without a reply or without an operation is not counted. */
  add(exchange: Exchange): void {
    const { operation, status, failure, caller } = exchange;
    if (operation === null || failure !== null) return;
    const statuses = getOrCreate(this.#operations, operation, {});
    statuses[status] = (statuses[status] ?? 0) + 1;
    count(this.#callers, operation, status, caller);
    count(this.#media, operation, status, this.#typeOf(mediaTypeOf(exchange.header('content-type'))));
  }

  #typeOf(media: string): string {
    if (media.length > LONGEST_TYPE) return OTHER;
    if (this.#types.size < MOST_TYPES) this.#types.add(media);
    return this.#types.has(media) ? media : OTHER;
  }

  /** Returns the numbers of replies, and which checks and rules judge each requirement. */
  toReport(catalogue: Catalogue): Report['coverage'] {
    return {
      operations: this.#operations,
      requirements: idsByRequirement(catalogue),
      callers: this.#callers,
      media: this.#media,
    };
  }
}

function idsByRequirement({ checks, rules }: Catalogue): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const { id, requirement } of [...checks, ...rules])
    ids[requirement] = [...(ids[requirement] ?? []), id];
  return ids;
}

const LONGEST_TYPE = 100;
const MOST_TYPES = 50;
const OTHER = 'other';

/** Returns the media type without its parameters, such as `application/json`; `none` when the header is absent. */
const mediaTypeOf = (header: string | null): string => header?.split(';')[0]?.trim().toLowerCase() || 'none';

function count(attempts: CountsByName, operation: string, status: number, name: string): void {
  const statuses: Record<string, Record<string, number>> = getOrCreate(attempts, operation, {});
  const names: Record<string, number> = getOrCreate(statuses, `${status}`, {});
  // The target chooses some of these names; a name such as `constructor` must not be read from Object.prototype.
  const before = Object.hasOwn(names, name) ? names[name] : undefined;
  Object.defineProperty(names, name, {
    value: (before ?? 0) + 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Returns a member of a table, after adding it when it is missing. */
function getOrCreate<T>(table: Record<string, T>, name: string, empty: T): T {
  const found = table[name] ?? empty;
  table[name] = found;
  return found;
}
