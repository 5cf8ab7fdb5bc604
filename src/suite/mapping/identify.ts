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
type Place = IdCandidate['place'] | 'list';
type Found = { id: string; place: Place; score?: number };

/** A successful creation. */
type Creation = {
  exchange: Exchange;
  op: OperationId;
  kind: Kind;
  /** the texts of its request that only the created resource shows */
  markers: readonly string[];
  /** the pointers to the members of its reply that show one of these texts */
  shown: readonly string[];
  candidates: readonly IdCandidate[];
};

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
  readonly #unreadable = new Map<OperationId, string>();
  /** lists whose rows have been read for their ids */
  readonly #triedRows = new Set<OperationId>();
  /** ids of earlier replies, which are none of a new resource */
  readonly #known = new Set<string>();

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
   * Finds the id of a created resource by reading what the reply may name. After the learning stage, only the list is read,
   * where it alone shows the ids.
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
    if (!isLearning && this.#places.get(op) !== 'list') id ??= usualId(creation);
    else if (!this.#unreadable.has(op)) id ??= await this.#search(creation, probe, awaitLag);
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
  async identifyRows(
    { operation: op, status, json, received, request }: Exchange,
    probe: Probe,
  ): Promise<void> {
    if (op === null || status !== 200 || this.#triedRows.has(op) || !isListOperation(op)) return;
    const kind = kindOf(op) ?? '';
    const read = readOf(kind);
    const shown = itemsInPage(json, this.#lists)?.find(isObject);
    if (read === undefined || shown === undefined || conventionalId(shown, kind) !== undefined) return;
    this.#triedRows.add(op);
    const [row, ...others] = itemsInPage(received, this.#lists)?.filter(isObject) ?? [];
    const marks = leavesOf(row).flatMap(({ value }) =>
      typeof value === 'string' && isDistinctive(value) ? [value] : [],
    );
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

  /** @throws CheckEnded (inconclusive) for the creation of something whose id could not be read before */
  assertReadable(op: OperationId): void {
    const why = this.#unreadable.get(op);
    if (why === undefined) return;
    throw inconclusive(
      `${op} is not sent again, because ${why} and what it creates could not be deleted: give learned.${kindOf(op)}.id in the target file`,
    );
  }

  #creationOf(exchange: Exchange): Creation | undefined {
    const { operation: op, received } = exchange;
    const kind = op === null ? undefined : kindOf(op);
    if (op === null || kind === undefined || !isCreation(op) || !isSuccess(exchange)) return undefined;
    const markers = this.#markers(exchange);
    const candidates = idCandidates(exchange, kind, (id) => this.#known.has(id));
    return { exchange, op, kind, markers, shown: placesOf(received, markers), candidates };
  }

  #idWithoutRequest(creation: Creation): string | undefined {
    const { exchange, op } = creation;
    const { received } = exchange;
    if (hasStatedReply(op)) return isObject(received) ? idText(received.id) : undefined;
    const place = this.#places.get(op);
    if (place === 'list') return undefined;
    if (place === 'location') return lastSegment(exchange.header('location') ?? '') || undefined;
    if (place !== undefined) return readId(received, place);
    // Until a read has shown it, the id beside the sent values may be that of an order, a job or a registration.
    const isConfirmed = exchange.deliberateFault !== null || readerOf(creation) === undefined;
    return isConfirmed ? usualId(creation) : undefined;
  }

  /** Finds the id of a created resource with reads, and learns where replies to its creation show it. */
  async #search(
    creation: Creation,
    probe: Probe,
    awaitLag: () => Promise<void>,
  ): Promise<string | undefined> {
    const { op, kind, markers, shown } = creation;
    const usual = this.#places.get(op) === 'list' ? undefined : usualId(creation);
    /** the candidates by which nothing can be read */
    const missing = new Set<string>();
    const find = (): Promise<Found | undefined> =>
      readOf(kind) === undefined
        ? this.#findAmongSiblings(creation, probe)
        : this.#findReadable(creation, probe, missing);
    let found: Found | undefined;
    try {
      found = await find();
      if (found === undefined && (listOf(kind) ?? siblingsOf(op)) !== undefined && markers.length > 0) {
        // A list, or the parent, may lag behind the creation although the target file does not say so.
        await awaitLag();
        found = await find();
      }
    } catch (error) {
      // Without a usable reply nothing is confirmed, and the usual id is taken.
      if (usual === undefined || !(error instanceof CheckEnded)) throw error;
    }
    // An id beside nothing of what was sent, by which nothing can be read, may be that of a task.
    const isOfTask = missing.has(usual ?? '') && shown.length === 0;
    if (found === undefined) return isOfTask ? undefined : usual;
    if (this.#isConfirmed(op, found)) this.#places.set(op, found.place);
    return found.id;
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

  /** Finds an id by which a read shows the created resource, in the reply or in the row of the list that shows it. */
  async #findReadable(
    { exchange, op, kind, markers, candidates }: Creation,
    probe: Probe,
    missing: Set<string>,
  ): Promise<Found | undefined> {
    const read = readOf(kind);
    if (read === undefined || markers.length === 0) return undefined;
    const firstThatReads = async (all: readonly IdCandidate[]): Promise<IdCandidate | undefined> => {
      for (const candidate of all.slice(0, MAX_CANDIDATES)) {
        const { status, received } = await probe(read, { id: candidate.id }, true);
        if (status === 404) missing.add(candidate.id);
        // A read that shows nothing of what was sent may be of something else, which clean-up must not delete.
        if (status === 200 && placesOf(received, markers).length > 0) return candidate;
      }
      return undefined;
    };
    const isInList = this.#places.get(op) === 'list';
    const inReply = isInList
      ? undefined
      : await firstThatReads([...this.#givenCandidates(exchange, kind), ...candidates]);
    const list = listOf(kind);
    if (inReply !== undefined || list === undefined) return inReply;
    const rows = await this.#rowsOf(list, {}, probe);
    const [row, ...others] = (Array.isArray(rows) ? rows : []).filter(
      (one) => placesOf(one, markers).length > 0,
    );
    // What several resources show does not tell which of them is new.
    if (row === undefined || others.length > 0) return undefined;
    const { request } = exchange;
    const known = isInList && isObject(row) ? idText(row.id) : undefined;
    if (known !== undefined) return { id: known, place: 'list' };
    const found = await firstThatReads(
      idCandidates({ ...rowReply(row), request }, kind, (id) => this.#known.has(id), true),
    );
    return found && { id: found.id, place: 'list' };
  }

  /** Returns the id at the place that the target file gives. */
  #givenCandidates({ received }: Exchange, kind: Kind): IdCandidate[] {
    const given = this.#mapping.givenIdOf(kind);
    const text = given && idText(valueAt(received, given));
    if (given === undefined || text === undefined) return [];
    const place: IdPlace = { pointer: pointerTo(given), form: /[/:]/.test(text) ? 'last-segment' : 'value' };
    return [{ id: readId(received, place) ?? text, place, score: Number.POSITIVE_INFINITY }];
  }

  /** Finds the id of something that no operation reads, such as a DNS record: a value that the siblings show too. */
  async #findAmongSiblings(creation: Creation, probe: Probe): Promise<Found | undefined> {
    const { exchange, op, markers } = creation;
    const siblings = siblingsOf(op);
    if (siblings === undefined) return undefined;
    const { id: parent } = exchange.request.params;
    const shown = await this.#rowsOf(siblings, parent === undefined ? {} : { id: parent }, probe);
    const candidates = this.#places.get(op) === 'list' ? [] : creation.candidates;
    const row = this.#newIdAmong(shown, markers, parent);
    if (row !== undefined) return candidates.find(({ id }) => id === row) ?? { id: row, place: 'list' };
    const rowsWith = (matches: (value: unknown) => boolean): string[] => [
      ...new Set(leavesOf(shown).flatMap(({ value, pointer }) => (matches(value) ? rowOf(pointer) : []))),
    ];
    const own = rowsWith((value) => shows(value, markers));
    // What several siblings show is no id of one of them.
    const isShown = ({ id }: IdCandidate): boolean => {
      const [only, ...others] = rowsWith((value) => idText(value) === id || endsWith(value, id));
      return only !== undefined && others.length === 0 && (own.length === 0 || own.includes(only));
    };
    const isNamed = ({ score }: IdCandidate): boolean => score > UNNAMED_SCORE;
    // A number without a telling name may be a size, and would name something else in a deletion.
    const isTelling = (one: IdCandidate): boolean => isNamed(one) || (own.length > 0 && looksLikeId(one.id));
    return (
      candidates.find((one) => isTelling(one) && isShown(one)) ??
      candidates.find((one) => isNamed(one) && isBeside(creation, one)) ??
      // Siblings that were read and do not show an id contradict it.
      (shown === undefined ? candidates.find(isNamed) : undefined)
    );
  }

  /** Returns the id of the only new object among siblings that shows what was sent, or of the only new one of a parent. */
  #newIdAmong(siblings: unknown, markers: readonly string[], parent: string | undefined): string | undefined {
    const leaves = leavesOf(siblings).filter(({ value }) =>
      markers.length === 0 ? parent !== undefined : shows(value, markers),
    );
    const ids = leaves.flatMap(({ pointer }) => {
      const holder = idHolder(siblings, pointer);
      const id = holder === undefined ? undefined : conventionalId(valueAtPointer(siblings, holder));
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
      return reply;
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

/** Returns the member called `id` that is the id of what the reply shows. */
function usualId(creation: Creation): string | undefined {
  const { candidates, exchange } = creation;
  const isUsual = (one: IdCandidate): boolean =>
    typeof one.place === 'object' &&
    /\/id$/.test(one.place.pointer) &&
    one.place.form === 'value' &&
    (exchange.deliberateFault !== null || isBeside(creation, one));
  return candidates.find(isUsual)?.id;
}

/** Returns whether the object with a candidate is the object that shows what was sent, as opposed to a task or an order. */
function isBeside({ exchange, shown, candidates }: Creation, { place }: IdCandidate): boolean {
  if (typeof place === 'string') return false;
  const holder = parentOf(place.pointer);
  if (shown.length === 0) return candidates.length <= 1;
  return shown.some((pointer) => idHolder(exchange.received, pointer, holder) === holder);
}

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
  objectsAround(pointer).find((place) => place === given || hasIdMember(valueAtPointer(body, place)));

const hasIdMember = (value: unknown): boolean =>
  isObject(value) && ['id', 'uuid', 'guid', 'uid', '_id'].some((name) => Object.hasOwn(value, name));
