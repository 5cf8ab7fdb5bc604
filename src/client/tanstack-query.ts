// Option factories for TanStack Query: queries, endless lists and mutations, typed by the client.
import type { OperationId } from '../contract/operations.ts';
import type { Client } from './client.ts';
import type { calls } from './generated/calls.ts';
import type { Arguments, ListId, Result } from './types.ts';

type ReadingId = {
  [Op in OperationId]: (typeof calls)[Op] extends `GET ${string}` ? Op : never;
}[OperationId];
type WritingId = Exclude<OperationId, ReadingId>;
/** The arguments that a key contains; headers and signal are no part of what is asked for. */
type QueryArguments<Op extends OperationId> = Omit<Arguments<Op>, 'signal'>;
type Given<Op extends OperationId> =
  Record<never, never> extends QueryArguments<Op> ? [args?: QueryArguments<Op>] : [args: QueryArguments<Op>];

/** The key of a query: the prefix, the operation, and its arguments. */
export type QueryKey = readonly [prefix: string, operation?: OperationId, args?: object];

type Context = { signal: AbortSignal };

/** Factories of options for `useQuery`, `useInfiniteQuery`, `useMutation` and the methods of a `QueryClient`. */
export type Queries = {
  /** Options of one query: `useQuery(queries.query('getOrder', { path: { id } }))`. */
  query<Op extends ReadingId>(
    operation: Op,
    ...args: Given<Op>
  ): { queryKey: QueryKey; queryFn: (context: Context) => Promise<Result<Op>> };
  /**
   * Options of an endless list: `useInfiniteQuery(queries.infinite('listInvoices', { query: { status: 'overdue' } }))`.
   * Each page is a reply of the operation; `hasNextPage` follows its `meta`.
   */
  infinite<Op extends ListId & ReadingId>(
    operation: Op,
    ...args: Given<Op>
  ): {
    queryKey: QueryKey;
    queryFn: (context: Context & { pageParam: number }) => Promise<Result<Op>>;
    initialPageParam: number;
    getNextPageParam: (page: Result<Op>) => number | undefined;
  };
  /** Options of a mutation, whose variables are the arguments of the call: `useMutation(queries.mutation('createOrder'))`. */
  mutation<Op extends WritingId>(
    operation: Op,
  ): { mutationKey: QueryKey; mutationFn: (args: Arguments<Op>) => Promise<Result<Op>> };
  /**
   * Returns the key of all queries, of an operation, or of one query, for `invalidateQueries({ queryKey:
   * queries.key('listOrders') })`.
   */
  key(operation?: ReadingId, args?: object): QueryKey;
};

/**
 * Creates the option factories for a client: `const queries = createQueries(api)`.
 * @param prefix the first element of every key; `hosting` when left out
 */
export function createQueries(api: Client, { prefix = 'hosting' }: { prefix?: string } = {}): Queries {
  const call = (operation: OperationId, args: object): Promise<never> =>
    (api[operation] as (args?: object) => Promise<never>)(args);
  const key = (operation?: OperationId, args?: object): QueryKey =>
    operation === undefined ? [prefix] : args === undefined ? [prefix, operation] : [prefix, operation, args];
  return {
    key,
    query: (operation, ...[args]: [args?: object]) => ({
      queryKey: key(operation, args),
      queryFn: ({ signal }) => call(operation, { ...args, signal }),
    }),
    infinite: (operation, ...[args]: [args?: object]) => ({
      // The pages of an endless list and a single page of the same list are different entries of the cache.
      queryKey: key(operation, { ...args, pages: 'all' }),
      queryFn: ({ pageParam, signal }) =>
        call(operation, { ...args, query: { ...queryOf(args), page: pageParam }, signal }),
      initialPageParam: 1,
      getNextPageParam: nextPage,
    }),
    mutation: (operation) => ({ mutationKey: key(operation), mutationFn: (args) => call(operation, args) }),
  };
}

const queryOf = (args: { query?: object } = {}): object => args.query ?? {};

/** Returns the number of the page after a page; undefined after the last. */
function nextPage(page: unknown): number | undefined {
  const { meta } = page as { meta: { current_page: number; last_page: number } };
  return meta.current_page < meta.last_page ? meta.current_page + 1 : undefined;
}
