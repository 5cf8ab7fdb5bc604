// Maps lists and their pages between the mock and a deployment.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { Operation } from '../../contract/operations.ts';
import { listAt, textAt } from '../edits.ts';
import type { Codec } from './codec.ts';
import { REFERENCES } from './families.ts';

/** The query of a list request as the mock gets it, and what the deployment needs to point to the next page. */
export type ListQuery = { query: string; size: number; rest: URLSearchParams; tenant: string };

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
  readonly #features: Codec['features'];
  /** tenant and path of a list → the ids of its pages' last rows, with the number of the page that follows */
  readonly #after = new Map<string, string>();

  constructor(codec: Codec) {
    this.#codec = codec;
    this.#features = codec.features;
  }

  /** Returns the name of a query parameter in the deployment. */
  parameter(name: string): string {
    const { queries, casing, pages } = this.#features;
    if (name === 'page' && pages === 'token') return queries === 'own' ? 'cursor' : 'page_token';
    if (name === 'page' && pages === 'offset') return 'offset';
    if (name === 'page' && pages === 'last id') return 'starting_after';
    if (queries === 'brackets') {
      if (name === 'page') return 'page[number]';
      if (name === 'per_page') return 'page[size]';
      return name === 'sort' ? name : `filter[${name}]`;
    }
    const other = queries === 'other' ? (OTHER_NAMES[name] ?? name) : name;
    return casing === 'snake' ? other : this.#codec.naming.written(other);
  }

  /** Reads the query of a request; parameters that the deployment does not know are ignored. */
  read(operation: Operation, query: string, tenant: string): ListQuery {
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
      if (page !== undefined) mock.set('page', this.#readPage(page, size, tenant));
    }
    return { query: mock.toString(), size, rest, tenant };
  }

  /** Shows a page of the mock. `rows` are its rows as the deployment shows them. */
  show(
    operation: Operation,
    path: string,
    page: JsonObject,
    rows: unknown[],
    { size, rest, tenant }: ListQuery,
  ): ShownList {
    const { lists, pages } = this.#features;
    const schema = operation.responses[200]?.schema ?? '';
    const family = this.#codec.family(schema.replace(/Page$/, ''));
    const meta: JsonObject = isObject(page.meta) ? page.meta : {};
    const now = Number(meta.current_page);
    const last = Number(meta.last_page);
    const total = Number(meta.total);
    const next = now < last ? this.#pageToken(now + 1, size) : null;
    const address = next === null ? null : this.#address(textAt(page, 'links.next'), path, next, rest);
    const headers: Record<string, string> = {};
    const around: JsonObject = {};
    if (pages === 'link') {
      if (address !== null) headers.Link = `<${address}>; rel="next"`;
    } else if (pages === 'path' || pages === 'url') Object.assign(around, this.#nextAddress(address));
    else if (pages === 'token') Object.assign(around, this.#nextToken(next));
    else if (pages === 'last id') {
      const row = listAt(page, 'data').at(-1);
      if (next !== null)
        this.#after.set(`${tenant} ${this.#codec.ids.show(textAt(row, 'id'), family)} ${size}`, next);
      around[this.#written('has_more')] = next !== null;
    } else if (pages === 'numbers') around[this.#written('pagination')] = { page: now, pages: last, total };
    else Object.assign(around, { offset: (now - 1) * size, limit: size, total });
    if (lists === 'bare') return { json: rows, headers };
    if (lists === 'embedded')
      return {
        json: { _embedded: { [this.#codec.naming.resource(family, true)]: rows }, ...around },
        headers,
      };
    if (lists === 'within data')
      return { json: { data: { [this.#codec.naming.resource(family, true)]: rows }, ...around }, headers };
    const holder = lists === 'resource' ? this.#codec.naming.resource(family, true) : this.#written(lists);
    return { json: { [holder]: rows, ...around }, headers };
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

  #readPage(value: string, size: number, tenant: string): string {
    const { pages } = this.#features;
    if (pages === 'last id') return this.#after.get(`${tenant} ${value} ${size}`) ?? 'unknown';
    if (pages === 'offset') return /^\d+$/.test(value) ? String(Math.floor(Number(value) / size) + 1) : value;
    if (pages !== 'token') return value;
    return /^page (\d+)$/.exec(Buffer.from(value, 'base64url').toString())?.[1] ?? 'unknown';
  }

  /** @param own the address of the next page as the mock shows it, whose base the deployment has too */
  #address(own: string, path: string, next: string, rest: URLSearchParams): string {
    const query = new URLSearchParams(rest);
    query.set(this.parameter('page'), next);
    const base = own.includes(path) ? own.slice(0, own.indexOf(path)) : '/v1';
    const isWhole = this.#features.pages === 'url' || this.#features.pages === 'link';
    return `${isWhole && base.startsWith('/') ? 'http://127.0.0.1:4010' : ''}${base}${path}?${query}`;
  }

  #readParameter(name: string, value: string): string {
    const { ids, values } = this.#codec;
    if (name === 'sort') return value === '-created' || value === 'created' ? `${value}_at` : value;
    if (/_(from|to|before)$/.test(name)) return String(values.times.read(value));
    const kind = REFERENCES[name];
    return kind === undefined ? value : String(ids.read(value, kind));
  }
}
