// The types of scenarios, derived from the declared kinds and the document's types, and of the ids of the result.
import type { Schemas } from '../../src/contract/types.ts';
import type { Kinds } from './kinds.ts';

// An instant: ISO 8601 (`2026-11-20T08:00:00Z`), or a duration from the world's present time (`-P10D` is ten days ago,
// `P3D` in three days).
type Instant = string;

type Named = {
  /** The name of the record: `ids` of the result has its id under this name, and other records refer to it by it. */
  readonly as?: string;
  /** How many such records to create; 1 by default. */
  readonly count?: number;
};

/** The value of a member that the create request does not have. */
type OwnValue<Member> = Member extends { values: readonly (infer Value)[] }
  ? Value
  : Member extends { component: infer Name extends keyof Schemas }
    ? Schemas[Name]
    : Member extends { type: infer Type }
      ? Type extends 'boolean'
        ? boolean
        : Type extends 'integer'
          ? number
          : Type extends 'instant'
            ? Instant
            : string
      : never;

/** The members of a create request; each has a default. */
type RequestMembers<Request, Without> = {
  readonly [Member in keyof Request as Exclude<Member, Without>]?: Request[Member];
};
type WithoutOf<Kind> = Kind extends { without: readonly (infer Member)[] } ? Member : never;

type Nested<Kind> = Kind extends { own: infer Own; body: infer Body }
  ? (Kind extends { single: true } ? unknown : Named) & {
      readonly [Member in keyof Own]?: OwnValue<Own[Member]>;
    } & (Body extends keyof Schemas ? RequestMembers<Schemas[Body], keyof Own | WithoutOf<Kind>> : unknown) &
      ChildrenOf<Kind>
  : never;

/** A record that is not nested in the one that it belongs to, and names it. */
type Flat<Kind> = Nested<Kind> &
  (Kind extends { owner: { member: infer Member extends string; required: infer IsRequired } }
    ? IsRequired extends true
      ? { readonly [Name in Member]: string }
      : { readonly [Name in Member]?: string }
    : unknown);

type ChildrenOf<Kind> = Kind extends { children: infer Children }
  ? {
      readonly [Member in keyof Children]?: Children[Member] extends infer Name extends keyof Kinds
        ? ListOf<Kinds[Name], Kind extends Kinds['tenants'] ? Flat<Kinds[Name]> : Nested<Kinds[Name]>>
        : never;
    }
  : unknown;
type ListOf<Kind, Item> = Kind extends { single: true } ? Item : readonly Item[];

/**
 * A scenario: the records to arrange in a world, nested by ownership, or flat with references by the names that `as`
 * gives.
 */
export type Scenario = ChildrenOf<Kinds['tenants']> & {
  readonly $schema?: string;
  /** The slug or the id of the tenant in which to arrange. Default: the tenant of the persona `owner`. */
  readonly tenant?: string;
  /** New tenants with their records. */
  readonly tenants?: readonly Nested<Kinds['tenants']>[];
};

/** The names that `as` gives in a scenario; any text when the scenario is not a literal. */
type NamesIn<Value> = Value extends readonly (infer Item)[]
  ? NamesIn<Item>
  : Value extends object
    ?
        | (Value extends { readonly as: infer Name extends string } ? Name : never)
        | { [Member in keyof Value]: NamesIn<Value[Member]> }[keyof Value]
    : never;

/** The members that the result has besides the id, by the member of the scenario. */
type Extras = {
  tenants: { owner: SignIn };
  users: SignIn;
  api_keys: { /** the secret of the key, to send as bearer credential */ key: string };
  webhooks: { /** the secret that signs the deliveries */ secret: string };
};
type SignIn = { email: string; password: string; token?: string; totp_secret?: string };

type ArrangedMembers<Value> = {
  [Member in keyof Value as NonNullable<Value[Member]> extends readonly object[]
    ? Member
    : never]: NonNullable<Value[Member]> extends readonly (infer Item)[]
    ? ({ id: string } & ArrangedMembers<Item> & (Member extends keyof Extras ? Extras[Member] : unknown))[]
    : never;
};

/**
 * The result of arranging a scenario: `ids` by the names that `as` gives, and the ids of all records in the shape of
 * the scenario; a record with `count` stands there as often.
 */
export type ArrangedScenario<S extends Scenario = Scenario> = {
  ids: { readonly [Name in NamesIn<S>]: string };
} & ArrangedMembers<S>;
