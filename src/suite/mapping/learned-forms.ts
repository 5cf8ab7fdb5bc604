// What the exchanges of a run show of the form of the deployment, and of what it does where the specification is silent.
import { isObject } from '../../contract/is-object.ts';
import { pointerSegment, pointerTo } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { UUID } from '../../contract/uuid.ts';
import type { Behaviour, Form } from '../../form/form.ts';
import { learn } from '../../form/learn/learn.ts';
import type { Seen } from '../../form/learn/shown.ts';
import { STATE_NAME } from '../../form/names.ts';
import { itemsInPage, rowsInPage } from '../lists/list-elements.ts';
import { factPlaces, type PaginationPointers } from '../lists/pagination.ts';
import { parseErrorBody } from '../model/error-body.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { isListOperation, kindOf, namedId } from '../model/kinds.ts';
import { idText, isShortNumber } from './ids.ts';
import { WORD } from './learned-effects.ts';
import { leavesOf } from './leaves.ts';

/** The most places of one operation, texts of one list, and elements of one array that are read. */
const MAX = { places: 150, texts: 40, elements: 3 };
/** Matches what is wrong with a request, where it is more than one invalid value. */
const PLAIN_FAULT = /^[^="\d]+$|= an unknown one$/;
const TIME = /^\d{4}-?(\d\d-?\d\d|\d{3}|W\d\d-?\d)T\d\d/i;
const ID_FORMS = {
  uuid: UUID,
  ulid: /^(?=.*\d)[0-9A-Z]{20,30}$/,
  prefixed: /^[a-z]{2,8}_(?=.*\d)[0-9a-z]{6,}$/,
  code: /^[A-Z]{1,8}-(?=.*\d)[0-9A-Z]{4,}$/,
};

function formOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (TIME.test(value)) return `time ${value.replace(/\d/g, '9')}`;
  if (/^(https?:\/)?\//.test(value)) {
    const names = [...new URLSearchParams(value.split('?')[1] ?? '').keys()];
    return [value.startsWith('/') ? 'path' : 'url', ...names].join(' ');
  }
  const id = Object.entries(ID_FORMS).find(([, form]) => form.test(value));
  return id?.[0] ?? (WORD.test(value) ? 'word' : 'text');
}

function add(texts: string[], text: string): void {
  if (texts.length < MAX.texts && text.length <= 100 && !texts.includes(text)) texts.push(text);
}

function addTo(lists: Record<string, string[]>, key: string, text: string): void {
  lists[key] ??= [];
  add(lists[key], text);
}

/** Collects what the replies of one run show. */
export class LearnedForms {
  readonly #lists: PaginationPointers;
  readonly #seen: Omit<Seen, 'proven' | 'requests' | 'parameter'> & {
    replies: Record<string, Record<string, string>>;
  } = {
    ...{ replies: {}, pages: {}, states: {}, fields: [] },
  };
  readonly behaviour: Behaviour = {
    ...{ statuses: {}, refusals: {}, errors: {}, headers: {}, contents: {}, codes: [], nulls: false },
  };
  /** id → kind of resource */
  readonly #kinds = new Map<string, string>();
  /** caller and number that was the id in a call → kind of resource */
  readonly #numbers = new Map<string, string>();
  /** kind and id → the last call that may have changed the state */
  readonly #lastWrites = new Map<string, string>();

  constructor(lists: PaginationPointers = {}) {
    this.#lists = lists;
  }

  note(exchange: Exchange): void {
    const { operation: op, status, failure, deliberateFault: fault, received, text } = exchange;
    if (failure !== null || status === 429 || (op !== null && status >= 500)) return;
    const { statuses, refusals, errors, contents, codes } = this.behaviour;
    if (fault !== null && PLAIN_FAULT.test(fault)) addTo(refusals, fault, `${status}`);
    if (op === null) return;
    if (fault === null) addTo(statuses, op, `${status}`);
    this.#noteHeaders(exchange, op);
    if (status >= 400) {
      const error = parseErrorBody(received);
      addTo(errors, `${status}`, error?.shape ?? (text === '' ? 'empty' : 'other'));
      if (error?.code !== undefined) add(codes, error.code);
      for (const field of Object.keys(error?.errors ?? {}))
        if (/\W/.test(field)) add(this.#seen.fields, field);
    }
    if (!isSuccess(exchange)) return;
    if (operation(op).method !== 'GET')
      addTo(contents, op, isObject(received) ? Object.keys(received).join() : 'nothing');
    this.#seen.replies[op] ??= {};
    if (isListOperation(op)) this.#notePage(exchange, op);
    else this.#noteState(exchange, op);
    this.#noteForms(this.#seen.replies[op], received, '');
  }

  toForm(told: Pick<Seen, 'proven' | 'requests' | 'parameter'>): Form {
    return learn({ ...this.#seen, ...told });
  }

  #noteForms(places: Record<string, string>, value: unknown, place: string): void {
    if (value === undefined || Object.keys(places).length >= MAX.places) return;
    const inner = Array.isArray(value) ? value.slice(0, MAX.elements).map((one) => ['*', one] as const) : [];
    const members = isObject(value) ? Object.entries(value) : inner;
    for (const [name, member] of members) this.#noteForms(places, member, `${place}/${pointerSegment(name)}`);
    if (value === null) this.behaviour.nulls = true;
    const isContainer = typeof value === 'object' && value !== null;
    if (isContainer && members.length > 0) return;
    const form = isContainer ? 'empty' : formOf(value);
    const kind = this.#kinds.get(idText(value) ?? '');
    const known = places[place] ?? 'null';
    if (known === 'null' || known === 'empty' || known === form)
      places[place] = kind === undefined ? form : `${form} of ${kind}`;
    // Some times may have fewer digits than others.
    else if (known.startsWith('time') && form.startsWith('time') && !known.includes(form))
      places[place] = `${known}, ${form}`;
  }

  #notePage(exchange: Exchange, op: string): void {
    const { received, json, request, header } = exchange;
    const found = rowsInPage(received, this.#lists);
    if (found === undefined || found.rows.length === 0) return;
    const { rows } = found;
    const place = pointerTo(found.place);
    if (request.path.includes('?') || (this.#seen.pages[op]?.size ?? 0) >= rows.length) return;
    const numbers = leavesOf(received).flatMap(({ pointer, value }) =>
      typeof value === 'number' && !pointer.startsWith(`${place}/`) ? [value] : [],
    );
    const times = (itemsInPage(json) ?? []).flatMap((row) => (isObject(row) ? String(row.created_at) : []));
    const [newest = '', oldest = newest] = [times[0], times.at(-1)];
    this.#seen.pages[op] = {
      ...{ rows: place, size: rows.length, numbers },
      facts: factPlaces({ json: received, header, request }),
      ...(newest !== oldest && { order: newest > oldest ? 'newest first' : 'oldest first' }),
    };
  }

  /** Records the word of a resource's state after the last call on it, and which kind has the resource's id. */
  #noteState({ json, request, caller }: Exchange, op: OperationId): void {
    const kind = kindOf(op);
    const id = namedId(op, request.params) ?? (isObject(json) ? idText(json.id) : undefined);
    if (kind === undefined || id === undefined) return;
    if (!isShortNumber(id)) this.#kinds.set(id, kind);
    else if (id === namedId(op, request.params)) this.#noteNumber(`${caller} ${id}`, kind);
    if (operation(op).method !== 'GET') this.#lastWrites.set(`${kind} ${id}`, op);
    const last = this.#lastWrites.get(`${kind} ${id}`);
    // The status beside `data` (JSend) is that of the reply.
    const isOfReply = isObject(json) && isObject(json.data);
    const words = leavesOf(json).filter(
      ({ name, value, pointer }) =>
        STATE_NAME.test(name.toLowerCase()) && WORD.test(`${value}`) && !(isOfReply && pointer === '/status'),
    );
    const depth = ({ pointer }: { pointer: string }): number => pointer.split('/').length;
    const [word] = words.sort((a, b) => depth(a) - depth(b));
    if (last !== undefined && word !== undefined)
      addTo(this.#seen.states, `${kind} ${last}`, `${word.value}`);
    // Which word followed the call is not known where its member was not known in time.
    else if (isObject(json) && idText(json.id) === id) this.#lastWrites.delete(`${kind} ${id}`);
  }

  #noteNumber(number: string, kind: string): void {
    this.#seen.hasSharedIds ||= (this.#numbers.get(number) ?? kind) !== kind;
    this.#numbers.set(number, kind);
  }

  #noteHeaders(exchange: Exchange, op: OperationId): void {
    const { headers } = this.behaviour;
    for (const name of ['content-type', ...(exchange.status === 401 ? ['www-authenticate'] : [])])
      addTo(headers, name, exchange.header(name) ?? 'none');
    if (exchange.caller === 'anonymous' && op !== 'login') return;
    const [limit, reset] = ['RateLimit-Limit', 'RateLimit-Reset'].map((name) => exchange.header(name));
    if (limit) addTo(headers, `limit, ${operation(op).rateClass}`, limit);
    if (reset) addTo(headers, 'reset', reset.replace(/\d/g, '9'));
  }
}
