// Finds the ids of created resources, whatever the deployment calls them, and confirms each kind's place of the id once
// with a read.
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import {
  hasStatedReply,
  isCreation,
  isListOperation,
  type Kind,
  kindOf,
  listOf,
  readOf,
  siblingsOf,
  wordsOf,
} from '../model/kinds.ts';
import { CheckEnded, inconclusive } from '../model/outcome.ts';
import { itemsInPage, nextPageQuery, type PaginationPointers, valueAtPointer } from '../model/pagination.ts';
import { type IdCandidate, idCandidates, MAX_CANDIDATES } from './id-candidates.ts';
import { conventionalId, type IdPlace, idText, lastSegment, readId } from './ids.ts';
import type { ResponseMapping } from './learned-names.ts';
import { type Leaf, leavesOf, parentOf, placesAround } from './leaves.ts';
import { isDistinctive } from './shape.ts';

/** Sends a read for the identification of a resource. `doubtful` marks a read whose id may be that of something else. */
export type Probe = (
  operation: OperationId,
  params: Record<string, string>,
  doubtful: boolean,
  query?: Record<string, string>,
) => Promise<Exchange>;

/** Where the ids of one creating operation stand; `list`: only the list of the kind shows them. */
type Place = IdCandidate['place'] | 'conventional' | 'list';

/** The most pages of a list that are read to find a new resource. */
const MAX_PAGES = 12;
/** The most earlier ids that are remembered. */
const MAX_KNOWN = 2000;

/** Finds the ids of the resources that a run creates. */
export class CreatedIds {
  readonly #mapping: ResponseMapping;
  readonly #runId: string;
  readonly #lists: PaginationPointers;
  readonly #places = new Map<OperationId, Place>();
  readonly #unreadable = new Map<OperationId, string>();
  /** lists whose rows have been read for their ids */
  readonly #triedRows = new Set<OperationId>();
  /** ids of earlier replies, which are none of a new resource */
  readonly #known = new Set<string>();
  /** kinds and ids by which nothing can be read */
  readonly #notFound = new Set<string>();

  constructor(mapping: ResponseMapping, runId: string, lists: PaginationPointers = {}) {
    this.#mapping = mapping;
    this.#runId = runId;
    this.#lists = lists;
  }

  /**
   * Reads the id of a created resource without sending a request. @returns false when a request must find it, with
   * `identify`
   */
  settle(exchange: Exchange): boolean {
    const { operation: op } = exchange;
    if (op === null || exchange.status < 200 || exchange.status >= 300) return true;
    const kind = kindOf(op);
    if (kind === undefined || !isCreation(op)) {
      if (operation(op).area === 'auth') this.#noteKnown(exchange.received);
      return true;
    }
    const id = this.#idWithoutRequest(exchange, op, kind);
    if (id !== undefined) this.#note(exchange, op, kind, id);
    return id !== undefined || hasStatedReply(op) || (readOf(kind) ?? siblingsOf(op)) === undefined;
  }

  /**
   * Finds the id of a created resource by reading what the reply may name, at most once per operation.
   * @param awaitLag waits as long as a read may lag behind a write
   * @returns null when the id is found; otherwise the reason
   */
  async identify(exchange: Exchange, probe: Probe, awaitLag: () => Promise<void>): Promise<string | null> {
    const { operation: op } = exchange;
    const kind = op === null ? undefined : kindOf(op);
    if (op === null || kind === undefined) return null;
    // Another creation that was sent at the same moment may have been identified since.
    const id = this.#places.has(op) ? this.#idWithoutRequest(exchange, op, kind) : undefined;
    if (id !== undefined) {
      this.#note(exchange, op, kind, id);
      return null;
    }
    if (!this.#unreadable.has(op)) {
      const usual = this.#places.get(op) === 'list' ? undefined : this.#usualId(exchange, op);
      const find = async (): Promise<{ id: string; place: Place } | undefined> => {
        const shown = await this.#find(exchange, op, kind, probe);
        if (shown !== undefined || listOf(kind) === undefined || this.#markers(exchange).length === 0)
          return shown;
        // A list may lag behind the creation although the target file does not say so.
        await awaitLag();
        return this.#find(exchange, op, kind, probe);
      };
      const found = await find().catch((error: unknown) => {
        // Without a usable reply nothing is confirmed, and the usual id is taken.
        if (usual === undefined || !(error instanceof CheckEnded)) throw error;
        return { id: usual, place: 'conventional' as const };
      });
      // An id beside nothing of what was sent, by which nothing can be read, may be that of a task.
      const isOfTask =
        usual !== undefined &&
        this.#notFound.has(`${kind} ${usual}`) &&
        this.#shownMarkers(exchange).length === 0;
      const id = found?.id ?? (isOfTask ? undefined : usual);
      if (id !== undefined) {
        this.#places.set(op, found === undefined || id === usual ? 'conventional' : found.place);
        this.#note(exchange, op, kind, id);
        return null;
      }
    }
    // No call names a resource of such a kind, or its parent is deleted with it.
    if (readOf(kind) === undefined) return null;
    const why = `the reply to ${op} names no id with which the new ${wordsOf(kind)} could be read`;
    this.#unreadable.set(op, why);
    return why;
  }

  /**
   * Finds where the rows of a list show their ids, for a kind of which the run knows no resource yet: by reading one row's
   * resource, once per kind.
   */
  async identifyRows(exchange: Exchange, probe: Probe): Promise<void> {
    const { operation: op } = exchange;
    if (!this.hasUnreadRows(exchange) || op === null) return;
    this.#triedRows.add(op);
    const kind = kindOf(op);
    const read = kind === undefined ? undefined : readOf(kind);
    const row = itemsInPage(exchange.received, this.#lists)?.find(isObject);
    if (kind === undefined || read === undefined || row === undefined) return;
    const { request } = exchange;
    const candidates = idCandidates({ received: row, request, header: () => null }, kind, () => false, true);
    const marks = leavesOf(row)
      .map(({ value }) => value)
      .filter((value) => typeof value === 'string' && isDistinctive(value));
    for (const { id } of candidates) {
      const reply = await probe(read, { id }, true);
      const values = new Set(leavesOf(reply.received).map(({ value }) => value));
      // The read shows the resource of the row when it shows a second value of the row.
      if (reply.status !== 200 || !marks.some((mark) => mark !== id && values.has(mark))) continue;
      this.#mapping.noteRow(op, kind, row, id);
      return;
    }
  }

  /** Returns whether the rows of a list have no id that is readable without a request. */
  hasUnreadRows(exchange: Exchange): boolean {
    const { operation: op, status } = exchange;
    if (op === null || status !== 200 || this.#triedRows.has(op) || !isListOperation(op)) return false;
    const kind = kindOf(op);
    if (kind === undefined || readOf(kind) === undefined) return false;
    const row = itemsInPage(exchange.json, this.#lists)?.find(isObject);
    return row !== undefined && conventionalId(row, kind) === undefined;
  }

  /** @throws CheckEnded (inconclusive) for the creation of something whose id could not be read before */
  assertReadable(op: OperationId): void {
    const why = this.#unreadable.get(op);
    if (why === undefined) return;
    throw inconclusive(
      `${op} is not sent again, because ${why} and what it creates could not be deleted: give learned.${kindOf(op)}.id in the target file`,
    );
  }

  #idWithoutRequest(exchange: Exchange, op: OperationId, kind: Kind): string | undefined {
    const { received } = exchange;
    if (hasStatedReply(op)) return isObject(received) ? idText(received.id) : undefined;
    const place = this.#places.get(op);
    if (place === 'location') {
      const location = exchange.header('location');
      return location === null ? undefined : lastSegment(location);
    }
    if (place !== undefined && typeof place === 'object') return readId(received, place);
    if (place === 'list') return undefined;
    // Until a read has shown it, the id beside the sent values may be that of an order, a job or a registration.
    const isConfirmed = place !== undefined || exchange.deliberateFault !== null;
    return isConfirmed || (readOf(kind) ?? siblingsOf(op)) === undefined
      ? this.#usualId(exchange, op)
      : undefined;
  }

  /** Returns the id at the place where most deployments have it, when it is that of what the reply shows. */
  #usualId(exchange: Exchange, op: OperationId): string | undefined {
    const found = conventionalId(exchange.received, op.replace(/^[a-z]+/, ''));
    if (found === undefined || Object.values(exchange.request.params).includes(found.id)) return undefined;
    const sure =
      this.#places.get(op) === 'conventional' ||
      exchange.deliberateFault !== null ||
      (!/[:/]/.test(found.id) && this.#isBesideMarkers(exchange, found.holder));
    return sure ? found.id : undefined;
  }

  /** Returns whether the object with the id is the object that shows what was sent, as opposed to a task or an order. */
  #isBesideMarkers(exchange: Exchange, holder: string): boolean {
    const { received } = exchange;
    const places = this.#shownMarkers(exchange);
    if (places.length === 0) return idCandidates(exchange, '', (id) => this.#known.has(id)).length <= 1;
    return places.some(({ pointer }) => {
      const around = ['', ...placesAround(pointer).slice(0, -1)].reverse();
      return around.find((place) => place === holder || holdsId(valueAtPointer(received, place))) === holder;
    });
  }

  /** Returns the members of a reply that show what was sent. */
  #shownMarkers(exchange: Exchange): Leaf[] {
    const markers = this.#markers(exchange);
    return leavesOf(exchange.received).filter(({ value }) => shows(value, markers));
  }

  async #find(
    exchange: Exchange,
    op: OperationId,
    kind: Kind,
    probe: Probe,
  ): Promise<{ id: string; place: Place } | undefined> {
    if (readOf(kind) === undefined) return this.#findAmongSiblings(exchange, op, kind, probe);
    const place = this.#places.get(op);
    const found = place === 'list' ? undefined : await this.#confirm(exchange, kind, probe);
    return found ?? this.#findInList(exchange, kind, probe);
  }

  /** Finds the id of something that no operation reads, such as a DNS record: a value that the siblings show too. */
  async #findAmongSiblings(
    exchange: Exchange,
    op: OperationId,
    kind: Kind,
    probe: Probe,
  ): Promise<{ id: string; place: Place } | undefined> {
    const siblings = siblingsOf(op);
    const isInList = this.#places.get(op) === 'list';
    const candidates = isInList ? [] : idCandidates(exchange, kind, (id) => this.#known.has(id));
    if (siblings === undefined || (candidates.length === 0 && !isInList)) return undefined;
    const { id: parent } = exchange.request.params;
    const reply = await this.#readPages(siblings, parent === undefined ? {} : { id: parent }, probe);
    const times = new Map<string, number>();
    for (const { value } of leavesOf(reply.received)) {
      const text = idText(value);
      for (const one of new Set(text === undefined ? [] : [text, lastSegment(text)]))
        times.set(one, (times.get(one) ?? 0) + 1);
    }
    // What several siblings show is no id of one of them.
    const isShown = (id: string): boolean => times.get(id) === 1;
    const markers = this.#markers(exchange);
    const isBesideMarker = ({ place }: IdCandidate): boolean =>
      place !== 'location' &&
      Object.values(valueAtPointer(exchange.received, parentOf(place.pointer)) ?? {}).some((value) =>
        shows(value, markers),
      );
    const row = this.#findBesideMarkers(reply, markers, parent);
    if (row !== undefined) return candidates.find(({ id }) => id === row.id) ?? row;
    // An older sibling may show a short number of the reply, such as a size, where reads lag behind writes.
    const sure =
      candidates.find(({ id }, at) => isShown(id) && (at === 0 || !SHORT_NUMBER.test(id))) ??
      candidates.find(isBesideMarker);
    // Siblings that were read and do not show an id contradict it.
    return sure ?? (reply.status === 200 ? undefined : candidates[0]);
  }

  /** Finds the id of the only new object among siblings that shows what was sent, or of the only new one of a parent. */
  #findBesideMarkers(
    { received }: { received: unknown },
    markers: readonly string[],
    parent: string | undefined,
  ): { id: string; place: 'list' } | undefined {
    const ids = leavesOf(received)
      .filter(({ value }) => (markers.length === 0 ? parent !== undefined : shows(value, markers)))
      .flatMap(({ pointer }) => {
        const around = ['', ...placesAround(pointer).slice(0, -1)].reverse();
        const holder = around.find((place) => holdsId(valueAtPointer(received, place)));
        const id = holder === undefined ? undefined : conventionalId(valueAtPointer(received, holder))?.id;
        return id === undefined || id === parent ? [] : [id];
      });
    const fresh = ids.filter((one) => !this.#known.has(one));
    const [id, ...others] = new Set(fresh.length > 0 || markers.length === 0 ? fresh : ids);
    return id === undefined || others.length > 0 ? undefined : { id, place: 'list' };
  }

  /** Tries the values of a reply that may be the id, until a read shows the created resource. */
  async #confirm(exchange: Exchange, kind: Kind, probe: Probe): Promise<IdCandidate | undefined> {
    const given = this.#mapping.givenIdOf(kind);
    const candidates = idCandidates(exchange, kind, (id) => this.#known.has(id));
    const text = given === undefined ? undefined : idText(valueAtPointer(exchange.received, given));
    if (given !== undefined && text !== undefined) {
      const form = /[/:]/.test(text) ? 'last-segment' : 'value';
      const place: IdPlace = { pointer: given, form };
      candidates.unshift({ id: readId(exchange.received, place) ?? text, place });
    }
    return this.#firstThatReads(candidates.slice(0, MAX_CANDIDATES), exchange, kind, probe);
  }

  /** Finds the created resource in the list of its kind, by what was sent. */
  async #findInList(
    exchange: Exchange,
    kind: Kind,
    probe: Probe,
  ): Promise<{ id: string; place: 'list' } | undefined> {
    const list = listOf(kind);
    const markers = this.#markers(exchange);
    if (list === undefined || markers.length === 0) return undefined;
    const reply = await this.#readPages(list, {}, probe);
    const [row, ...others] = (itemsInPage(reply.received, this.#lists) ?? []).filter((one) =>
      leavesOf(one).some(({ value }) => shows(value, markers)),
    );
    // What several resources show does not tell which of them is new.
    if (row === undefined || others.length > 0) return undefined;
    const { request } = exchange;
    const isKnown = (id: string): boolean => this.#known.has(id);
    const candidates = idCandidates({ received: row, request, header: () => null }, kind, isKnown, true);
    const found = await this.#firstThatReads(candidates, exchange, kind, probe);
    return found && { id: found.id, place: 'list' };
  }

  /**
   * Reads a list to its end, within a bound: a new resource stands on the last page where the oldest come first.
   * @returns the reply of a list of one page as it is, and the elements of all pages of a longer one
   */
  async #readPages(
    list: OperationId,
    params: Record<string, string>,
    probe: Probe,
  ): Promise<{ status: number; received: unknown }> {
    const rows: unknown[] = [];
    let query: Record<string, string> = {};
    for (let page = 1; ; page += 1) {
      const reply = await probe(list, params, false, query);
      const { status, received } = reply;
      const items = status === 200 ? (itemsInPage(received, this.#lists) ?? []) : [];
      const isRepeated = page > 1 && JSON.stringify(items.at(-1)) === JSON.stringify(rows.at(-1));
      if (!isRepeated) rows.push(...items);
      const next =
        items.length === 0 || isRepeated || page === MAX_PAGES
          ? null
          : nextPageQuery(
              { json: received, header: (name) => reply.header(name) },
              query,
              rows.length,
              this.#lists,
              items.at(-1),
            );
      if (next === null) return page === 1 ? { status, received } : { status: 200, received: rows };
      query = next;
    }
  }

  async #firstThatReads(
    candidates: readonly IdCandidate[],
    exchange: Exchange,
    kind: Kind,
    probe: Probe,
  ): Promise<IdCandidate | undefined> {
    const read = readOf(kind);
    const markers = this.#markers(exchange);
    if (read === undefined || markers.length === 0) return undefined;
    for (const candidate of candidates) {
      const { status, received } = await probe(read, { id: candidate.id }, true);
      if (status === 404) this.#notFound.add(`${kind} ${candidate.id}`);
      // A read that shows nothing of what was sent may be of something else, which clean-up must not delete.
      if (status === 200 && leavesOf(received).some(({ value }) => shows(value, markers))) return candidate;
    }
    return undefined;
  }

  #note(exchange: Exchange, op: OperationId, kind: Kind, id: string): void {
    this.#noteKnown(exchange.received);
    this.#noteKnown({ id });
    this.#mapping.noteCreated(exchange, kind, id);
    if (!hasStatedReply(op)) return;
    const { received } = exchange;
    if (!isObject(received)) return;
    const facts = {
      order_id: received.id,
      customer_id: isObject(exchange.request.json) ? exchange.request.json.customer_id : undefined,
    };
    this.#mapping.noteFacts('Invoice', received.invoice_id, facts);
    for (const service of Array.isArray(received.services) ? received.services : [])
      this.#mapping.noteFacts('Service', service, facts);
  }

  #noteKnown(body: unknown): void {
    for (const { value } of leavesOf(body)) {
      const id = idText(value);
      if (id !== undefined && !SHORT_NUMBER.test(id) && this.#known.size < MAX_KNOWN) this.#known.add(id);
    }
  }

  /** Returns texts of a request that only the created resource shows: those with the tag of the run, or else any rare text. */
  #markers({ request }: Exchange): string[] {
    const texts = leavesOf(request.json)
      .map(({ value }) => value)
      .filter((value): value is string => typeof value === 'string');
    const tags = texts.flatMap((text) => {
      const at = text.indexOf(`${this.#runId}-`);
      const number = at === -1 ? undefined : /^-\d+/.exec(text.slice(at + this.#runId.length))?.[0];
      return number === undefined ? [] : [`${this.#runId}${number}`];
    });
    return tags.length > 0 ? tags : texts.filter((text) => isDistinctive(text) && !VOCABULARY.test(text));
  }
}

/** Matches what may be the id of one resource of every kind, and no id at all. */
const SHORT_NUMBER = /^\d{1,9}$/;

/** Matches words that many resources show, such as `ticket.opened` and `customers:read`. */
const VOCABULARY = /^[a-z_]+[.:][a-z_*]+$/;

const shows = (value: unknown, markers: readonly string[]): boolean =>
  typeof value === 'string' && markers.some((marker) => value.toLowerCase().includes(marker.toLowerCase()));

const holdsId = (value: unknown): boolean =>
  isObject(value) && ['id', 'uuid', 'guid', 'uid', '_id'].some((name) => Object.hasOwn(value, name));
