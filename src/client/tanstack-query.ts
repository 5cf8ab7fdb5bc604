// Option factories for TanStack Query: queries, endless lists and mutations, typed by the client.
import type { DataTag, SkipToken } from '@tanstack/query-core';
import type { ApiError } from './api-error.ts';
import type { ClientOf } from './client.ts';
import type {
  ApiTypes,
  ArgumentsOf,
  ErrorCodeOf,
  ListIdOf,
  OperationIdOf,
  PackageApi,
  ResultOf,
} from './types.ts';

type ReadingId<Api extends ApiTypes> = {
  [Op in OperationIdOf<Api>]: Api['calls'][Op] extends `GET ${string}` ? Op : never;
}[OperationIdOf<Api>];
type WritingId<Api extends ApiTypes> = Exclude<OperationIdOf<Api>, ReadingId<Api>>;
/** The arguments that a key contains; headers and signal are no part of what is asked for. */
type QueryArguments<Api extends ApiTypes, Op extends OperationIdOf<Api>> = Omit<
  ArgumentsOf<Api, Op>,
  'signal'
>;
type Given<Api extends ApiTypes, Op extends OperationIdOf<Api>> =
  Record<never, never> extends QueryArguments<Api, Op>
    ? [args?: QueryArguments<Api, Op> | SkipToken]
    : [args: QueryArguments<Api, Op> | SkipToken];
/** The arguments of a key, which stands for every query that has them: each may be left out. */
type KeyArguments<Api extends ApiTypes, Op extends OperationIdOf<Api>> = {
  [Name in keyof QueryArguments<Api, Op>]?: Partial<QueryArguments<Api, Op>[Name]>;
};

/** The key of a query: the prefix, the operation, and its arguments. */
export type QueryKey<Id extends string = OperationIdOf<PackageApi>> = readonly [
  prefix: string,
  operation?: Id,
  args?: object,
];

type Context = { signal: AbortSignal };
/** The error of an operation. */
type ErrorOf<Api extends ApiTypes, Op> = ApiError<ErrorCodeOf<Api, Op>>;
/** The key of a query under which the cache keeps its data. */
type KeyOf<Api extends ApiTypes, Op, Data> = DataTag<QueryKey<OperationIdOf<Api>>, Data, ErrorOf<Api, Op>>;
/** False: the client itself repeats what is safe to repeat. The type says which error a query has. */
type NoRetry<Api extends ApiTypes, Op> = boolean | ((failures: number, error: ErrorOf<Api, Op>) => boolean);

/** Factories of options for `useQuery`, `useInfiniteQuery`, `useMutation` and the methods of a `QueryClient`. */
export type Queries<Api extends ApiTypes = PackageApi> = {
  /**
   * Options of one query: `useQuery(queries.query('getOrder', { path: { id } }))`; with `skipToken` of TanStack in place of
   * the arguments it waits until there are some.
   */
  query<Op extends ReadingId<Api>>(
    operation: Op,
    ...args: Given<Api, Op>
  ): {
    queryKey: KeyOf<Api, Op, ResultOf<Api, Op>>;
    queryFn: ((context: Context) => Promise<ResultOf<Api, Op>>) | SkipToken;
    retry: NoRetry<Api, Op>;
  };
  /**
   * Options of an endless list: `useInfiniteQuery(queries.infinite('listInvoices', { query: { status: 'overdue' } }))`.
   * Each page is a reply of the operation; `hasNextPage` follows its `meta`.
   */
  infinite<Op extends ListIdOf<Api> & ReadingId<Api>>(
    operation: Op,
    ...args: Given<Api, Op>
  ): {
    queryKey: KeyOf<Api, Op, { pages: ResultOf<Api, Op>[]; pageParams: number[] }>;
    queryFn: ((context: Context & { pageParam: number }) => Promise<ResultOf<Api, Op>>) | SkipToken;
    retry: NoRetry<Api, Op>;
    initialPageParam: number;
    getNextPageParam: (page: ResultOf<Api, Op>) => number | undefined;
  };
  /** Options of a mutation, whose variables are the arguments of the call: `useMutation(queries.mutation('createOrder'))`. */
  mutation<Op extends WritingId<Api>>(
    operation: Op,
  ): {
    mutationKey: QueryKey<OperationIdOf<Api>>;
    mutationFn: (args: ArgumentsOf<Api, Op>) => Promise<ResultOf<Api, Op>>;
    retry: NoRetry<Api, Op>;
  };
  /**
   * Returns the key of all queries, of an operation, or of one query, for `invalidateQueries({ queryKey:
   * queries.key('listOrders') })`.
   */
  key<Op extends ReadingId<Api>>(
    operation?: Op,
    args?: KeyArguments<Api, Op>,
  ): KeyOf<Api, Op, ResultOf<Api, Op>>;
};

/**
 * Creates the option factories for a client: `const queries = createQueries(api)`.
 * @param prefix the first element of every key; `hosting` when left out
 */
export function createQueries<Api extends ApiTypes = PackageApi>(
  api: ClientOf<Api>,
  { prefix = 'hosting' }: { prefix?: string } = {},
): Queries<Api> {
  type Id = OperationIdOf<Api>;
  const call = (operation: Id, args: object): Promise<never> =>
    (api as unknown as Record<Id, (args?: object) => Promise<never>>)[operation](args);
  const key = (operation?: Id, args?: object): QueryKey<Id> =>
    operation === undefined ? [prefix] : args === undefined ? [prefix, operation] : [prefix, operation, args];
  const found: Untyped = {
    key,
    query: (operation, args) =>
      isSkipped(args)
        ? { queryKey: key(operation, SKIPPED), queryFn: args, retry: false }
        : {
            queryKey: key(operation, args),
            queryFn: ({ signal }: Context) => call(operation as Id, { ...args, signal }),
            retry: false,
          },
    infinite: (operation, args) => ({
      // The pages of an endless list and a single page of the same list are different entries of the cache.
      queryKey: key(operation, { ...(isSkipped(args) ? SKIPPED : args), pages: 'all' }),
      queryFn: isSkipped(args)
        ? args
        : ({ pageParam, signal }: Context & { pageParam: number }) =>
            call(operation as Id, { ...args, query: { ...queryOf(args), page: pageParam }, signal }),
      retry: false,
      initialPageParam: 1,
      getNextPageParam: nextPage,
    }),
    mutation: (operation) => ({
      mutationKey: key(operation),
      mutationFn: (args: object) => call(operation as Id, args),
      retry: false,
    }),
  };
  return found as unknown as Queries<Api>;
}

/** The factories as they are written, for any operation. */
type Untyped = {
  key(operation?: never, args?: object): readonly unknown[];
  query(operation: never, args?: object | SkipToken): object;
  infinite(operation: never, args?: object | SkipToken): object;
  mutation(operation: never): object;
};

/** In the key of a query that waits for its arguments: without arguments, it would be that of another query. */
const SKIPPED = { skipped: true };

const isSkipped = (args: object | SkipToken | undefined): args is SkipToken => typeof args === 'symbol';

const queryOf = (args: { query?: object } = {}): object => args.query ?? {};

function nextPage(page: unknown): number | undefined {
  const { meta } = page as { meta: { current_page: number; last_page: number } };
  return meta.current_page < meta.last_page ? meta.current_page + 1 : undefined;
}
