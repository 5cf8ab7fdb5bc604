// Finds the ids of created resources, whatever the deployment calls them, and confirms each kind's place of the id once
// with a read.
import { isObject } from '../../contract/is-object.ts';
import { pointerTo, valueAt, valueAtPointer } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { itemsInPage, type PaginationPointers } from '../lists/pagination.ts';
import { type ListQuery, readList } from '../lists/read-list.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
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
import { looksLikeId } from './contract-names.ts';
import { type IdCandidate, idCandidates, MAX_CANDIDATES, UNNAMED_SCORE } from './id-candidates.ts';
import { conventionalId, type IdPlace, idText, isShortNumber, lastSegment, readId } from './ids.ts';
import type { ResponseMapping } from './learned-names.ts';
import { leavesOf, objectsAround, parentOf } from './leaves.ts';
import { isDistinctive } from './shape.ts';

/** Sends a read for the identification of a resource. `doubtful` marks a read whose id may be that of something else. */
export type Probe = (
  operation: OperationId,
  params: Record<string, string>,
  doubtful: boolean,
  query?: ListQuery,
) => Promise<Exchange>;

/** Where the ids of one creating operation stand; `list`: only the list of the kind shows them. */
type Place = IdCandidate['place'] | 'conventional' | 'list';
type Found = { id: string; place: Place; score?: number };

/** A successful creation, and the texts of its request that only the created resource shows. */
type Creation = { exchange: Exchange; op: OperationId; kind: Kind; markers: readonly string[] };

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
  /** operation → the place of a short number that was the id once */
  readonly #foundOnce = new Map<OperationId, { id: string; pointer: string }>();
  /** operation → the reply to the creation before */
  readonly #earlier = new Map<OperationId, unknown>();
  readonly #unreadable = new Map<OperationId, string>();
  /** lists whose rows have been read for their ids */
  readonly #triedRows = new Set<OperationId>();
  /** ids of earlier replies, which are none of a new resource */
  readonly #known = new Set<string>();
  /** kinds and ids by which nothing can be read */
  readonly #notFound = new Set<string>();
  readonly #isKnown = (id: string): boolean => this.#known.has(id);

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
    const creation = this.#creationOf(exchange);
    if (creation === undefined) {
      const { operation: op } = exchange;
      if (op !== null && isSuccess(exchange) && operation(op).area === 'auth')
        this.#noteKnown(exchange.received);
      return true;
    }
    const id = this.#idWithoutRequest(creation);
    if (id !== undefined) this.#note(creation, id);
    return id !== undefined || hasStatedReply(creation.op) || readerOf(creation) === undefined;
  }

  /**
   * Finds the id of a created resource by reading what the reply may name, at most once per operation.
   * @param awaitLag waits as long as a read may lag behind a write
   * @returns null when the id is found; otherwise the reason
   */
  async identify(
    exchange: Exchange,
    probe: Probe,
    awaitLag: () => Promise<void>,
    isLearning = true,
  ): Promise<string | null> {
    const creation = this.#creationOf(exchange);
    if (creation === undefined) return null;
    const { op, kind } = creation;
    // Another creation that was sent at the same moment may have been identified since.
    let id = this.#places.has(op) ? this.#idWithoutRequest(creation) : undefined;
    if (!isLearning && this.#places.get(op) !== 'list') id ??= this.#usualId(creation);
    else if (!this.#unreadable.has(op)) id ??= await this.#search(creation, probe, awaitLag);
    this.#earlier.set(op, exchange.received);
    if (id !== undefined) this.#note(creation, id);
    // No call names a resource of a kind without a read, or its parent is deleted with it.
    if (id !== undefined || readOf(kind) === undefined) return null;
    const why = `the reply to ${op} names no id with which the new ${wordsOf(kind)} could be read`;
    this.#unreadable.set(op, why);
    return why;
  }

  /**
   * Finds where the rows of a list show their ids, for a kind of which the run knows no resource yet: by reading one row's
   * resource, once per kind.
   */
  async identifyRows(exchange: Exchange, probe: Probe): Promise<void> {
    const { operation: op, request } = exchange;
    if (!this.hasUnreadRows(exchange) || op === null) return;
    this.#triedRows.add(op);
    const kind = kindOf(op);
    const read = kind === undefined ? undefined : readOf(kind);
    const [row, ...others] = itemsInPage(exchange.received, this.#lists)?.filter(isObject) ?? [];
    if (kind === undefined || read === undefined || row === undefined) return;
    const marks = leavesOf(row)
      .map(({ value }) => value)
      .filter((value) => typeof value === 'string' && isDistinctive(value));
    // What several rows show is no id of one of them.
    const shared = new Set(others.flatMap((one) => leavesOf(one).map(({ value }) => idText(value))));
    for (const { id } of idCandidates({ ...rowReply(row), request }, kind, (one) => shared.has(one), true)) {
      const reply = await probe(read, { id }, true);
      const values = new Set(leavesOf(reply.received).map(({ value }) => value));
      // The read shows the resource of the row when it shows a second value of the row.
      if (reply.status !== 200 || !marks.some((mark) => mark !== id && values.has(mark))) continue;
      this.#mapping.noteRow(kind, row, id);
      return;
    }
  }

  /** Returns whether the rows of a list have no id that is readable without a request. */
  hasUnreadRows({ operation: op, status, json }: Exchange): boolean {
    if (op === null || status !== 200 || this.#triedRows.has(op) || !isListOperation(op)) return false;
    const kind = kindOf(op);
    if (kind === undefined || readOf(kind) === undefined) return false;
    const row = itemsInPage(json, this.#lists)?.find(isObject);
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

  #creationOf(exchange: Exchange): Creation | undefined {
    const { operation: op } = exchange;
    const kind = op === null ? undefined : kindOf(op);
    if (op === null || kind === undefined || !isCreation(op) || !isSuccess(exchange)) return undefined;
    return { exchange, op, kind, markers: this.#markers(exchange) };
  }

  #idWithoutRequest(creation: Creation): string | undefined {
    const { exchange, op } = creation;
    const { received } = exchange;
    if (hasStatedReply(op)) return isObject(received) ? idText(received.id) : undefined;
    const place = this.#places.get(op);
    if (place === 'location') {
      const location = exchange.header('location');
      return location === null ? undefined : lastSegment(location);
    }
    if (typeof place === 'object') return readId(received, place);
    if (place === 'list') return undefined;
    // Until a read has shown it, the id beside the sent values may be that of an order, a job or a registration.
    const isConfirmed = place !== undefined || exchange.deliberateFault !== null;
    return isConfirmed || readerOf(creation) === undefined ? this.#usualId(creation) : undefined;
  }

  /** Returns the id at the place where most deployments have it, when it is that of what the reply shows. */
  #usualId(creation: Creation): string | undefined {
    const { exchange, op } = creation;
    const found = conventionalId(exchange.received, op.replace(/^[a-z]+/, ''));
    if (found === undefined) return undefined;
    // Each kind may count from 1, so the number of the parent is the id where the object shows what was sent.
    const isOfParent = Object.values(exchange.request.params).includes(found.id);
    if (isOfParent && placesOf(exchange.received, creation.markers).length === 0) return undefined;
    const sure =
      this.#places.get(op) === 'conventional' ||
      exchange.deliberateFault !== null ||
      (!/[:/]/.test(found.id) && this.#isBesideMarkers(creation, found.holder));
    return sure ? found.id : undefined;
  }

  /** Returns whether the object with the id is the object that shows what was sent, as opposed to a task or an order. */
  #isBesideMarkers({ exchange, markers }: Creation, holder: string): boolean {
    const { received } = exchange;
    const places = placesOf(received, markers);
    if (places.length === 0) return idCandidates(exchange, '', this.#isKnown).length <= 1;
    return places.some((pointer) => idHolder(received, pointer, holder) === holder);
  }

  /** Finds the id of a created resource with reads, and learns where replies to its creation show it. */
  async #search(
    creation: Creation,
    probe: Probe,
    awaitLag: () => Promise<void>,
  ): Promise<string | undefined> {
    const { exchange, op, kind, markers } = creation;
    const usual = this.#places.get(op) === 'list' ? undefined : this.#usualId(creation);
    let found: Found | undefined;
    try {
      found = await this.#find(creation, probe);
      if (found === undefined && (listOf(kind) ?? siblingsOf(op)) !== undefined && markers.length > 0) {
        // A list, or the parent, may lag behind the creation although the target file does not say so.
        await awaitLag();
        found = await this.#find(creation, probe);
      }
    } catch (error) {
      // Without a usable reply nothing is confirmed, and the usual id is taken.
      if (usual === undefined || !(error instanceof CheckEnded)) throw error;
      found = { id: usual, place: 'conventional' };
    }
    // An id beside nothing of what was sent, by which nothing can be read, may be that of a task.
    const isOfTask =
      this.#notFound.has(`${kind} ${usual}`) && placesOf(exchange.received, markers).length === 0;
    const id = found?.id ?? (isOfTask ? undefined : usual);
    if (id !== undefined && (found === undefined || this.#isConfirmed(op, found)))
      this.#places.set(op, found === undefined || id === usual ? 'conventional' : found.place);
    return id;
  }

  /**
   * Returns whether the place of a found id is sure. Another member may show the same number once by chance, so a
   * place without a telling name must show the ids of two creations.
   */
  #isConfirmed(op: OperationId, { id, place, score = 0 }: Found): boolean {
    if (score > UNNAMED_SCORE || !/^\d+$/.test(id) || typeof place !== 'object') return true;
    const before = this.#foundOnce.get(op);
    this.#foundOnce.set(op, { id, pointer: place.pointer });
    // Two resources that show the same value do not have it as their id.
    return before?.pointer === place.pointer && before.id !== id;
  }

  async #find(creation: Creation, probe: Probe): Promise<Found | undefined> {
    const { op, kind } = creation;
    if (readOf(kind) === undefined) return this.#findAmongSiblings(creation, probe);
    const inReply =
      this.#places.get(op) === 'list'
        ? undefined
        : await this.#firstThatReads(this.#candidatesInReply(creation), creation, probe);
    return inReply ?? this.#findInList(creation, probe);
  }

  /** Lists the values of a reply that may be the id, the place that the target file gives first. */
  #candidatesInReply({ exchange, kind }: Creation): IdCandidate[] {
    const { received } = exchange;
    const candidates = idCandidates(exchange, kind, this.#isKnown);
    const given = this.#mapping.givenIdOf(kind);
    const text = given && idText(valueAt(received, given));
    if (given === undefined || text === undefined) return candidates;
    const place: IdPlace = { pointer: pointerTo(given), form: /[/:]/.test(text) ? 'last-segment' : 'value' };
    return [
      { id: readId(received, place) ?? text, place, score: Number.POSITIVE_INFINITY },
      ...candidates,
    ].slice(0, MAX_CANDIDATES);
  }

  /** Finds the created resource in the list of its kind, by what was sent. */
  async #findInList(creation: Creation, probe: Probe): Promise<Found | undefined> {
    const { exchange, kind, markers } = creation;
    const list = listOf(kind);
    if (list === undefined || markers.length === 0) return undefined;
    const rows = await this.#rowsOf(list, {}, probe);
    const [row, ...others] = (Array.isArray(rows) ? rows : []).filter(
      (one) => placesOf(one, markers).length > 0,
    );
    // What several resources show does not tell which of them is new.
    if (row === undefined || others.length > 0) return undefined;
    const { request } = exchange;
    const candidates = idCandidates({ ...rowReply(row), request }, kind, this.#isKnown, true);
    const found = await this.#firstThatReads(candidates, creation, probe);
    return found && { id: found.id, place: 'list' };
  }

  /** Returns the first candidate with which a read shows the created resource. */
  async #firstThatReads(
    candidates: readonly IdCandidate[],
    { kind, markers }: Creation,
    probe: Probe,
  ): Promise<IdCandidate | undefined> {
    const read = readOf(kind);
    if (read === undefined || markers.length === 0) return undefined;
    for (const candidate of candidates) {
      const { status, received } = await probe(read, { id: candidate.id }, true);
      if (status === 404) this.#notFound.add(`${kind} ${candidate.id}`);
      // A read that shows nothing of what was sent may be of something else, which clean-up must not delete.
      if (status === 200 && placesOf(received, markers).length > 0) return candidate;
    }
    return undefined;
  }

  /** Finds the id of something that no operation reads, such as a DNS record: a value that the siblings show too. */
  async #findAmongSiblings(creation: Creation, probe: Probe): Promise<Found | undefined> {
    const { exchange, op, kind, markers } = creation;
    const siblings = siblingsOf(op);
    const isInList = this.#places.get(op) === 'list';
    const earlier = this.#earlier.get(op);
    // Two resources that show the same value do not have it as their id.
    const isNew = ({ id, place }: IdCandidate): boolean =>
      earlier === undefined || place === 'location' || readId(earlier, place) !== id;
    const candidates = isInList ? [] : idCandidates(exchange, kind, this.#isKnown).filter(isNew);
    if (siblings === undefined || (candidates.length === 0 && !isInList)) return undefined;
    const { id: parent } = exchange.request.params;
    const params = parent === undefined ? {} : { id: parent };
    const shown = await this.#rowsOf(siblings, params, probe);
    const rowsWith = (matches: (value: unknown) => boolean): string[] => [
      ...new Set(leavesOf(shown).flatMap(({ value, pointer }) => (matches(value) ? rowOf(pointer) : []))),
    ];
    const own = rowsWith((value) => shows(value, markers));
    // What several siblings show is no id of one of them.
    const isShown = (id: string): boolean => {
      const [only, ...others] = rowsWith((value) => idText(value) === id || endsWith(value, id));
      return only !== undefined && others.length === 0 && (own.length === 0 || own.includes(only));
    };
    const isBesideMarker = ({ place }: IdCandidate): boolean =>
      place !== 'location' &&
      Object.values(valueAtPointer(exchange.received, parentOf(place.pointer)) ?? {}).some((value) =>
        shows(value, markers),
      );
    const row = this.#newIdAmong(shown, markers, parent);
    if (row !== undefined) return candidates.find(({ id }) => id === row) ?? { id: row, place: 'list' };
    const named = candidates.filter(({ score }) => score > UNNAMED_SCORE);
    // A number without a telling name may be a size, and would name something else in a deletion.
    const [unnamed, ...further] = candidates.filter(
      ({ id, score }) => score <= UNNAMED_SCORE && looksLikeId(id) && own.length > 0 && isShown(id),
    );
    const sure =
      named.find(({ id }, at) => isShown(id) && (at === 0 || !isShortNumber(id))) ??
      named.find(isBesideMarker) ??
      (further.length === 0 ? unnamed : undefined);
    // Siblings that were read and do not show an id contradict it.
    return sure ?? (shown === undefined ? named[0] : undefined);
  }

  /** Returns the id of the only new object among siblings that shows what was sent, or of the only new one of a parent. */
  #newIdAmong(siblings: unknown, markers: readonly string[], parent: string | undefined): string | undefined {
    const leaves = leavesOf(siblings).filter(({ value }) =>
      markers.length === 0 ? parent !== undefined : shows(value, markers),
    );
    const ids = leaves.flatMap(({ pointer }) => {
      const holder = idHolder(siblings, pointer);
      const id = holder === undefined ? undefined : conventionalId(valueAtPointer(siblings, holder))?.id;
      const isOfParent = id === parent && (markers.length === 0 || holder === '');
      return id === undefined || isOfParent ? [] : [id];
    });
    const fresh = ids.filter((one) => !this.#known.has(one));
    const [id, ...others] = new Set(fresh.length > 0 || markers.length === 0 ? fresh : ids);
    return others.length > 0 ? undefined : id;
  }

  /**
   * Reads the rows of a list, or the resource that shows them: a new one stands on the last page where the oldest come
   * first. @returns undefined when the reply is no list
   */
  async #rowsOf(shownBy: OperationId, params: Record<string, string>, probe: Probe): Promise<unknown> {
    if (!isListOperation(shownBy)) {
      const { status, received } = await probe(shownBy, params, false);
      return status === 200 ? received : undefined;
    }
    let isAnswered = false;
    const send = async (_: OperationId, { query }: { query: ListQuery }): Promise<Exchange> => {
      const reply = await probe(shownBy, params, false, query);
      isAnswered = true;
      return { ...reply, json: reply.received };
    };
    const deps = { send, lists: this.#lists, paging: this.#mapping.paging };
    return readList(shownBy, { pages: MAX_PAGES }, deps).then(
      ({ items }) => items,
      (error: unknown) => {
        if (isAnswered && error instanceof CheckEnded) return undefined;
        throw error;
      },
    );
  }

  #note({ exchange, op, kind }: Creation, id: string): void {
    const { received, request } = exchange;
    this.#noteKnown(received);
    this.#noteKnown({ id });
    this.#mapping.noteCreated(exchange, kind, id);
    if (!hasStatedReply(op) || !isObject(received)) return;
    const customer_id = isObject(request.json) ? request.json.customer_id : undefined;
    const facts = { order_id: received.id, customer_id };
    this.#mapping.noteFacts('Invoice', received.invoice_id, facts);
    for (const service of Array.isArray(received.services) ? received.services : [])
      this.#mapping.noteFacts('Service', service, facts);
  }

  #noteKnown(body: unknown): void {
    for (const { value } of leavesOf(body)) {
      const id = idText(value);
      if (id !== undefined && !isShortNumber(id) && this.#known.size < MAX_KNOWN) this.#known.add(id);
    }
  }

  /** Returns texts of a request that only the created resource shows: those with the tag of the run, or else any rare text. */
  #markers({ request }: Exchange): string[] {
    const texts = leavesOf(request.json).flatMap(({ value }) => (typeof value === 'string' ? value : []));
    const tags = texts.flatMap((text) => {
      const number = /^\d+/.exec(text.split(`${this.#runId}-`)[1] ?? '')?.[0];
      return number === undefined ? [] : [`${this.#runId}-${number}`];
    });
    return tags.length > 0 ? tags : texts.filter((text) => isDistinctive(text) && !VOCABULARY.test(text));
  }
}

/** Matches words that many resources show, such as `ticket.opened` and `customers:read`. */
const VOCABULARY = /^[a-z_]+[.:][a-z_*]+$/;

/** Returns the operation that shows a new resource; undefined when the contract has none. */
const readerOf = ({ op, kind }: Creation): OperationId | undefined => readOf(kind) ?? siblingsOf(op);

const rowReply = (row: unknown) => ({ received: row, header: () => null });

const shows = (value: unknown, markers: readonly string[]): boolean =>
  typeof value === 'string' && markers.some((marker) => value.toLowerCase().includes(marker.toLowerCase()));

const endsWith = (value: unknown, id: string): boolean =>
  typeof value === 'string' && lastSegment(value) === id;

/** Returns the pointer to the innermost element of a list that holds a place; the body itself without one. */
const rowOf = (pointer: string): string => /^.*\/\d+(?=\/)/.exec(pointer)?.[0] ?? '';

/** Lists the pointers to the members of a body that show what was sent. */
const placesOf = (body: unknown, markers: readonly string[]): string[] =>
  leavesOf(body).flatMap(({ value, pointer }) => (shows(value, markers) ? pointer : []));

/** Returns the innermost object around a place that has an id, or that is the given one. */
const idHolder = (body: unknown, pointer: string, given?: string): string | undefined =>
  objectsAround(pointer).find((place) => place === given || holdsId(valueAtPointer(body, place)));

const holdsId = (value: unknown): boolean =>
  isObject(value) && ['id', 'uuid', 'guid', 'uid', '_id'].some((name) => Object.hasOwn(value, name));
