// The parts of an OpenAPI 3.1 document, as far as the reference reads them.

/** A JSON schema, as far as the reference shows it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  description?: string;
  examples?: readonly unknown[];
  deprecated?: boolean;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  'x-stated'?: boolean;
  'x-extensible'?: true;
  'x-state-machine'?: readonly Transition[];
  'x-problem-states'?: readonly string[];
};

/** A transition of a state machine; `operation` is the id of the operation that causes it. */
export type Transition = { from: string | null; on: string; to: string; operation?: string };

type Examples = Readonly<Record<string, { summary?: string; value?: unknown }>>;
export type RawBody = {
  description?: string;
  required?: boolean;
  content?: Readonly<Record<string, { schema?: Schema; examples?: Examples }>>;
};
export type RawResponse = RawBody & {
  headers?: Readonly<Record<string, { description?: string; schema?: Schema }>>;
  links?: Readonly<Record<string, { operationId?: string }>>;
};
type Security = readonly Readonly<Record<string, readonly string[]>>[];
export type RawOperation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  deprecated?: boolean;
  security?: Security;
  parameters?: readonly RawParameter[];
  requestBody?: RawBody;
  responses?: Readonly<Record<string, RawResponse>>;
  'x-stated'?: boolean;
  'x-roles'?: readonly string[];
  'x-session-only'?: boolean;
  'x-idempotency'?: object;
  'x-rate-class'?: string;
  'x-example-path'?: Readonly<Record<string, string>>;
  'x-error-codes'?: readonly string[];
};
export type RawParameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  examples?: Examples;
  'x-stated'?: boolean;
};

type Section = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type OpenApiDocument = {
  info: { title: string; version: string; summary?: string; description?: string };
  /** the groups of operations; a tag with `x-traitTag` is a topic and has no operations */
  tags?: readonly { name: string; description?: string; 'x-traitTag'?: boolean }[];
  /** what the marks `x-stated` say */
  'x-provenance'?: string;
  /** the refusals by name */
  'x-error-codes'?: Readonly<Record<string, { status: number; code: string; message: string }>>;
  paths?: Section;
  webhooks?: Section;
  security?: Security;
  components?: Section;
};
