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
  'x-state-machine'?: readonly Transition[];
  'x-problem-states'?: readonly string[];
};

/** A transition of a state machine; `operation` is the id of the operation that causes it. */
export type Transition = { from: string | null; on: string; to: string; operation?: string };

/** A documented example. */
export type Example = { summary?: string; description?: string; value?: unknown };
/** The content of a body by content type. */
export type Content = Readonly<
  Record<string, { schema?: Schema; examples?: Readonly<Record<string, Example>> }>
>;
/** A link from a response to an operation. */
export type RawLink = {
  operationId?: string;
  description?: string;
  parameters?: Readonly<Record<string, unknown>>;
};
/** A response, as it is written. */
export type RawResponse = {
  description?: string;
  content?: Content;
  headers?: Readonly<Record<string, { description?: string; required?: boolean; schema?: Schema }>>;
  links?: Readonly<Record<string, RawLink>>;
};
/** An operation, as it is written. */
export type RawOperation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  deprecated?: boolean;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly RawParameter[];
  requestBody?: { description?: string; required?: boolean; content?: Content };
  responses?: Readonly<Record<string, RawResponse>>;
  'x-stated'?: boolean;
  'x-roles'?: readonly string[];
  'x-session-only'?: boolean;
  'x-idempotency'?: object;
  'x-rate-class'?: string;
};
/** A parameter, as it is written. */
export type RawParameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Example>>;
  'x-stated'?: boolean;
};

/** An OpenAPI document. */
export type OpenApiDocument = {
  info: { title: string; version: string; summary?: string; description?: string };
  /** the groups of operations; a tag with `x-traitTag` is a topic and has no operations */
  tags?: readonly { name: string; description?: string; 'x-traitTag'?: boolean }[];
  /** what the marks `x-stated` say */
  'x-provenance'?: string;
  paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  webhooks?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
