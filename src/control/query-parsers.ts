// Parsers for the query parameters of control API calls.
import { integer, oneOf } from './body-parsers.ts';
import { invalidInput } from './control-error.ts';
import type { RequestFilter } from './request-log/request-filter.ts';
import type { RowsQuery } from './tables/table-control.ts';
import type { TimelineFilter } from './timeline/timeline-control.ts';

/**
 * Parses a whole number in the query string.
 * @throws ControlError 422 when the value is not a whole number in the permitted range
 */
export function integerParameter(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const read = integer(least, most)(/^\d+$/.test(value) ? Number(value) : value);
  if (typeof read === 'string') throw invalidInput({ [`/${name}`]: [read] });
  return read.value;
}

/** Returns an object with one member, or without it when the value is undefined. */
export const optional = <Name extends string, A>(name: Name, value: A | undefined): { [N in Name]?: A } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: A };

/** Parses the number of a change in a path; a text that is no number becomes a number that no change has. */
export const momentNumber = (segment = ''): number => (/^\d{1,15}$/.test(segment) ? Number(segment) : -1);

/**
 * Parses the query string of the timeline.
 * @throws ControlError 422 that names the invalid parameter
 */
export function timelineFilter(query: URLSearchParams): TimelineFilter {
  const kind = query.get('kind');
  const before = query.get('before');
  const read = kind === null ? null : oneOf(['all', 'changes'])(kind);
  if (typeof read === 'string') throw invalidInput({ '/kind': [read] });
  return {
    ...optional('limit', integerParameter(query, 'limit', 0, 1000)),
    ...(before !== null && { before }),
    ...optional('offset', integerParameter(query, 'offset', 0, 2_000_000)),
    ...(read && { kind: read.value }),
  };
}

/**
 * Parses the query string that selects logged requests.
 * @throws ControlError 422 that names the invalid parameter
 */
export function requestFilter(query: URLSearchParams): RequestFilter {
  const filter: RequestFilter = {};
  for (const name of ['operation', 'status', 'method', 'caller', 'tool', 'since', 'until'] as const) {
    const value = query.get(name);
    if (value !== null) filter[name] = value;
  }
  const limit = integerParameter(query, 'limit', 0, 10_000);
  if (limit !== undefined) filter.limit = limit;
  const offset = integerParameter(query, 'offset', 0, Number.MAX_SAFE_INTEGER);
  if (offset !== undefined) filter.offset = offset;
  return filter;
}

/** The maximum number of rows to skip, and of characters of a text in a query of rows. */
const [MAX_OFFSET, MAX_QUERY_TEXT] = [1_000_000_000, 255];

/**
 * Parses the query string that selects rows of a table.
 * @throws ControlError 422 that names the invalid parameter
 */
export function rowsQuery(query: URLSearchParams): RowsQuery {
  const parsed: RowsQuery = {};
  const q = query.get('q');
  const sort = query.get('sort');
  if (q !== null && q !== '') parsed.q = q.slice(0, MAX_QUERY_TEXT);
  if (sort !== null) parsed.sort = sort;
  for (const condition of query.getAll('where')) {
    const at = condition.indexOf('=');
    if (at < 1) throw invalidInput({ '/where': ['must be a member and its value, such as status=active.'] });
    parsed.where = { ...parsed.where, [condition.slice(0, at)]: condition.slice(at + 1) };
  }
  const offset = integerParameter(query, 'offset', 0, MAX_OFFSET);
  const limit = integerParameter(query, 'limit', 1, 200);
  return { ...parsed, ...(offset !== undefined && { offset }), ...(limit !== undefined && { limit }) };
}
