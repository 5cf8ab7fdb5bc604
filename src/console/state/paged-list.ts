// A list of a world, the newest item first: the items that arrived since it was opened, and before them pages, which are
// loaded when they come in sight.
import { signal } from '@preact/signals';

/** A part of the list: `until` is the newest item of all parts, `offset` counts the newer ones in them. */
export type Part = { until: string | undefined; offset: number; limit: number };
type LoadPart<Item> = (part: Part) => Promise<{ items: readonly Item[]; total: number }>;

/** How many items one page has. */
export const PAGE_SIZE = 200;
/** How many arrived items are kept before they become pages, which can be dropped and loaded again. */
const MAX_ARRIVED = 10 * PAGE_SIZE;
/** How many pages are kept. */
const MAX_PAGES = 50;

/** The items of a list by their place: 0 is the newest. */
export class PagedList<Item extends { id: string }> {
  /** grows with every change of the items */
  readonly version = signal(0);
  /** why the last page could not be loaded; null when it could */
  readonly error = signal<Error | null>(null);
  /** whether the number of items is known */
  readonly loaded = signal(false);
  /** how many items arrived while the list was open */
  addedAtTop = 0;

  readonly #load: LoadPart<Item>;
  /** the newest item of the pages; null when there was none, undefined when it is not known */
  #until: string | null | undefined;
  /** the items that arrived after `#until`, the newest last */
  #arrived: Item[] = [];
  readonly #pages = new Map<number, readonly Item[]>();
  /** the pages that are to be loaded again, and are shown until then */
  readonly #stale = new Set<number>();
  /** the number of items in the pages, as the mock last said */
  #total = 0;
  #wanted: [first: number, last: number] = [0, PAGE_SIZE - 1];
  #loading = false;
  /** grows whenever the pages get other places, so that what is being loaded no longer fits */
  #round = 0;

  /**
   * @param load loads a part, the newest item first
   * @param until the newest item of the list, when it is known; null for an empty list. Later ones are passed to `add`
   */
  constructor(load: LoadPart<Item>, until?: string | null) {
    this.#load = load;
    this.#until = until;
    this.loaded.value = until === null;
    void this.#loadWanted();
  }

  get length(): number {
    return this.#arrived.length + this.#total;
  }

  /** Returns the item at a place; undefined while its page is not loaded. */
  at(index: number): Item | undefined {
    const { length } = this.#arrived;
    if (index < length) return this.#arrived[length - 1 - index];
    const inPages = index - length;
    return this.#pages.get(Math.floor(inPages / PAGE_SIZE))?.[inPages % PAGE_SIZE];
  }

  /** Returns the item that stands for a new item and the newest one when they are one row; null for two rows. */
  protected fold(_added: Item, _newest: Item): Item | null {
    return null;
  }

  /** Adds items that are new, the oldest first. */
  add(items: readonly Item[]): void {
    if (items.length === 0) return;
    for (const item of items) {
      const newest = this.at(0);
      const folded = newest ? this.fold(item, newest) : null;
      if (folded === null) {
        this.#arrived.push(item);
        this.addedAtTop += 1;
      } else if (this.#arrived.length > 0) this.#arrived.splice(-1, 1, folded);
      else this.#pages.set(0, [folded, ...(this.#pages.get(0)?.slice(1) ?? [])]);
    }
    if (this.#arrived.length > MAX_ARRIVED) this.#makePages();
    this.version.value += 1;
  }

  /** Loads the pages of the items from one place to another, if they are missing. */
  want(first: number, last: number): void {
    this.#wanted = [first, last];
    void this.#loadWanted();
  }

  /** Loads the pages in sight again, and the others when they come in sight. */
  reload(): void {
    this.error.value = null;
    for (const page of this.#pages.keys()) this.#stale.add(page);
    void this.#loadWanted();
  }

  /** Empties the list. Without a known newest item it can then be loaded anew. */
  clear(): void {
    if (this.#until !== undefined) this.#until = null;
    this.#round += 1;
    this.#arrived = [];
    this.#pages.clear();
    this.#total = 0;
    this.version.value += 1;
  }

  /** Turns the arrived items into the first pages. The former pages no longer fit, and are loaded again when needed. */
  #makePages(): void {
    const newestFirst = this.#arrived.toReversed();
    this.#total += newestFirst.length;
    this.#until = newestFirst[0]?.id ?? this.#until;
    this.#round += 1;
    this.#arrived = [];
    this.#pages.clear();
    for (let page = 0; (page + 1) * PAGE_SIZE <= newestFirst.length; page += 1)
      this.#pages.set(page, newestFirst.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
  }

  async #loadWanted(): Promise<void> {
    if (this.#loading || this.error.peek() !== null) return;
    this.#loading = true;
    try {
      for (let page = this.#missing(); page !== null; page = this.#missing()) {
        const round = this.#round;
        this.#stale.delete(page);
        const part = { until: this.#until ?? undefined, offset: page * PAGE_SIZE, limit: PAGE_SIZE };
        const { items, total } = await this.#load(part);
        if (round !== this.#round) continue;
        this.#pages.set(page, items);
        this.#total = total;
        this.loaded.value = true;
        for (const oldest of this.#pages.keys()) {
          if (this.#pages.size <= MAX_PAGES) break;
          this.#pages.delete(oldest);
        }
        this.version.value += 1;
      }
    } catch (error) {
      if (error instanceof Error) this.error.value = error;
    } finally {
      this.#loading = false;
    }
  }

  #missing(): number | null {
    if (this.#until === null) return null;
    const [first, last] = this.#wanted.map((index) => index - this.#arrived.length) as [number, number];
    const end = this.loaded.peek() ? Math.max(0, Math.min(last, this.#total - 1)) : PAGE_SIZE - 1;
    for (let page = Math.max(0, Math.floor(first / PAGE_SIZE)); page * PAGE_SIZE <= end; page += 1)
      if (!this.#pages.has(page) || this.#stale.has(page)) return page;
    return null;
  }
}
