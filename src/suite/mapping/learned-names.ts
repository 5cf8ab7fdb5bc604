// The names that a run has learned: how the deployment names the members and ids of each kind of resource.
import { isObject, type JsonObject, memberOf } from '../../contract/is-object.ts';
import { namesIn, valueAt } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import type { Form, Members, Place } from '../../form/form.ts';
import { snakeCase } from '../../form/names.ts';
import { itemsInPage, rowsInPage } from '../lists/list-elements.ts';
import type { PaginationPointers } from '../lists/pagination.ts';
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
import { LearnedEffects, likelyBalance } from './learned-effects.ts';
import { leavesOf } from './leaves.ts';
import { common, type Facts, fits, isDistinctive, learnShape, type Shape, viewThrough } from './shape.ts';

const MAX_RESOURCES = 50;

type Received = Pick<
  Exchange,
  'id' | 'operation' | 'status' | 'received' | 'request' | 'caller' | 'deliberateFault'
>;

/** What a run has learned about the names of the deployment under test. */
export class ResponseMapping {
  readonly #lists: PaginationPointers;
  /** kind → how replies, and rows of lists, show it, in the order of learning */
  readonly #shapes = new Map<Kind, readonly Shape[]>();
  /** kind → how the target file says that replies show it; its places go before those that are learned */
  readonly #given = new Map<Kind, Shape>();
  /** kind → id → what was sent for the resource */
  readonly #facts = new Map<Kind, Map<string, JsonObject>>();
  /** exchange id → the id of the resource that it created */
  readonly #createdIds = new Map<string, string>();
  readonly #effects = new LearnedEffects();
  readonly evidence: LearnedEffect[] = [];
  /** what continues the lists of the target */
  readonly paging: Paging = {};
  /** changes whenever something is learned, so that views are built anew */
  version = 0;

  /** @param given what the target file says of the form of replies */
  constructor(lists: PaginationPointers = {}, given: Pick<Partial<Form>, 'kinds' | 'lists'> = {}) {
    this.#lists = lists;
    if (given.lists?.parameters?.page !== undefined) this.paging.parameter = given.lists.parameters.page;
    for (const [kind, { members, envelope = [], guessed = [], hasAddress = false }] of Object.entries(
      given.kinds ?? {},
    )) {
      const known: Members = { ...(envelope.length > 0 && { id: ['id'] }), ...members };
      const places = Object.entries(known).filter(
        (member): member is [string, Place] => Array.isArray(member[1]) && !guessed.includes(member[0]),
      );
      this.#given.set(kind, { envelope, members: Object.fromEntries(places), hasAddress });
    }
  }

  /**
   * Returns the body of a reply as checks read it: the members as received, with the contract's names added. Error
   * bodies and replies whose fields the specification states are returned as received.
   */
  view(exchange: Received): unknown {
    const { operation: op, received } = exchange;
    if (op === null || !isSuccess(exchange) || hasStatedReply(op)) return received;
    if (!isListOperation(op)) {
      const view = this.#viewOf(op, received);
      const created = this.#createdIds.get(exchange.id);
      return created !== undefined && isObject(view) && idText(view.id) !== created
        ? { ...view, id: created }
        : view;
    }
    const { place, rows = [] } = rowsInPage(received, this.#lists) ?? {};
    const mapped = rows.map((row) => this.#viewOf(op, row));
    return !place || mapped.every((row, at) => row === rows[at])
      ? received
      : withRows(received, place, mapped);
  }

  /** Learns the names of the deployment from a reply whose sent values or id are known. */
  learn(exchange: Received): void {
    const { operation: op, received, request } = exchange;
    if (op === null || !isSuccess(exchange) || exchange.deliberateFault !== null) return;
    if (op === 'getWallet') this.#noteEffect(exchange, WALLET, '', received);
    else this.#effects.noteAction(exchange, WALLET, '');
    const kind = kindOf(op);
    if (kind === undefined) this.#noteAction(exchange, op);
    else if (isListOperation(op)) this.#learnRows(kind, received);
    else {
      const own = namedId(op, request.params);
      const before = own === undefined ? undefined : this.#facts.get(kind)?.get(own);
      const sent = { ...before, ...(isObject(request.json) ? request.json : {}) };
      if (own !== undefined && before !== undefined) this.noteFacts(kind, own, sent);
      if (!hasStatedReply(op)) this.#learnResource(exchange, kind, { id: own, sent });
    }
  }

  noteCreated(exchange: Received, kind: Kind, id: string): void {
    const { operation: op, received, request } = exchange;
    const sent = isObject(request.json) ? request.json : {};
    const stated = op !== null && hasStatedReply(op) && isObject(received) ? received : {};
    this.noteFacts(kind, id, { ...stated, ...sent });
    this.#createdIds.set(exchange.id, id);
    if (op === null || hasStatedReply(op)) return;
    this.#learnResource(exchange, kind, { id, sent });
    if (!isObject(received) || idText(received.id) !== id) this.version += 1;
  }

  noteRow(kind: Kind, row: unknown, id: string, sent: JsonObject = {}): void {
    this.#learnShape(kind, row, { id, sent }, true);
  }

  givenIdOf(kind: Kind): Place | undefined {
    const { envelope = [], members } = this.#given.get(kind) ?? {};
    return members?.id && [...envelope, ...members.id];
  }

  noteFacts(kind: Kind, id: unknown, facts: JsonObject): void {
    const text = idText(id);
    const known = this.#facts.get(kind) ?? new Map<string, JsonObject>();
    this.#facts.set(kind, known);
    if (text !== undefined && (known.size < MAX_RESOURCES || known.has(text)))
      known.set(text, { ...known.get(text), ...facts });
  }

  createdIdOf({ id }: Pick<Exchange, 'id'>): string | undefined {
    return this.#createdIds.get(id);
  }

  /** Returns what was learned: kind → name in the contract → place in the body of a reply. */
  get learned(): Record<Kind, Record<string, Place>> {
    const all: Record<Kind, Record<string, Place>> = {};
    for (const [kind, shapes] of this.#shapes) {
      const places = shapes.flatMap(({ envelope, members, hasAddress, isRow }) =>
        Object.entries(isRow ? {} : members)
          .map(([name, place]): [string, Place] => [name, [...envelope, ...place]])
          .filter(([name, place]) => place.join('/') !== name || (name === 'id' && hasAddress)),
      );
      if (places.length > 0) all[kind] = Object.fromEntries(places.reverse());
    }
    return all;
  }

  #learnResource(exchange: Received, kind: Kind, facts: Facts): void {
    const { received } = exchange;
    this.#learnShape(kind, received, facts);
    const { envelope = [] } = this.#shapeOf(kind, received) ?? {};
    if (facts.id !== undefined) this.#noteEffect(exchange, kind, facts.id, valueAt(received, envelope));
  }

  #noteEffect(exchange: Received, kind: Kind, id: string, resource: unknown): void {
    const effect = this.#effects.note(exchange, kind, id, resource);
    if (effect === undefined || this.evidence.some((one) => one.kind === kind)) return;
    this.evidence.push(effect);
    const member = { [effect.name]: namesIn(effect.place) };
    const [...shapes] = this.#shapes.get(kind) ?? [];
    const last = shapes.pop() ?? { envelope: [], members: {} };
    this.#shapes.set(kind, [...shapes, { ...last, members: { ...last.members, ...member } }]);
    this.version += 1;
  }

  /** Records a call on a resource whose reply does not show the resource. */
  #noteAction(exchange: Received, id: OperationId): void {
    const { method, path } = operation(id);
    const kind = kinds().find((one) => path.startsWith(operation(readOf(one) ?? id).path) && readOf(one));
    if (method !== 'GET' && kind !== undefined)
      this.#effects.noteAction(exchange, kind, exchange.request.params.id ?? '');
  }

  #learnRows(kind: Kind, received: unknown): void {
    const known = this.#facts.get(kind);
    if (known === undefined) return;
    for (const row of itemsInPage(received, this.#lists) ?? []) {
      if (this.#shapeOf(kind, row) !== undefined) return;
      // A member called `id` is the id of its row.
      if (!isObject(row) || idText(row.id) !== undefined) continue;
      const id = leavesOf(row)
        .map(({ name, value }) => [name, idText(value)] as const)
        // A size may be the same number as an id.
        .find(
          ([name, text]) =>
            text !== undefined && known.has(text) && (!isShortNumber(text) || hasIdName(name)),
        )?.[1];
      if (id !== undefined) this.noteRow(kind, row, id, known.get(id));
    }
  }

  #learnShape(kind: Kind, body: unknown, facts: Facts, isRow = false): void {
    if (isConventional(body, facts)) return;
    const shape = learnShape(body, facts);
    if (shape === null) return;
    const learned = { ...shape, isRow };
    const shapes = this.#shapes.get(kind) ?? [];
    const before = shapes.find((one) => fits(one, body));
    const merged = before === undefined ? learned : withMembers(before, learned);
    if (before !== undefined && sameShape(before, merged)) return;
    this.#shapes.set(kind, [...shapes.filter((one) => one !== before), merged]);
    this.version += 1;
  }

  #viewOf(op: OperationId, received: unknown): unknown {
    // The wallets of several currencies may be a bare list.
    const body = op === 'getWallet' && Array.isArray(received) ? { ...received } : received;
    const kind = op === 'getWallet' ? WALLET : (kindOf(op) ?? '');
    const shape = this.#shapeOf(kind, body);
    const resource = valueAt(body, shape?.envelope ?? []);
    const given = Object.entries(this.#given.get(kind)?.members ?? {}).filter(
      ([name, place]) => name !== 'id' && valueAt(resource, place) !== undefined,
    );
    const balance = kind === WALLET && shape === undefined ? likelyBalance(resource) : undefined;
    return viewThrough(body, shape, [
      ...given,
      ...Object.entries(shape?.members ?? {}).filter(([name]) => name !== 'id'),
      ...(balance ? [['balance_amount', balance] as const] : []),
    ]);
  }

  #shapeOf(kind: Kind, body: unknown): Shape | undefined {
    const given = this.#given.get(kind);
    const shapes = [...(this.#shapes.get(kind) ?? []), ...(given ? [given] : [])];
    // A row of a list may be the resource without what surrounds it elsewhere.
    const inRow = shapes.flatMap((shape) =>
      shape.envelope.map((_, at) => ({ ...shape, envelope: shape.envelope.slice(at + 1) })),
    );
    return [...shapes, ...inRow].find((shape) => fits(shape, body));
  }
}

/** Returns whether a body shows the id and every sent value under the contract's name, so that nothing is learned. */
function isConventional(body: unknown, { id, sent }: Facts): boolean {
  if (!isObject(body)) return true;
  const names = new Set(Object.keys(body).map(snakeCase));
  if (id !== undefined && idText(body.id) !== id) return false;
  return Object.keys(sent).every((name) => names.has(name) || !isDistinctive(sent[name]));
}

/** Returns a shape with the members that another one adds; an id goes with the form of its text. */
function withMembers(shape: Shape, other: Shape): Shape {
  const envelope = common([shape.envelope, other.envelope]);
  const within = (one: Shape): [string, Place][] =>
    Object.entries(one.members).map(([name, place]) => [
      name,
      [...one.envelope.slice(envelope.length), ...place],
    ]);
  return {
    ...(shape.members.id ? shape : { ...shape, ...other }),
    envelope,
    members: Object.fromEntries([...within(other), ...within(shape)]),
    isRow: Boolean(shape.isRow && other.isRow),
  };
}

const sameShape = (one: Shape, other: Shape): boolean =>
  one.members.id?.join() === other.members.id?.join() &&
  one.envelope.join() === other.envelope.join() &&
  one.isRow === other.isRow &&
  Object.keys(one.members).length === Object.keys(other.members).length;

/** Returns a copy of a body with other rows at a place; everything else is shared with the body. */
const withRows = (body: unknown, [name, ...rest]: Place, rows: readonly unknown[]): unknown =>
  name === undefined ? rows : { ...(body as JsonObject), [name]: withRows(memberOf(body, name), rest, rows) };
