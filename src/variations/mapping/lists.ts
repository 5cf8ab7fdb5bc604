// Maps lists and their pages between the mock and a deployment.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { Operation } from '../../contract/operations.ts';
import { listAt, numberAt, textAt } from '../edits.ts';
import { type Codec, put } from './codec.ts';
import { familyOf, REFERENCES } from './families.ts';
import type { Place } from './naming.ts';
import { randomName } from './words.ts';

/** The query of a list request as the mock gets it, and what the deployment needs to point to the next page. */
export type ListQuery = { query: string; size: number; rest: URLSearchParams; tenant: string };

/** What a page may tell beside its rows. */
const FACTS = ['next', 'cursor', 'more', 'page', 'pages', 'total', 'offset', 'limit', 'count'] as const;
export type Fact = (typeof FACTS)[number];

/** Names and places of lists that go before those that the features make. */
export type GivenLists = {
  /** family of the rows → their place */
  readonly rows?: Readonly<Record<string, Place>>;
  readonly facts?: Readonly<Partial<Record<Fact, Place>>>;
  readonly size?: number;
  /** parameter of the contract → its name */
  readonly parameters?: Readonly<Record<string, string>>;
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  page: 'p',
  per_page: 'limit',
  sort: 'order_by',
  q: 'search',
  status: 'state',
};
const BRACKETS: Readonly<Record<string, string>> = {
  page: 'page[number]',
  per_page: 'page[size]',
  sort: 'sort',
};
/** Way to point to the next page → name of the parameter that asks for it, where it is not called `page`. */
const PAGE_NAMES: Partial<Record<Codec['features']['pages'], string>> = {
  offset: 'offset',
  'last id': 'starting_after',
};

/** Maps the lists of one deployment. */
export class Lists {
  readonly #codec: Codec;
  readonly #features: Codec['features'];
  /** tenant, id of a page's last row and size of the page → the number of the page that follows */
  readonly #after = new Map<string, string>();

  readonly #given: GivenLists;

  constructor(codec: Codec, given: GivenLists = {}) {
    this.#codec = codec;
    this.#given = given;
    this.#features = codec.features;
  }

  /** Returns the name of a query parameter in the deployment. */
  parameter(name: string): string {
    const { queries, pages } = this.#features;
    const given = this.#given.parameters?.[name];
    if (given !== undefined) return given;
    if (name === 'page' && pages === 'token') return queries === 'own' ? 'cursor' : 'page_token';
    const ofPage = name === 'page' ? PAGE_NAMES[pages] : undefined;
    if (ofPage !== undefined) return ofPage;
    // A parameter of a page that no address in a reply shows could not be known.
    if (queries === 'random' && (name !== 'page' || ['path', 'url', 'link'].includes(pages)))
      return this.#codec.naming.written(randomName(this.#codec.naming.seed, `query ${name}`));
    if (queries === 'brackets') return BRACKETS[name] ?? `filter[${name}]`;
    return this.#codec.naming.written(queries === 'other' ? (OTHER_NAMES[name] ?? name) : name);
  }

  /** Reads the query of a request; parameters that the deployment does not know are ignored. */
  read(parameters: Operation['query'], query: string, tenant: string): ListQuery {
    const { sizes, pageSize, pageLimit, order } = this.#features;
    const most = Number(pageLimit);
    const given = new URLSearchParams(query);
    const mock = new URLSearchParams();
    const rest = new URLSearchParams();
    const isPaged = parameters.some(({ name }) => name === 'page');
    let size = this.#given.size ?? Math.min(Number(pageSize), most);
    for (const { name } of parameters) {
      const shown = this.parameter(name);
      if (name === 'page' || (name === 'per_page' && sizes === 'ignored')) continue;
      for (const value of given.getAll(shown)) {
        rest.append(shown, value);
        if (name === 'per_page' && /^[1-9]\d{0,3}$/.test(value)) size = Math.min(Number(value), most);
        else mock.append(name, this.#readParameter(name, value));
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

  /**
   * Shows a page of the mock.
   * @param rows the rows of the page as the deployment shows them
   * @returns the body and the headers that the page needs
   */
  show(
    schema: string,
    path: string,
    page: unknown,
    rows: unknown[],
    { size, rest, tenant }: ListQuery,
  ): { json: unknown; headers: Record<string, string> } {
    const { lists, pages, queries, words, casing } = this.#features;
    const family = familyOf(schema);
    const [now, last, total] = ['current_page', 'last_page', 'total'].map((name) =>
      numberAt(page, `meta.${name}`),
    ) as [number, number, number];
    const next = now < last ? this.#pageToken(now + 1, size) : null;
    const address = next === null ? null : this.#address(textAt(page, 'links.next'), path, next, rest);
    if (pages === 'last id' && next !== null) {
      const lastId = this.#codec.ids.show(textAt(listAt(page, 'data').at(-1), 'id'), family);
      this.#after.set(`${tenant} ${lastId} ${size}`, next);
    }
    const isOwn = words === 'own';
    const url =
      lists === 'embedded'
        ? { _links: address === null ? {} : { next: { href: address } } }
        : isOwn
          ? { links: { next: address } }
          : { [this.#word('next_page_url')]: address };
    const around: Record<typeof pages, JsonObject> = {
      link: {},
      path: url,
      url,
      token: isOwn
        ? { meta: { [this.#word('next_cursor')]: next } }
        : { [this.#word('next_page_token')]: next },
      'last id': { [this.#word('has_more')]: next !== null },
      numbers: { [this.#word('pagination')]: this.#named({ page: now, pages: last, total }) },
      offset: this.#named({ offset: (now - 1) * size, limit: size, total }),
    };
    // Only rows or sizes differ: the page has the form of the mock.
    const isMocks = lists === 'data' && pages === 'path' && queries === 'own' && isOwn && casing === 'snake';
    if (isMocks && !this.#given.facts && isObject(page))
      return { json: { ...page, data: rows }, headers: {} };
    const plural = this.#codec.naming.resource(family, true);
    const holder =
      lists === 'embedded'
        ? { _embedded: { [plural]: rows } }
        : lists === 'within data'
          ? { [this.#word('data')]: { [plural]: rows } }
          : { [lists === 'resource' ? plural : this.#word(lists)]: rows };
    const { rows: places, facts } = this.#given;
    const place = places?.[family];
    const json: JsonObject = place && place.length > 0 ? {} : holder;
    if (place && place.length > 0) put(json, place, rows);
    if (!facts) Object.assign(json, around[pages]);
    const told: Record<Fact, unknown> = {
      ...{ next: address, cursor: next, more: next !== null, page: now, pages: last, total },
      ...{ offset: (now - 1) * size, limit: size, count: rows.length },
    };
    for (const fact of FACTS) if (facts?.[fact]) put(json, facts[fact], told[fact]);
    return {
      json: lists === 'bare' ? rows : json,
      headers: pages === 'link' && address !== null ? { Link: `<${address}>; rel="next"` } : {},
    };
  }

  #word = (name: string): string => this.#codec.naming.word(name);

  #named = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [this.#word(name), value]));

  #pageToken(page: number, size: number): string {
    const { pages } = this.#features;
    if (pages === 'offset') return String((page - 1) * size);
    return pages === 'token' ? Buffer.from(`page ${page}`).toString('base64url') : String(page);
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
