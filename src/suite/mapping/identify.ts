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
import { CheckEnded } from '../model/outcome.ts';
import { itemsInPage, type PaginationPointers, valueAtPointer } from '../model/pagination.ts';
import { conventionalId } from './conventional-id.ts';
import { type IdCandidate, idCandidates, MAX_CANDIDATES } from './id-candidates.ts';
import { type IdPlace, idText, lastSegment, readId } from './ids.ts';
import type { ResponseMapping } from './learned-names.ts';
import { leavesOf, parentOf, placesAround } from './leaves.ts';
import { isDistinctive } from './shape.ts';

/** Sends a read for the identification of a resource. `doubtful` marks a read whose id may be that of something else. */
export type Probe = (
  operation: OperationId,
  params: Record<string, string>,
  doubtful: boolean,
) => Promise<Exchange>;

/** Where the ids of one creating operation stand; `list`: only the list of the kind shows them. */
type Place = IdCandidate['place'] | 'conventional' | 'list';

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
      if (operation(op).area === 'auth') this.#noteKnown(exchange);
      return true;
    }
    const id = this.#idWithoutRequest(exchange, op, kind);
    if (id !== undefined) this.#note(exchange, op, kind, id);
    return id !== undefined || hasStatedReply(op) || (readOf(kind) ?? siblingsOf(op)) === undefined;
  }

  /**
   * Finds the id of a created resource by reading what the reply may name, at most once per operation.
   * @returns null when the id is found; otherwise the reason
   */
  async identify(exchange: Exchange, probe: Probe): Promise<string | null> {
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
      const found = await this.#find(exchange, op, kind, probe);
      if (found !== undefined) {
        this.#places.set(op, found.place);
        this.#note(exchange, op, kind, found.id);
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
    throw new CheckEnded(
      'inconclusive',
      `${op} is not sent again, because ${why} and what it creates could not be deleted: give learned.${kindOf(op)}.id in the target file`,
    );
  }

  #idWithoutRequest(exchange: Exchange, op: OperationId, _kind: Kind): string | undefined {
    const { received } = exchange;
    if (hasStatedReply(op)) return isObject(received) ? idText(received.id) : undefined;
    const place = this.#places.get(op);
    if (place === 'location') {
      const location = exchange.header('location');
      return location === null ? undefined : lastSegment(location);
    }
    if (place !== undefined && typeof place === 'object') return readId(received, place);
    if (place === 'list') return undefined;
    const found = conventionalId(received, op.replace(/^[a-z]+/, ''));
    if (found === undefined || Object.values(exchange.request.params).includes(found.id)) return undefined;
    const sure =
      place === 'conventional' ||
      exchange.deliberateFault !== null ||
      (!/[:/]/.test(found.id) && this.#isBesideMarkers(exchange, found.holder));
    if (!sure) return undefined;
    this.#places.set(op, 'conventional');
    return found.id;
  }

  /** Returns whether the object with the id is the object that shows what was sent, as opposed to a task or an order. */
  #isBesideMarkers(exchange: Exchange, holder: string): boolean {
    const { received } = exchange;
    const markers = this.#markers(exchange);
    const places = leavesOf(received).filter(({ value }) => shows(value, markers));
    if (places.length === 0) return idCandidates(exchange, '', (id) => this.#known.has(id)).length <= 1;
    return places.some(({ pointer }) => {
      const around = ['', ...placesAround(pointer).slice(0, -1)].reverse();
      return around.find((place) => place === holder || holdsId(valueAtPointer(received, place))) === holder;
    });
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
  ): Promise<IdCandidate | undefined> {
    const siblings = siblingsOf(op);
    const candidates = idCandidates(exchange, kind, (id) => this.#known.has(id));
    if (siblings === undefined || candidates.length === 0) return undefined;
    const { id: parent } = exchange.request.params;
    const reply = await probe(siblings, parent === undefined ? {} : { id: parent }, false);
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
    return candidates.find(({ id }) => isShown(id)) ?? candidates.find(isBesideMarker) ?? candidates[0];
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
    const reply = await probe(list, {}, false);
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
      // A read that shows nothing of what was sent may be of something else, which clean-up must not delete.
      if (status === 200 && leavesOf(received).some(({ value }) => shows(value, markers))) return candidate;
    }
    return undefined;
  }

  #note(exchange: Exchange, op: OperationId, kind: Kind, id: string): void {
    this.#noteKnown(exchange);
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

  #noteKnown({ received }: Exchange): void {
    for (const { value } of leavesOf(received)) {
      const id = idText(value);
      // A short number may be the id of one resource of every kind.
      if (id !== undefined && !/^\d{1,9}$/.test(id) && this.#known.size < MAX_KNOWN) this.#known.add(id);
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

/** Matches words that many resources show, such as `ticket.opened` and `customers:read`. */
const VOCABULARY = /^[a-z_]+[.:][a-z_*]+$/;

const shows = (value: unknown, markers: readonly string[]): boolean =>
  typeof value === 'string' && markers.some((marker) => value.toLowerCase().includes(marker.toLowerCase()));

const holdsId = (value: unknown): boolean =>
  isObject(value) && ['id', 'uuid', 'guid', 'uid', '_id'].some((name) => Object.hasOwn(value, name));
