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
import { type IdCandidate, idCandidates, MAX_CANDIDATES, UNNAMED_SCORE } from './id-candidates.ts';
import { idInText, idText, isShortNumber, lastSegment, ownId } from './ids.ts';
import type { ResponseMapping } from './learned-names.ts';
import { leaves, leavesOf, objectsAround, parentOf } from './leaves.ts';
import { isDistinctive, looksLikeId } from './proven-form.ts';

/** Sends a read for the identification of a resource. `doubtful` marks a read whose id may be that of something else. */
export type Probe = (
  operation: OperationId,
  params: Record<string, string>,
  doubtful: boolean,
  query?: ListQuery,
) => Promise<Exchange>;

/** An id, and where those of its operation stand: as for a candidate; `list`: only the list of the kind shows them. */
type Found = Omit<IdCandidate, 'score'> & { score?: number };

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

const MAX_PAGES = 12;
const MAX_KNOWN = 2000;

/** Finds the ids of the resources that a run creates. */
export class CreatedIds {
  readonly #mapping: ResponseMapping;
  readonly #runId: string;
  readonly #lists: PaginationPointers;
  readonly #places = new Map<OperationId, string>();
  /** operation → the place of a short number that was the id once */
  readonly #foundOnce = new Map<OperationId, Found>();
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

  /** Reads the id of a created resource. @returns false when a request must find it, with `identify` */
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
    // No call names a resource of a kind without a read, or its parent is deleted with it. A replay shows a known id.
    const isKnown = this.#known.has(ownId(exchange.received) ?? '');
    if (id !== undefined || isKnown || readOf(kind) === undefined) return null;
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
    if (read === undefined || shown === undefined || ownId(shown) !== undefined) return;
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
    const creation = { exchange, op, kind, markers, shown: placesOf(received, markers), candidates };
    // Each kind may count from 1, so the number of the parent is the id where the object shows what was sent.
    const isOfParent = (one: IdCandidate): boolean =>
      Object.values(exchange.request.params).includes(one.id) &&
      !(creation.shown.length > 0 && isBeside(creation, one));
    return { ...creation, candidates: candidates.filter((one) => !isOfParent(one)) };
  }

  #idWithoutRequest(creation: Creation): string | undefined {
    const { exchange, op } = creation;
    const { received } = exchange;
    if (hasStatedReply(op)) return isObject(received) ? idText(received.id) : undefined;
    const place = this.#places.get(op);
    if (place === 'list') return undefined;
    if (place === 'location') return lastSegment(exchange.header('location') ?? '') || undefined;
    if (place !== undefined) return idInText(idText(valueAtPointer(received, place)) ?? '') || undefined;
    // Until a read has shown it, the id beside the sent values may be that of an order, a job or a registration.
    const isConfirmed = exchange.deliberateFault !== null || readerOf(creation) === undefined;
    return isConfirmed ? usualId(creation) : undefined;
  }

  async #search(
    creation: Creation,
    probe: Probe,
    awaitLag: () => Promise<void>,
  ): Promise<string | undefined> {
    const { op, kind, markers, shown } = creation;
    const usual = this.#places.get(op) === 'list' ? undefined : usualId(creation);
    const missing = new Set<string>();
    const find = (): Promise<Found | undefined> => this.#find(creation, probe, missing);
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
  #isConfirmed(op: OperationId, found: Found): boolean {
    const { id, place, score = 0 } = found;
    if (score > UNNAMED_SCORE || !/^\d+$/.test(id) || !place.startsWith('/')) return true;
    const before = this.#foundOnce.get(op);
    this.#foundOnce.set(op, found);
    // Two resources that show the same value do not have it as their id.
    return before?.place === place && before.id !== id;
  }

  /**
   * Finds the id of a created resource: one by which a read shows it, or for what no operation reads, such as a DNS record, one
   * that its row among the siblings shows.
   * @param missing receives the ids by which nothing can be read
   */
  async #find(creation: Creation, probe: Probe, missing: Set<string>): Promise<Found | undefined> {
    const { exchange, op, kind, markers } = creation;
    const { request } = exchange;
    const isInList = this.#places.get(op) === 'list';
    const candidates = isInList
      ? []
      : [...this.#givenCandidates(exchange, kind), ...creation.candidates].slice(0, MAX_CANDIDATES);
    const read = readOf(kind);
    const firstThatReads = async (all: readonly IdCandidate[]): Promise<IdCandidate | undefined> => {
      for (const candidate of read === undefined || markers.length === 0 ? [] : all) {
        const { status, received } = await probe(read as OperationId, { id: candidate.id }, true);
        if (status === 404) missing.add(candidate.id);
        // A read that shows nothing of what was sent may be of something else, which clean-up must not delete.
        if (status === 200 && placesOf(received, markers).length > 0) return candidate;
      }
      return undefined;
    };
    const inReply = await firstThatReads(candidates);
    const shownBy = read === undefined ? siblingsOf(op) : listOf(kind);
    if (inReply !== undefined || shownBy === undefined || (read && markers.length === 0)) return inReply;
    const { id: parent } = request.params;
    const params = read === undefined && parent !== undefined ? { id: parent } : {};
    const rows = await this.#rowsOf(shownBy, params, probe);
    const row = this.#newRow(rows ?? [], creation);
    const id = ownId(row);
    if (id !== undefined && (isInList || read === undefined))
      return candidates.find((one) => one.id === id) ?? { id, place: 'list' };
    if (read !== undefined) {
      const isKnown = (one: string): boolean => this.#known.has(one);
      const found = await firstThatReads(idCandidates({ ...rowReply(row), request }, kind, isKnown, true));
      return found && { id: found.id, place: 'list' };
    }
    // What several siblings show is no id of one of them.
    const isShown = (one: IdCandidate): boolean => {
      const [only, ...others] = rows?.filter((sibling) => showsId(sibling, one.id)) ?? [];
      return only !== undefined && others.length === 0 && (row ?? only) === only;
    };
    const isNamed = ({ score }: IdCandidate): boolean => score > UNNAMED_SCORE;
    // A number without a telling name may be a size, and would name something else in a deletion.
    const isTelling = (one: IdCandidate): boolean =>
      isNamed(one) || (row !== undefined && looksLikeId(one.id));
    return (
      candidates.find((one) => isTelling(one) && isShown(one)) ??
      candidates.find((one) => isNamed(one) && isBeside(creation, one)) ??
      // Siblings that were read and do not show an id contradict it.
      (rows === undefined ? candidates.find(isNamed) : undefined)
    );
  }

  /** Returns the only new row that shows what was sent; without such texts, the only new row of a parent. */
  #newRow(rows: readonly unknown[], { markers, exchange }: Creation): unknown {
    const own = rows.filter((row) =>
      markers.length === 0 ? exchange.request.params.id !== undefined : placesOf(row, markers).length > 0,
    );
    const fresh = own.filter((row) => !this.#known.has(ownId(row) ?? ''));
    const [row, ...others] = fresh.length > 0 || markers.length === 0 ? fresh : own;
    return others.length > 0 ? undefined : row;
  }

  #givenCandidates({ received }: Exchange, kind: Kind): IdCandidate[] {
    const given = this.#mapping.givenIdOf(kind);
    const id = given && idInText(idText(valueAt(received, given)) ?? '');
    return given && id ? [{ id, place: pointerTo(given), score: Number.POSITIVE_INFINITY }] : [];
  }

  /** Reads the rows of a list, or the resource that shows them. @returns undefined when the reply is no list */
  async #rowsOf(
    shownBy: OperationId,
    params: Record<string, string>,
    probe: Probe,
  ): Promise<unknown[] | undefined> {
    if (!isListOperation(shownBy)) {
      const { status, received } = await probe(shownBy, params, false);
      const elements = leaves(received).filter(({ pointer }) => /\/\d+$/.test(pointer));
      return status === 200 ? elements.map(({ value }) => value).filter(isObject) : undefined;
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

const readerOf = ({ op, kind }: Creation): OperationId | undefined => readOf(kind) ?? siblingsOf(op);

/** Returns the member called `id` that is the id of what the reply shows. */
function usualId(creation: Creation): string | undefined {
  const { candidates, exchange } = creation;
  const isUsual = (one: IdCandidate): boolean =>
    /\/id$/.test(one.place) && (exchange.deliberateFault !== null || isBeside(creation, one));
  return candidates.find(isUsual)?.id;
}

/** Returns whether the object with a candidate is the object that shows what was sent, as opposed to a task or an order. */
function isBeside({ exchange, shown, candidates }: Creation, { place }: IdCandidate): boolean {
  if (!place.startsWith('/')) return false;
  const holder = parentOf(place);
  if (shown.length === 0) return candidates.length <= 1;
  return shown.some((pointer) => idHolder(exchange.received, pointer, holder) === holder);
}

const rowReply = (row: unknown) => ({ received: row, header: () => null });

const shows = (value: unknown, markers: readonly string[]): boolean =>
  typeof value === 'string' && markers.some((marker) => value.toLowerCase().includes(marker.toLowerCase()));

const showsId = (body: unknown, id: string): boolean =>
  leavesOf(body).some(
    ({ value }) => idText(value) === id || (typeof value === 'string' && lastSegment(value) === id),
  );

const placesOf = (body: unknown, markers: readonly string[]): string[] =>
  leavesOf(body).flatMap(({ value, pointer }) => (shows(value, markers) ? pointer : []));

const idHolder = (body: unknown, pointer: string, given?: string): string | undefined =>
  objectsAround(pointer).find((place) => place === given || hasIdMember(valueAtPointer(body, place)));

const hasIdMember = (value: unknown): boolean =>
  isObject(value) && ['id', 'uuid', 'guid', 'uid', '_id'].some((name) => Object.hasOwn(value, name));
