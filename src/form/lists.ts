// Maps lists and their pages between the mock and a deployment.
import { isObject, type JsonObject, memberOf } from '../contract/is-object.ts';
import type { Operation } from '../contract/operations.ts';
import { type Codec, put } from './codec.ts';
import { familyOf } from './families.ts';
import { FACTS, type Fact, type ListForm } from './form.ts';

/** The query of a list request as the mock gets it, and what the deployment needs to point to the next page. */
export type ListQuery = { query: string; size: number; rest: URLSearchParams; tenant: string };

/** Maps the lists of one deployment. */
export class Lists {
  readonly #codec: Codec;
  readonly #form: ListForm;
  /** tenant, id of a page's last row and size of the page → the number of the page that follows */
  readonly #after = new Map<string, string>();

  constructor(codec: Codec) {
    this.#codec = codec;
    this.#form = codec.form.lists;
  }

  parameter = (name: string): string => this.#form.parameters[name] ?? name;

  /** Reads the query of a request; parameters that the deployment does not know are ignored. */
  read({ query: parameters, responses, success }: Operation, query: string, tenant: string): ListQuery {
    const { limit, order } = this.#form;
    const given = new URLSearchParams(query);
    const mock = new URLSearchParams();
    const rest = new URLSearchParams();
    const row = responses[success]?.schema?.replace(/Page$/, '') ?? '';
    const isPaged = parameters.some(({ name }) => name === 'page');
    let size = Math.min(this.#form.size, limit);
    for (const { name } of parameters) {
      const shown = this.parameter(name);
      if (name === 'page' || this.#form.parameters[name] === null) continue;
      for (const value of given.getAll(shown)) {
        rest.append(shown, value);
        if (name === 'per_page' && /^[1-9]\d{0,3}$/.test(value)) size = Math.min(Number(value), limit);
        else mock.append(name, this.#readParameter(row, name, value));
      }
    }
    if (isPaged) {
      const page = given.get(this.parameter('page'));
      if (!mock.has('per_page')) mock.set('per_page', String(size));
      if (!mock.has('sort')) mock.set('sort', order === 'oldest first' ? 'created_at' : '-created_at');
      if (page !== null) mock.set('page', this.#readPage(page, size, tenant));
    }
    return { query: mock.toString(), size, rest, tenant };
  }

  /** @param rows the rows of the page as the deployment shows them */
  show(
    schema: string,
    path: string,
    page: unknown,
    rows: unknown[],
    { size, rest, tenant }: ListQuery,
  ): { json: unknown; headers: Record<string, string> } {
    const { next: way, facts } = this.#form;
    const family = familyOf(schema);
    const meta = memberOf(page, 'meta');
    const [now, last, total] = ['current_page', 'last_page', 'total'].map((name) =>
      Number(memberOf(meta, name)),
    ) as [number, number, number];
    const next = now < last ? this.#pageToken(now + 1, size) : null;
    const address = next === null ? null : this.#address(page, path, next, rest);
    if (way === 'last id' && next !== null) {
      const lastId = this.#codec.ids.show(memberOf(dataOf(page).at(-1), 'id'), family);
      this.#after.set(`${tenant} ${lastId} ${size}`, next);
    }
    if (facts === null && isObject(page)) return { json: { ...page, data: rows }, headers: {} };
    const place = this.#codec.form.kinds[family]?.rows ?? ['data'];
    const headers = way === 'link' && address !== null ? { Link: `<${address}>; rel="next"` } : {};
    if (place.length === 0) return { json: rows, headers };
    const told: Record<Fact, unknown> = {
      ...{ next: address, cursor: next, more: next !== null, page: now, pages: last, total },
      ...{ offset: (now - 1) * size, limit: size, count: rows.length },
    };
    const json: JsonObject = {};
    put(json, place, rows);
    for (const fact of FACTS) {
      const at = facts?.[fact];
      // The links of HAL are objects: one without a target is left out.
      if (at?.[0] === '_links' && told[fact] === null) put(json, ['_links'], {});
      else if (at) put(json, at, told[fact]);
    }
    return { json, headers };
  }

  #pageToken(page: number, size: number): string {
    const { next: pages } = this.#form;
    if (pages === 'offset') return String((page - 1) * size);
    return pages === 'token' ? Buffer.from(`page ${page}`).toString('base64url') : String(page);
  }

  #readPage(value: string, size: number, tenant: string): string {
    const { next: pages } = this.#form;
    if (pages === 'last id') return this.#after.get(`${tenant} ${value} ${size}`) ?? 'unknown';
    if (pages === 'offset') return /^\d+$/.test(value) ? String(Math.floor(Number(value) / size) + 1) : value;
    if (pages !== 'token') return value;
    return /^page (\d+)$/.exec(Buffer.from(value, 'base64url').toString())?.[1] ?? 'unknown';
  }

  #address(page: unknown, path: string, next: string, rest: URLSearchParams): string {
    const query = new URLSearchParams(rest);
    query.set(this.parameter('page'), next);
    const own = String(memberOf(memberOf(page, 'links'), 'next') ?? '');
    const base = own.includes(path) ? own.slice(0, own.indexOf(path)) : '/v1';
    const isWhole = this.#form.next === 'url' || this.#form.next === 'link';
    return `${isWhole && base.startsWith('/') ? 'http://127.0.0.1:4010' : ''}${base}${path}?${query}`;
  }

  #readParameter(row: string, name: string, value: string): string {
    if (name === 'sort') return value === '-created' || value === 'created' ? `${value}_at` : value;
    if (/_(from|to|before)$/.test(name)) return String(this.#codec.values.times.read(value));
    return String(this.#codec.readMember(row, name, value));
  }
}

const dataOf = (page: unknown): unknown[] => {
  const data = memberOf(page, 'data');
  return Array.isArray(data) ? data : [];
};
