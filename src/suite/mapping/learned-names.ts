// The names that a run has learned: how the deployment names the members and ids of each kind of resource.
import { isObject, type JsonObject, memberOf } from '../../contract/is-object.ts';
import { namesIn, valueAt } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import type { Form, Members, Place } from '../../form/form.ts';
import { snakeCase } from '../../form/names.ts';
import { rowsInPage } from '../lists/list-elements.ts';
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
import { idText } from './ids.ts';
import { LearnedEffects, likelyBalance } from './learned-effects.ts';
import {
  type Facts,
  formIn,
  isDistinctive,
  joinedForms,
  type ProvenForm,
  provenForm,
  viewThrough,
} from './proven-form.ts';

const MAX_RESOURCES = 50;

type Received = Pick<
  Exchange,
  'id' | 'operation' | 'status' | 'received' | 'request' | 'caller' | 'deliberateFault'
>;

/** What a run has learned about the names of the deployment under test. */
export class ResponseMapping {
  readonly #lists: PaginationPointers;
  /** kind → how replies, and rows of lists, show it */
  readonly #forms = new Map<Kind, ProvenForm>();
  /** kind → how the target file says that replies show it; its places go before those that are learned, except the id */
  readonly #given = new Map<Kind, ProvenForm>();
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
    if (given.lists?.parameters?.page) this.paging.parameter = given.lists.parameters.page;
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
    else if (!isListOperation(op)) {
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

  noteRow(kind: Kind, row: unknown, id: string): void {
    this.#learnForm(kind, row, { id, sent: {} });
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

  /** Returns what was learned: kind → name in the contract → place in the resource, where it is another one. */
  get learned(): Record<Kind, ProvenForm['members']> {
    const all = [...this.#forms].map(([kind, { members, hasAddress }]) => {
      const isOther = ([name, place]: [string, Place]): boolean =>
        place.join('/') !== name || (name === 'id' && hasAddress === true);
      return [kind, Object.fromEntries(Object.entries(members).filter(isOther))] as const;
    });
    return Object.fromEntries(all.filter(([, members]) => Object.keys(members).length > 0));
  }

  #learnResource(exchange: Received, kind: Kind, facts: Facts): void {
    const { received } = exchange;
    this.#learnForm(kind, received, facts, exchange.request.method === 'GET');
    const { envelope = [] } = this.#formIn(kind, received) ?? {};
    if (facts.id !== undefined) this.#noteEffect(exchange, kind, facts.id, valueAt(received, envelope));
  }

  #noteEffect(exchange: Received, kind: Kind, id: string, resource: unknown): void {
    const effect = this.#effects.note(exchange, kind, id, resource);
    if (effect === undefined || this.evidence.some((one) => one.kind === kind)) return;
    this.evidence.push(effect);
    const member = { [effect.name]: namesIn(effect.place) };
    const form = this.#forms.get(kind) ?? NOTHING;
    this.#forms.set(kind, { ...form, members: { ...form.members, ...member } });
    this.version += 1;
  }

  /** Records a call on a resource whose reply does not show the resource. */
  #noteAction(exchange: Received, id: OperationId): void {
    const { method, path } = operation(id);
    const kind = kinds().find((one) => path.startsWith(operation(readOf(one) ?? id).path) && readOf(one));
    if (method !== 'GET' && kind !== undefined)
      this.#effects.noteAction(exchange, kind, exchange.request.params.id ?? '');
  }

  #learnForm(kind: Kind, body: unknown, facts: Facts, isRead = true): void {
    const learned = isConventional(body, facts) ? null : provenForm(body, facts);
    if (learned === null) return;
    const before = this.#forms.get(kind);
    const form = before === undefined ? learned : joinedForms(before, learned, body, isRead);
    if (JSON.stringify(form) === JSON.stringify(before)) return;
    this.#forms.set(kind, form);
    this.version += 1;
  }

  #viewOf(op: OperationId, received: unknown): unknown {
    // The wallets of several currencies may be a bare list.
    const body = op === 'getWallet' && Array.isArray(received) ? { ...received } : received;
    const kind = op === 'getWallet' ? WALLET : (kindOf(op) ?? '');
    const form = this.#formIn(kind, body);
    const balance = kind === WALLET && form === undefined ? likelyBalance(body) : undefined;
    return viewThrough(body, form ?? { ...NOTHING, members: balance ? { balance_amount: balance } : {} });
  }

  /** Returns the form in which a body shows its resource: of the target file and what was learned together, or of one. */
  #formIn(kind: Kind, body: unknown): ProvenForm | undefined {
    const [own, given] = [this.#forms.get(kind), this.#given.get(kind)];
    const { id } = own?.members ?? {};
    const both = own && given && { ...own, members: { ...own.members, ...given.members, ...(id && { id }) } };
    for (const form of [both, own, given]) {
      const found = form && formIn(form, body);
      if (found) return found;
    }
    return undefined;
  }
}

const NOTHING: ProvenForm = { envelope: [], members: {} };

/** Returns whether a body shows the id and every sent value under the contract's name, so that nothing is learned. */
function isConventional(body: unknown, { id, sent }: Facts): boolean {
  if (!isObject(body)) return true;
  const names = new Set(Object.keys(body).map(snakeCase));
  if (id !== undefined && idText(body.id) !== id) return false;
  return Object.keys(sent).every((name) => names.has(name) || !isDistinctive(sent[name]));
}

/** Returns a copy of a body with other rows at a place; everything else is shared with the body. */
const withRows = (body: unknown, [name, ...rest]: Place, rows: readonly unknown[]): unknown =>
  name === undefined ? rows : { ...(body as JsonObject), [name]: withRows(memberOf(body, name), rest, rows) };
