// `hosting-contract/types`: the contract's types, as openapi-typescript shapes them, and short names for their parts.
export type { components, operations, paths, webhooks } from '../src/contract/schema.ts';
export type { Body, Params, Query, Schemas, Success } from '../src/contract/types.ts';
