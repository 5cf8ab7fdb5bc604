// The names that a run has learned: how the deployment names the members and ids of each kind of resource.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { namesIn, valueAt } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import type { Form, Members, Place } from '../../form/form.ts';
import { snakeCase } from '../../form/names.ts';
import { itemsInPage, type PaginationPointers } from '../lists/pagination.ts';
import type { Paging } from '../lists/read-list.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { LearnedEffect } from '../model/generated/report.ts';
import {
  hasStatedReply,
  isListOperation,
  type Kind,
  kindOf,
  kinds,
  namedId,
  readOf,
  WALLET,
} from '../model/kinds.ts';
import { hasIdName, idText, isShortNumber } from './ids.ts';
import { LearnedEffects } from './learned-effects.ts';
import { leavesOf } from './leaves.ts';
import { type Facts, fits, isDistinctive, learnShape, type Shape, viewThrough } from './shape.ts';

/** The most resources of one kind whose sent values are remembered. */
const MAX_RESOURCES = 50;

type Received = Pick<
  Exchange,
  'id' | 'operation' | 'status' | 'received' | 'request' | 'caller' | 'deliberateFault'
>;

/** What a run has learned about the names of the deployment under test. */
export class ResponseMapping {
  readonly #lists: PaginationPointers;
  /** operation → shape of its replies, or of the rows of its list */
  readonly #shapes = new Map<OperationId, Shape>();
  /** kind → the shapes of the kind in the order of learning, for operations without a shape of their own */
  readonly #shapesOfKind = new Map<Kind, Shape[]>();
  /** kind → id → what was sent for the resource */
  readonly #facts = new Map<Kind, Map<string, JsonObject>>();
  /** exchange id → the id of the resource that it created */
  readonly #createdIds = new Map<string, string>();
  /** kind → where the target file says that its id stands */
  readonly #givenIds = new Map<Kind, Place>();
  /** kind → the members and places in the target file, which go before what is learned */
  readonly #given = new Map<Kind, readonly [string, Place][]>();
  readonly #effects = new LearnedEffects();
  /** what continues the lists of the target */
  readonly paging: Paging = {};
  #version = 0;

  /** @param given what the target file says of the form of replies */
  constructor(lists: PaginationPointers = {}, given: Pick<Partial<Form>, 'kinds' | 'lists'> = {}) {
    this.#lists = lists;
    if (given.lists?.parameters?.page !== undefined) this.paging.parameter = given.lists.parameters.page;
    for (const [kind, { members, envelope = [], guessed = [] }] of Object.entries(given.kinds ?? {})) {
      const known: Members = { ...(envelope.length > 0 && { id: ['id'] }), ...members };
      const { id, ...names } = Object.fromEntries(
        Object.entries(known).filter(
          (member): member is [string, Place] => Array.isArray(member[1]) && !guessed.includes(member[0]),
        ),
      );
      if (id !== undefined) this.#givenIds.set(kind, [...envelope, ...id]);
      this.#given.set(kind, Object.entries(names));
      this.#shapesOfKind.set(kind, [{ envelope, members: names }]);
    }
  }

  /** Changes whenever something is learned, so that views are built anew. */
  get version(): number {
    return this.#version;
  }

  /**
   * Returns the body of a reply as checks read it: the members as received, with the contract's names added. Error
   * bodies and replies whose fields the specification states are returned as received.
   */
  view(exchange: Received): unknown {
    const { operation: id, received } = exchange;
    if (id === null || !isSuccess(exchange) || hasStatedReply(id)) return received;
    if (!isListOperation(id)) {
      // The wallets of several currencies may be a bare list.
      const body = id === 'getWallet' && Array.isArray(received) ? { ...received } : received;
      const view = viewThrough(body, ...this.#shapeFor(id, body));
      const created = this.#createdIds.get(exchange.id);
      return created !== undefined && isObject(view) && idText(view.id) !== created
        ? { ...view, id: created }
        : view;
    }
    const rows = itemsInPage(received, this.#lists);
    if (rows === undefined) return received;
    const mapped = rows.map((row) => viewThrough(row, ...this.#shapeFor(id, row)));
    return mapped.every((row, at) => row === rows[at]) ? received : replaceRows(received, rows, mapped);
  }

  /** Learns the names of the deployment from a reply whose sent values or id are known. */
  learn(exchange: Received): void {
    const { operation: id, received, request } = exchange;
    if (id === null || !isSuccess(exchange) || exchange.deliberateFault !== null) return;
    this.#noteMoney(exchange, id);
    const kind = kindOf(id);
    if (kind === undefined) this.#noteAction(exchange, id);
    if (kind === undefined) return;
    if (isListOperation(id)) {
      this.#learnRows(id, kind, received);
      return;
    }
    const own = namedId(id, request.params);
    const before = own === undefined ? undefined : this.#facts.get(kind)?.get(own);
    const sent = { ...before, ...(isObject(request.json) ? request.json : {}) };
    if (own !== undefined && before !== undefined) this.#remember(kind, own, sent);
    if (hasStatedReply(id)) return;
    this.#learnShape(id, kind, received, { id: own, sent });
    if (own !== undefined) this.#noteEffect(exchange, kind, own);
  }

  /** Records the id of the resource that an exchange created, and learns where the reply shows it. */
  noteCreated(exchange: Received, kind: Kind, id: string): void {
    const { operation: op, received, request } = exchange;
    const sent = isObject(request.json) ? request.json : {};
    const stated = op !== null && hasStatedReply(op) && isObject(received) ? received : {};
    this.#remember(kind, id, { ...stated, ...sent });
    this.#createdIds.set(exchange.id, id);
    if (op === null || hasStatedReply(op)) return;
    this.#learnShape(op, kind, received, { id, sent });
    this.#noteEffect(exchange, kind, id);
    if (!isObject(received) || idText(received.id) !== id) this.#version += 1;
  }

  /** Learns the shape of a list's rows from one row whose id is known. */
  noteRow(op: OperationId, kind: Kind, row: unknown, id: string): void {
    this.#learnShape(op, kind, row, { id, sent: {} });
  }

  /** Returns the place at which the target file says that a kind has its id; undefined without one. */
  givenIdOf(kind: Kind): Place | undefined {
    return this.#givenIds.get(kind);
  }

  /** Records what is known of a resource that another reply named by its id. */
  noteFacts(kind: Kind, id: unknown, facts: JsonObject): void {
    const text = idText(id);
    if (text !== undefined) this.#remember(kind, text, facts);
  }

  /** Returns the id of the resource that an exchange created; undefined when it is not known. */
  createdIdOf({ id }: Pick<Exchange, 'id'>): string | undefined {
    return this.#createdIds.get(id);
  }

  /** Returns what was learned: kind → name in the contract → place in the body of a reply. */
  get learned(): Record<Kind, Record<string, Place>> {
    const all: Record<Kind, Record<string, Place>> = {};
    for (const [op, { envelope, members, hasAddress }] of this.#shapes) {
      const kind = kindOf(op);
      if (kind === undefined || isListOperation(op)) continue;
      const other = Object.entries(members)
        .map(([name, place]) => [name, [...envelope, ...place]] as const)
        .filter(([name, place]) => place.join('/') !== name || (name === 'id' && hasAddress));
      if (other.length > 0) all[kind] = { ...Object.fromEntries(other), ...all[kind] };
    }
    for (const { kind, name, place } of this.evidence) {
      const { envelope = [] } = this.#shapesOfKind.get(kind)?.at(-1) ?? {};
      all[kind] = { [name]: [...envelope, ...namesIn(place)], ...all[kind] };
    }
    return all;
  }

  /** Returns what was learned by effect, with its evidence. */
  get evidence(): LearnedEffect[] {
    return this.#effects.toReport();
  }

  #noteMoney(exchange: Received, id: OperationId): void {
    if (id !== 'getWallet') this.#effects.noteAction(exchange, WALLET, '');
    else if (this.#effects.note(exchange, WALLET, '', exchange.received)) this.#version += 1;
  }

  #noteEffect(exchange: Received, kind: Kind, id: string): void {
    const { operation: op, received } = exchange;
    const { envelope = [] } = (op && this.#shapeByValues(op, received)) || {};
    if (this.#effects.note(exchange, kind, id, valueAt(received, envelope))) this.#version += 1;
  }

  /** Records a call on a resource whose reply does not show the resource. */
  #noteAction(exchange: Received, id: OperationId): void {
    const { method, path } = operation(id);
    const kind = kinds().find((one) => path.startsWith(operation(readOf(one) ?? id).path) && readOf(one));
    if (method !== 'GET' && kind !== undefined)
      this.#effects.noteAction(exchange, kind, exchange.request.params.id ?? '');
  }

  #remember(kind: Kind, id: string, sent: JsonObject): void {
    const known = this.#facts.get(kind) ?? new Map<string, JsonObject>();
    this.#facts.set(kind, known);
    if (known.size < MAX_RESOURCES || known.has(id)) known.set(id, { ...known.get(id), ...sent });
  }

  #learnRows(op: OperationId, kind: Kind, received: unknown): void {
    const known = this.#facts.get(kind);
    if (known === undefined || this.#shapes.has(op)) return;
    for (const row of itemsInPage(received, this.#lists) ?? []) {
      // A member called `id` is the id of its row.
      if (!isObject(row) || idText(row.id) !== undefined) continue;
      const id = leavesOf(row)
        .map(({ name, value }) => [name, idText(value)] as const)
        // A size may be the same number as an id.
        .find(
          ([name, text]) =>
            text !== undefined && known.has(text) && (!isShortNumber(text) || hasIdName(name)),
        )?.[1];
      if (id === undefined) continue;
      this.#learnShape(op, kind, row, { id, sent: known.get(id) ?? {} });
      return;
    }
  }

  #learnShape(op: OperationId, kind: Kind, body: unknown, facts: Facts): void {
    if (isConventional(body, facts)) return;
    const before = this.#shapes.get(op);
    const learned = learnShape(body, facts);
    if (learned === null) return;
    const merged: Shape =
      before === undefined || !fits(before, body) ? learned : withMembers(before, learned);
    if (before !== undefined && sameShape(before, merged)) return;
    this.#shapes.set(op, merged);
    const others = (this.#shapesOfKind.get(kind) ?? []).filter((one) => one !== before);
    this.#shapesOfKind.set(kind, [...others, merged]);
    this.#version += 1;
  }

  #shapeFor(op: OperationId, body: unknown): [Shape | undefined, (readonly [string, Place])[]] {
    const shape = this.#shapeByValues(op, body);
    const resource = valueAt(body, shape?.envelope ?? []);
    const kind = shownKind(op) ?? '';
    const given = (this.#given.get(kind) ?? []).filter(([, place]) => valueAt(resource, place) !== undefined);
    const byValue = Object.entries(shape?.members ?? {}).filter(([name]) => name !== 'id');
    return [shape, [...given, ...byValue, ...this.#effects.placesOf(kind, resource)]];
  }

  #shapeByValues(op: OperationId, body: unknown): Shape | undefined {
    const own = this.#shapes.get(op);
    if (own !== undefined && fits(own, body)) return own;
    const kind = shownKind(op);
    const ofKind = kind === undefined ? [] : (this.#shapesOfKind.get(kind) ?? []);
    if (ofKind.length === 0) return undefined;
    // A row of a list may be the resource without what surrounds it elsewhere.
    const inRow = ofKind.flatMap((shape) =>
      shape.envelope.map((_, at) => ({ ...shape, envelope: shape.envelope.slice(at + 1) })),
    );
    return [...ofKind, ...inRow].find((shape) => fits(shape, body));
  }
}

/** Returns what the replies of an operation show: a kind of resource, or the wallet. */
const shownKind = (op: OperationId): Kind | undefined => (op === 'getWallet' ? WALLET : kindOf(op));

/** Returns whether a body shows the id and every sent value under the contract's name, so that nothing is learned. */
function isConventional(body: unknown, { id, sent }: Facts): boolean {
  if (!isObject(body)) return true;
  const names = new Set(Object.keys(body).map(snakeCase));
  if (id !== undefined && idText(body.id) !== id) return false;
  return Object.keys(sent).every((name) => names.has(name) || !isDistinctive(sent[name]));
}

/** Returns a shape with the members that another one adds; an id goes with the form of its text. */
const withMembers = (shape: Shape, { envelope, members, hasAddress }: Shape): Shape => {
  const inside = Object.entries(members).flatMap(([name, place]): [string, Place][] => {
    const at = [...envelope, ...place];
    const isInside = shape.envelope.every((step, depth) => at[depth] === step);
    return isInside ? [[name, at.slice(shape.envelope.length)]] : [];
  });
  return {
    ...shape,
    ...(!shape.members.id && { hasAddress }),
    members: { ...Object.fromEntries(inside), ...shape.members },
  };
};

const sameShape = (one: Shape, other: Shape): boolean =>
  one.members.id?.join() === other.members.id?.join() &&
  one.envelope.join() === other.envelope.join() &&
  Object.keys(one.members).length === Object.keys(other.members).length;

/**
 * Returns a copy of a body in which the rows of a list are replaced; everything else is shared with the body. The rows
 * are the elements of an array of the body, or the nodes of its edges (GraphQL Relay).
 */
function replaceRows(body: unknown, rows: readonly unknown[], replacement: readonly unknown[]): unknown {
  if (Array.isArray(body)) return holdsRows(body, rows) ? replacement : body;
  if (!isObject(body)) return body;
  for (const [name, member] of Object.entries(body)) {
    const replaced = replaceRows(member, rows, replacement);
    if (replaced !== member) return { ...body, [name]: replaced };
  }
  return body;
}

const holdsRows = (array: readonly unknown[], rows: readonly unknown[]): boolean =>
  array.length === rows.length &&
  array.every((element, at) => element === rows[at] || (isObject(element) && element.node === rows[at]));
