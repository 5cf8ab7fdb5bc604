// The requests of the view, the newest first: those that arrived since the view was opened, and before them pages of the
// log, which are loaded when they come in sight. No request is loaded twice.
import { signal } from '@preact/signals';
import type { Schema } from '../../api/schema.ts';

/** A request in the list. */
export type Request = Schema<'Request'>;

/** Which requests are listed; an empty member lists all. */
export type RequestFilter = {
  operation: string;
  /** a status such as 404, or a class such as 4xx */
  status: string;
  /** the name of a persona, or the id of a caller or of its tenant */
  caller: string;
  /** `any` lists what tools such as the console sent by themselves too */
  tool: string;
};

/** A part of the log: `until` is the newest request of all parts, `offset` counts the newer ones that match. */
type Part = { until: string; offset: number; limit: number };
type LoadPart = (part: Part) => Promise<{ requests: Request[]; total: number }>;

/** How many requests one page has. */
export const PAGE_SIZE = 200;
/** How many arrived requests are kept before they become pages, which can be dropped and loaded again. */
const MAX_ARRIVED = 10 * PAGE_SIZE;
/** How many pages are kept. */
const MAX_PAGES = 50;

/** Reports whether a request matches a filter, as the mock filters its log. */
export function matchesFilter(request: Request, { operation, status, caller, tool }: RequestFilter): boolean {
  return (
    (operation === '' || request.operation === operation) &&
    (status === '' ||
      String(request.status) === status ||
      status === `${Math.floor(request.status / 100)}xx`) &&
    (caller === '' || [request.persona, request.caller, request.tenant_id].includes(caller)) &&
    (tool === 'any' || (request.tool ?? '') === tool)
  );
}

/** The requests of a world that match a filter, by their place: 0 is the newest. */
export class RequestFeed {
  /** grows with every change of the requests */
  readonly version = signal(0);
  /** why the last page could not be loaded; null when it could */
  readonly error = signal<Error | null>(null);
  /** whether the number of requests in the log is known */
  readonly loaded = signal(false);
  /** how many requests arrived while the feed was open */
  arrivedCount = 0;
  /** the operations and the statuses of all requests that were ever loaded */
  readonly operations = new Set<string>();
  readonly statuses = new Set<string>();

  readonly #load: LoadPart;
  /** the newest request of the pages; null when the log was empty */
  #until: string | null;
  /** the requests that arrived after `#until`, the newest last */
  #arrived: Request[] = [];
  readonly #pages = new Map<number, Request[]>();
  /** the number of requests in the pages, as the mock last said */
  #logged = 0;
  #wanted: [first: number, last: number] = [0, PAGE_SIZE - 1];
  #loading = false;

  /** @param until the newest request of the log; every later one is passed to `add` */
  constructor(until: string | null, load: LoadPart) {
    this.#until = until;
    this.#load = load;
    if (until === null) this.loaded.value = true;
    else void this.#loadWanted();
  }

  get length(): number {
    return this.#arrived.length + this.#logged;
  }

  /** Returns the request at a place; undefined while its page is not loaded. */
  at(index: number): Request | undefined {
    const { length } = this.#arrived;
    if (index < length) return this.#arrived[length - 1 - index];
    const inPages = index - length;
    return this.#pages.get(Math.floor(inPages / PAGE_SIZE))?.[inPages % PAGE_SIZE];
  }

  /** Adds requests that were just answered, the oldest first. */
  add(requests: readonly Request[]): void {
    if (requests.length === 0) return;
    this.#arrived.push(...requests);
    this.#note(requests);
    this.arrivedCount += requests.length;
    if (this.#arrived.length > MAX_ARRIVED) this.#makePages();
    this.version.value += 1;
  }

  /** Loads the pages of the requests from one place to another, if they are missing. */
  want(first: number, last: number): void {
    this.#wanted = [first, last];
    void this.#loadWanted();
  }

  /** Tries again to load what could not be loaded. */
  retry(): void {
    this.error.value = null;
    void this.#loadWanted();
  }

  #note(requests: readonly Request[]): void {
    for (const { operation, status } of requests) {
      if (operation !== null) this.operations.add(operation);
      this.statuses.add(String(status));
    }
  }

  /** Turns the arrived requests into the first pages. The former pages no longer fit, and are loaded again when needed. */
  #makePages(): void {
    const newestFirst = this.#arrived.toReversed();
    this.#logged += newestFirst.length;
    this.#until = newestFirst[0]?.id ?? this.#until;
    this.#arrived = [];
    this.#pages.clear();
    for (let page = 0; (page + 1) * PAGE_SIZE <= newestFirst.length; page += 1)
      this.#pages.set(page, newestFirst.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
  }

  /** Loads the missing pages that are wanted, one after the other, until what is wanted then is there. */
  async #loadWanted(): Promise<void> {
    if (this.#loading || this.error.peek() !== null) return;
    this.#loading = true;
    try {
      for (let page = this.#missing(); page !== null; page = this.#missing()) {
        const until = this.#until ?? '';
        const { requests, total } = await this.#load({ until, offset: page * PAGE_SIZE, limit: PAGE_SIZE });
        // When requests became pages meanwhile, this page has other places now.
        if (until !== this.#until) continue;
        this.#pages.set(page, requests.toReversed());
        this.#note(requests);
        this.#logged = total;
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
    const end = this.loaded.peek() ? Math.min(last, this.#logged - 1) : PAGE_SIZE - 1;
    for (let page = Math.max(0, Math.floor(first / PAGE_SIZE)); page * PAGE_SIZE <= end; page += 1)
      if (!this.#pages.has(page)) return page;
    return null;
  }
}
