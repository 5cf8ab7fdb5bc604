// A list of a world, the newest item first, in pages, which are loaded when they come in sight.
import { signal } from '@preact/signals';

/** A part of the list: `until` is the item at which all parts begin, undefined for the newest; `offset` counts from it. */
export type Part = { until: string | undefined; offset: number; limit: number };
/** What is read of a part: its items, and how many the list has. */
export type Read<Item> = { items: readonly Item[]; total: number };

/** How many items one page has. */
const PAGE_SIZE = 200;
/** How many pages are kept. */
const MAX_PAGES = 50;

/** The items of a list by their place: 0 is the newest. */
export class PagedList<Item extends { id: string }, Reply extends Read<Item> = Read<Item>> {
  /** grows with every change of the items */
  readonly version = signal(0);
  /** why the last page could not be loaded; null when it could */
  readonly error = signal<Error | null>(null);
  /** what was read when the list was last read from its start; null before that */
  readonly start = signal<Reply | null>(null);
  /** how many items were added at the top since the list was opened */
  addedAtTop = 0;

  readonly #load: (part: Part) => Promise<Reply>;
  readonly #pages = new Map<number, readonly Item[]>();
  /** the pages that are to be loaded again, and are shown until then */
  readonly #stale = new Set<number>();
  #wanted: [first: number, last: number] = [0, PAGE_SIZE - 1];
  #loading = false;
  /** whether the list is to be read from its start, before any other page */
  #isOutdated = true;

  constructor(load: (part: Part) => Promise<Reply>) {
    this.#load = load;
    void this.#loadWanted();
  }

  get length(): number {
    return this.start.peek()?.total ?? 0;
  }

  /** Returns the item at a place; undefined while its page is not loaded. */
  at(index: number): Item | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
  }

  /** Loads the pages of the items from one place to another, if they are missing. */
  want(first: number, last: number): void {
    this.#wanted = [first, last];
    void this.#loadWanted();
  }

  /** Reads the list again: its start, the pages in sight, and the others when they come in sight. */
  reload(): void {
    this.error.value = null;
    this.#isOutdated = true;
    for (const page of this.#pages.keys()) this.#stale.add(page);
    void this.#loadWanted();
  }

  async #loadWanted(): Promise<void> {
    if (this.#loading || this.error.peek()) return;
    this.#loading = true;
    try {
      for (let page = this.#next(); page !== null; page = this.#next()) {
        const isStart = this.#isOutdated;
        const until = isStart ? undefined : this.start.peek()?.items[0]?.id;
        this.#isOutdated = false;
        const reply = await this.#load({ until, offset: page * PAGE_SIZE, limit: PAGE_SIZE });
        // What was changed meanwhile makes the pages other ones.
        if (this.#isOutdated && !isStart) continue;
        if (isStart) this.#restart(reply);
        this.#pages.set(page, reply.items);
        this.#stale.delete(page);
        for (const oldest of this.#pages.keys()) {
          if (this.#pages.size <= MAX_PAGES) break;
          this.#pages.delete(oldest);
        }
        this.version.value += 1;
      }
    } catch (error) {
      this.#isOutdated = true;
      if (error instanceof Error) this.error.value = error;
    } finally {
      this.#loading = false;
    }
  }

  #restart(reply: Reply): void {
    const before = this.start.peek();
    if (before !== null) {
      const place = reply.items.findIndex(({ id }) => id === before.items[0]?.id);
      this.addedAtTop += place >= 0 ? place : Math.max(0, reply.total - before.total);
    }
    this.start.value = reply;
  }

  // Returns the page to load next; null when none of those in sight is missing.
  #next(): number | null {
    if (this.#isOutdated) return 0;
    const [first, last] = this.#wanted;
    const end = Math.min(last, this.length - 1);
    for (let page = Math.max(0, Math.floor(first / PAGE_SIZE)); page * PAGE_SIZE <= end; page += 1)
      if (!this.#pages.has(page) || this.#stale.has(page)) return page;
    return null;
  }
}
