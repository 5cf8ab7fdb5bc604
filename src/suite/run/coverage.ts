// Counts the replies of a run by operation and status, and in addition by caller and by media type.
import type { Catalogue } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CountsByName, Report } from '../report/report.ts';

/** Creates a table without a prototype: the target chooses some of the names, such as `constructor`. */
const table = <T>(): Record<string, T> => Object.create(null);

/** The numbers of replies in one run. */
export class Coverage {
  readonly #operations = table<Record<string, number>>();
  readonly #callers: CountsByName = table();
  readonly #media: CountsByName = table();
  /** the first media types of the run; when there are MOST_TYPES, further ones count as `other` */
  readonly #types = new Set<string>();
  /** the operations that accepted a request without a deliberate fault */
  readonly accepted = new Set<string>();

  /** Counts an exchange. An exchange without a reply or without an operation is not counted. */
  add(exchange: Exchange): void {
    const { operation, status, failure, caller, deliberateFault } = exchange;
    if (operation === null || failure !== null) return;
    if (deliberateFault === null && status >= 200 && status < 300) this.accepted.add(operation);
    this.#operations[operation] ??= table();
    count(this.#operations[operation], `${status}`);
    const media = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase() || 'none';
    for (const [counts, name] of [
      [this.#callers, caller],
      [this.#media, this.#typeOf(media)],
    ] as const) {
      counts[operation] ??= table();
      counts[operation][status] ??= table();
      count(counts[operation][status], name);
    }
  }

  #typeOf(media: string): string {
    if (media.length > LONGEST_TYPE) return OTHER;
    if (this.#types.size < MOST_TYPES) this.#types.add(media);
    return this.#types.has(media) ? media : OTHER;
  }

  toReport(catalogue: Catalogue): Report['coverage'] {
    return {
      operations: this.#operations,
      requirements: idsByRequirement(catalogue),
      callers: this.#callers,
      media: this.#media,
    };
  }
}

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

function idsByRequirement({ checks, rules }: Catalogue): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const { id, requirement } of [...checks, ...rules])
    ids[requirement] = [...(ids[requirement] ?? []), id];
  return ids;
}

const LONGEST_TYPE = 100;
const MOST_TYPES = 50;
const OTHER = 'other';
