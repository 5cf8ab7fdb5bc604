// Maps lists and their pages between the mock and a generated deployment.
import { isObject } from '../../src/contract/is-object.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Codec } from './codec.ts';
import { REFERENCES } from './families.ts';
import type { Features } from './features.ts';

type JsonObject = Record<string, unknown>;

/** The query of a list request as the mock gets it, and what the deployment needs to point to the next page. */
export type ListQuery = { query: string; size: number; rest: URLSearchParams };

/** A list as the deployment shows it, with the headers that the page needs. */
export type ShownList = { json: unknown; headers: Record<string, string> };

const OTHER_NAMES: Readonly<Record<string, string>> = {
  page: 'p',
  per_page: 'limit',
  sort: 'order_by',
  q: 'search',
  status: 'state',
};

const MAX_PAGE = 50;

/** Maps the lists of one deployment. */
export class Lists {
  readonly #codec: Codec;
  readonly #features: Features;

  constructor(codec: Codec) {
    this.#codec = codec;
    this.#features = codec.features;
  }

  /** Returns the name of a query parameter in the deployment. */
  parameter(name: string): string {
    const { queries, casing, pages } = this.#features;
    if (name === 'page' && pages === 'token') return queries === 'own' ? 'cursor' : 'page_token';
    if (name === 'page' && pages === 'offset') return 'offset';
    if (queries === 'brackets') {
      if (name === 'page') return 'page[number]';
      if (name === 'per_page') return 'page[size]';
      return name === 'sort' ? name : `filter[${name}]`;
    }
    const other = queries === 'other' ? (OTHER_NAMES[name] ?? name) : name;
    return casing === 'snake' ? other : this.#codec.naming.written(other);
  }

  /** Reads the query of a request; parameters that the deployment does not know are ignored. */
  read(operation: Operation, query: string): ListQuery {
    const given = new URLSearchParams(query);
    const known = new Map(operation.query.map(({ name }) => [this.parameter(name), name]));
    const mock = new URLSearchParams();
    const rest = new URLSearchParams();
    const isPaged = operation.query.some(({ name }) => name === 'page');
    let size = Number(this.#features.pageSize);
    let page: string | undefined;
    for (const [shown, value] of given) {
      const name = known.get(shown);
      if (name === undefined) continue;
      if (name === 'page') page = value;
      else if (name === 'per_page') {
        const wanted = /^[1-9]\d{0,3}$/.test(value) ? Math.min(Number(value), MAX_PAGE) : undefined;
        if (this.#features.sizes === 'ignored') continue;
        if (wanted === undefined) mock.set('per_page', value);
        else size = wanted;
        rest.append(shown, value);
      } else {
        mock.append(name, this.#readParameter(name, value));
        rest.append(shown, value);
      }
    }
    if (isPaged) {
      if (!mock.has('per_page')) mock.set('per_page', String(size));
      if (!mock.has('sort'))
        mock.set('sort', this.#features.order === 'oldest first' ? 'created_at' : '-created_at');
      if (page !== undefined) mock.set('page', this.#readPage(page, size));
    }
    return { query: mock.toString(), size, rest };
  }

  /** Shows a page of the mock. `rows` are its rows as the deployment shows them. */
  show(
    operation: Operation,
    path: string,
    page: JsonObject,
    rows: unknown[],
    { size, rest }: ListQuery,
  ): ShownList {
    const { lists, pages } = this.#features;
    const schema = operation.responses[200]?.schema ?? '';
    const family = this.#codec.family(schema.replace(/Page$/, ''));
    const meta: JsonObject = isObject(page.meta) ? page.meta : {};
    const now = Number(meta.current_page);
    const last = Number(meta.last_page);
    const total = Number(meta.total);
    const next = now < last ? this.#pageToken(now + 1, size) : null;
    const address = next === null ? null : this.#address(path, next, rest);
    const headers: Record<string, string> = {};
    const around: JsonObject = {};
    if (pages === 'link') {
      if (address !== null) headers.Link = `<${address}>; rel="next"`;
    } else if (pages === 'path' || pages === 'url') Object.assign(around, this.#nextAddress(address));
    else if (pages === 'token') Object.assign(around, this.#nextToken(next));
    else if (pages === 'numbers') around[this.#written('pagination')] = { page: now, pages: last, total };
    else Object.assign(around, { offset: (now - 1) * size, limit: size, total });
    if (lists === 'bare') return { json: rows, headers };
    if (lists === 'embedded')
      return {
        json: { _embedded: { [this.#codec.naming.resource(family, true)]: rows }, ...around },
        headers,
      };
    const holder = lists === 'resource' ? this.#codec.naming.resource(family, true) : this.#written(lists);
    return { json: { [holder]: rows, ...around }, headers };
  }

  /** Returns the rows of a list that `show` made. */
  rowsIn(json: unknown): unknown[] {
    if (Array.isArray(json)) return json;
    if (!isObject(json)) return [];
    const holder = isObject(json._embedded) ? json._embedded : json;
    return Object.values(holder).find(Array.isArray) ?? [];
  }

  #written = (name: string): string => this.#codec.naming.written(name);

  #nextAddress(address: string | null): JsonObject {
    if (this.#features.lists === 'embedded')
      return { _links: address === null ? {} : { next: { href: address } } };
    return this.#features.words === 'own'
      ? { links: { next: address } }
      : { [this.#written('next_page_url')]: address };
  }

  #nextToken(next: string | null): JsonObject {
    return this.#features.words === 'own'
      ? { meta: { [this.#written('next_cursor')]: next } }
      : { [this.#written('next_page_token')]: next };
  }

  #pageToken(page: number, size: number): string {
    if (this.#features.pages === 'offset') return String((page - 1) * size);
    return this.#features.pages === 'token'
      ? Buffer.from(`page ${page}`).toString('base64url')
      : String(page);
  }

  #readPage(value: string, size: number): string {
    const { pages } = this.#features;
    if (pages === 'offset') return /^\d+$/.test(value) ? String(Math.floor(Number(value) / size) + 1) : value;
    if (pages !== 'token') return value;
    return /^page (\d+)$/.exec(Buffer.from(value, 'base64url').toString())?.[1] ?? 'unknown';
  }

  #address(path: string, next: string, rest: URLSearchParams): string {
    const query = new URLSearchParams(rest);
    query.set(this.parameter('page'), next);
    const below = `/v1${path}?${query}`;
    return this.#features.pages === 'url' || this.#features.pages === 'link'
      ? `http://127.0.0.1:4010${below}`
      : below;
  }

  #readParameter(name: string, value: string): string {
    const { ids, values } = this.#codec;
    if (name === 'sort') return value === '-created' || value === 'created' ? `${value}_at` : value;
    if (/_(from|to|before)$/.test(name)) return String(values.times.read(value));
    const kind = REFERENCES[name];
    return kind === undefined ? value : String(ids.read(value, kind));
  }
}
