// `hosting-contract/client`: a typed client for every operation, for Node, browsers and workers.
export { ApiError, isApiError, twoFactorChallenge } from '../src/client/api-error.ts';
export {
  type Client,
  type ClientOf,
  type ClientOptions,
  createClient,
  createClientFor,
} from '../src/client/client.ts';
export { applyFormErrors, type FormErrorOptions, formErrors } from '../src/client/form-errors.ts';
export type { Calls } from '../src/client/generated/documented-calls.ts';
export type { ErrorCode, ErrorCodes } from '../src/client/generated/error-codes.ts';
export type { Credential, Session } from '../src/client/session.ts';
export type {
  ApiTypes,
  Arguments,
  ArgumentsOf,
  CallOf,
  ErrorCodeOf,
  EventFamily,
  EventOf,
  Item,
  ItemOf,
  ListIdOf,
  OperationIdOf,
  PackageApi,
  Result,
  ResultOf,
  WebhookEvent,
} from '../src/client/types.ts';
export {
  type Delivery,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
} from '../src/client/verify-webhook.ts';
// The types of the contract's schemas: `Order`, `Invoice`, `Customer` …
export type * from '../src/contract/generated/named-schemas.ts';
