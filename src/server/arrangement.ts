// The interface between the server and the records of a mock definition that a scenario can arrange.
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/tables/table.ts';

/** A member of a record in a scenario that the create request of the document does not have. */
export type OwnMember = { readonly help: string } & (
  | { readonly type: 'instant' }
  | { readonly type: 'boolean' }
  | { readonly type: 'text' }
  | { readonly type: 'integer'; readonly minimum: number }
  | { readonly type: 'oneOf'; readonly values: readonly string[] }
  /** a value that a component of the document describes */
  | { readonly type: 'component'; readonly component: string }
  /** another record: its `as` name in the scenario, or the id of a row of the world */
  | { readonly type: 'reference'; readonly kind: string }
);

/** A kind of record that a scenario can arrange, such as customers. */
export type RecordKind = {
  /** what messages call one record: `customer` */
  readonly noun: string;
  /** the table of the record */
  readonly table: string;
  /** the component that describes the create request, whose members a scenario may give; null for none */
  readonly body: string | null;
  /** the members of the create request, where the component is a union; default: the properties of the component */
  readonly bodyMembers?: readonly string[];
  /** members of the create request that a scenario cannot give, because the arrangement fills them in */
  readonly without?: readonly string[];
  /** values of members of the create request that a scenario leaves out, where the validation needs them */
  readonly presets?: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, OwnMember>>;
  /** the kinds of records that can be nested in a record, by member */
  readonly children?: Readonly<Record<string, string>>;
  /** the kind of record that a record belongs to, and the member that names it where it is not nested */
  readonly owner?: { readonly kind: string; readonly member: string; readonly required: boolean };
  /** whether the member holds one object instead of an array */
  readonly single?: boolean;
};

/** One record of a scenario: parsed and validated, with the records that it belongs to and refers to. */
export type ScenarioRecord = {
  readonly kind: string;
  /** the JSON pointer of the record in the scenario */
  readonly pointer: string;
  /** the number of the record in the scenario, counted from 0 */
  readonly ordinal: number;
  /** the members of the create request, as given */
  readonly given: Readonly<Record<string, unknown>>;
  /** the other members; instants are milliseconds since 1970, references are in `refs` */
  readonly own: Readonly<Record<string, unknown>>;
  readonly tenant: ScenarioRecord;
  /** the record that it belongs to; null for a record of the tenant */
  readonly owner: RecordTarget | null;
  readonly refs: Readonly<Record<string, RecordTarget>>;
  /** the nested records by member */
  readonly children: Readonly<Record<string, readonly ScenarioRecord[]>>;
  /** the id of the row; null until the row is created */
  id: string | null;
  /** further members of the result, such as the secret of an API key */
  readonly extra: Record<string, unknown>;
};

/** A record of the scenario, or a row that the world has already. */
export type RecordTarget = ScenarioRecord | { readonly id: string };

/** A scenario after it was parsed: its tenant, and all records in the order of the scenario. */
export type ParsedScenario = { readonly root: ScenarioRecord; readonly records: readonly ScenarioRecord[] };

/** How a mock definition arranges the records of a scenario. */
export type Arrangement<T extends Tables> = {
  readonly kinds: Readonly<Record<string, RecordKind>>;
  /** the kind of the scenario itself, whose members are the children of this kind */
  readonly root: string;
  /** The webhook events that can be triggered. */
  readonly events: {
    types(): string[];
    /** Returns the kind of record that the events of a type are about. */
    kindOf(type: string): string;
    /** Returns what a scenario says of a record in the state that the event announces. */
    recordOf(platform: Store<T>, type: string): object;
    /** Emits an event about a row of the store's tenant; returns the number of endpoints that get it. */
    emit(store: Store<T>, type: string, row: object): number;
  };
  /** Lists the tenants that the member `tenant` of a scenario can name; the first is the default. */
  tenants(
    store: Store<T>,
    personas: Readonly<Record<string, { tenantId?: string }>>,
  ): readonly { id: string; names: readonly string[] }[];
  /**
   * Arranges the records in the open transaction, and sets their ids.
   * @param during runs a function for a record, so that a refusal names this record
   */
  arrange(
    store: Store<T>,
    scenario: ParsedScenario,
    options: { seed: number; during: <A>(record: ScenarioRecord, run: () => A) => A },
  ): void;
};
