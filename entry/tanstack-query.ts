// `hosting-contract/tanstack-query`: option factories for TanStack Query, typed by the client. It imports nothing of
// TanStack.
export { createQueries, type Queries, type QueryKey } from '../src/client/tanstack-query.ts';
