// A rule of a generated deployment, and what rules use of its codec.
import type { JsonObject } from '../../src/contract/is-object.ts';
import type { JsonSchema } from '../../src/contract/openapi.ts';
import type { Features } from './features.ts';
import type { Naming, Place } from './naming.ts';

/** How some members of the contract become some members of the deployment. */
export type Rule = {
  members: readonly string[];
  places: readonly Place[];
  show(values: unknown[], owner: JsonObject): unknown[];
  read(values: unknown[], owner: JsonObject): unknown[];
};

/** What is found out while a body is read. */
export type Reading = { unknown: string[]; coerced: boolean; isReply: boolean };

/** The member of a family of schemas that a value belongs to. */
type Member = { family: string; member: string; keep: boolean };

/** What rules use of the codec: schemas, names, and the conversion of the values of single members. */
export type MemberCodec = {
  readonly features: Features;
  readonly naming: Naming;
  /** the body that is being read and the place in it */
  readonly current: { reading: Reading; path: Place };
  properties(schema: string): Record<string, JsonSchema>;
  family(schema: string): string;
  rules(schema: string, keep: boolean): readonly Rule[];
  showValue(schema: JsonSchema, value: unknown, at: Member, owner: JsonObject): unknown;
  readValue(
    schema: JsonSchema,
    value: unknown,
    at: Member,
    owner: JsonObject,
    reading: Reading,
    path: Place,
  ): unknown;
};
