// `hosting-contract/types`: the contract's types in the form of openapi-typescript, and short names for the types of
// operations and schemas.
export type { components, operations, paths, webhooks } from '../src/contract/schema.ts';
export type { Body, Params, Query, Schemas, Success } from '../src/contract/types.ts';
