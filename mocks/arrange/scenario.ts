// The types of scenarios: the members of each record, from the document's types, and the ids of the result.
import type { Schemas } from '../../src/contract/types.ts';

/**
 * An instant: ISO 8601 (`2026-11-20T08:00:00Z`), or a duration from the world's present time (`-P10D` is ten days ago,
 * `P3D` in three days).
 */
type Instant = string;

/** The members of every record. */
type Common = {
  /** The name of the record: `ids` of the result has its id under this name, and other records refer to it by it. */
  readonly as?: string;
  /** How many such records to create; 1 by default. */
  readonly count?: number;
};
type Created = Common & {
  /** When the record was created. Default: long enough ago for its state. */
  readonly created_at?: Instant;
};
type InState<Status> = Created & {
  /** The state of the record. All that leads to it has happened: orders, payments, events, and the time between. */
  readonly status?: Status;
};
/** A record that is nested in a customer, or names one. */
type OfCustomer = {
  /** The name or the id of the customer, for a record that is not nested in one. Default: a new customer. */
  readonly customer?: string;
};
type Purchase = {
  /** When the paid period ends; it decides when the order was placed. */
  readonly next_due_at?: Instant;
  /** Why the order failed, for a failed record. */
  readonly failure_reason?: string;
};
type Suspendable = Purchase & {
  /** Why the service is suspended, for a suspended record. */
  readonly suspension_reason?: string;
};
/** The members of a create request; each has a default. */
type Members<Name extends keyof Schemas, Without extends string = never> = {
  readonly [Member in keyof Schemas[Name] as Exclude<Member, Without>]?: Schemas[Name][Member];
};

/** A record that belongs to a customer, and that a create request describes. */
type Owned<Status, Name extends keyof Schemas, Without extends string = 'customer_id'> = OfCustomer &
  InState<Status> &
  Members<Name, Without>;

type OrderRecord = Owned<Schemas['OrderStatus'], 'OrderCreate'> & { readonly failure_reason?: string };
type ServiceRecord = Owned<Schemas['ServiceStatus'], 'OrderItem', 'quantity'> &
  Suspendable & { readonly payment_method?: string; readonly auto_renew?: boolean };
type SubscriptionRecord = Owned<Schemas['SubscriptionStatus'], 'OrderItem', 'quantity'> & {
  readonly next_due_at?: Instant;
  readonly cancel_at_period_end?: boolean;
};
type HostingRecord = Owned<Schemas['HostingStatus'], 'HostingAccountCreate'> & Suspendable;
type DomainRecord = Owned<Schemas['DomainStatus'], 'DomainRegister'> & Suspendable;
type CertificateRecord = Owned<Schemas['CertificateStatus'], 'CertificateCreate', 'customer_id' | 'csr'> &
  Purchase;
type MailboxRecord = InState<Schemas['MailboxStatus']> & Members<'MailboxCreate'>;
type EmailRecord = Owned<Schemas['EmailServiceStatus'], 'EmailServiceCreate'> &
  Suspendable & { readonly mailboxes?: readonly MailboxRecord[] };
type VpsRecord = Owned<
  Schemas['VpsStatus'],
  'VpsCreate',
  'customer_id' | 'ssh_keys' | 'user_data' | 'root_password'
> &
  Suspendable;
type PaymentRecord = InState<Schemas['PaymentStatus']> & Members<'PaymentCreate', 'invoice_id' | 'paid_at'>;
type InvoiceRecord = OfCustomer &
  InState<Schemas['InvoiceStatus']> & {
    /** The amount before tax, in minor units. */
    readonly subtotal_amount?: number;
    /** What was paid so far, in minor units. */
    readonly paid_amount?: number;
    /** The text of its line. */
    readonly description?: string;
    /** When it is due. Default: two weeks after it was issued. */
    readonly due_at?: Instant;
    readonly payments?: readonly PaymentRecord[];
  };
type DnsRecord = Created & {
  readonly [Member in
    | 'type'
    | 'name'
    | 'content'
    | 'ttl'
    | 'priority'
    | 'weight'
    | 'port'
    | 'flags'
    | 'tag']?: NonNullable<Schemas['DnsRecord'][Member]>;
};
type ZoneRecord = Owned<Schemas['DnsZoneStatus'], 'DnsZoneCreate'> & {
  readonly records?: readonly DnsRecord[];
};
type ReplyRecord = Created & Members<'TicketReplyCreate'>;
type TicketRecord = Owned<Schemas['TicketStatus'], 'TicketCreate', 'customer_id' | 'service_id'> & {
  /** The name or the id of the service that the ticket is about. */
  readonly service?: string;
  readonly replies?: readonly ReplyRecord[];
};
type DeliveryRecord = InState<Schemas['WebhookDeliveryStatus']> &
  Members<'WebhookTest'> & {
    /** The status that the endpoint replied with. */
    readonly response_status?: number;
  };
type WebhookRecord = InState<Schemas['WebhookStatus']> &
  Members<'WebhookCreate', 'status'> & { readonly deliveries?: readonly DeliveryRecord[] };
type UserRecord = Created & {
  readonly email?: string;
  readonly name?: string;
  readonly role?: Exclude<Schemas['Role'], 'platform_admin'>;
  /** Default: the password of the demo users. */
  readonly password?: string;
  readonly two_factor_enabled?: boolean;
};
type ApiKeyRecord = InState<Schemas['ApiKeyStatus']> &
  Members<'ApiKeyCreate', 'expires_at'> & { readonly expires_at?: Instant };

/** The records that a customer can own. */
type OwnedRecords = {
  readonly orders?: readonly OrderRecord[];
  readonly services?: readonly ServiceRecord[];
  readonly subscriptions?: readonly SubscriptionRecord[];
  readonly hosting_accounts?: readonly HostingRecord[];
  readonly domains?: readonly DomainRecord[];
  readonly certificates?: readonly CertificateRecord[];
  readonly email_services?: readonly EmailRecord[];
  readonly vps?: readonly VpsRecord[];
  readonly invoices?: readonly InvoiceRecord[];
  readonly payments?: readonly (PaymentRecord &
    OfCustomer & {
      /** The name or the id of the invoice. Default: a new invoice. */
      readonly invoice?: string;
    })[];
  readonly dns_zones?: readonly ZoneRecord[];
  readonly tickets?: readonly TicketRecord[];
};

/** The records of a tenant. */
type TenantRecords = OwnedRecords & {
  readonly users?: readonly UserRecord[];
  readonly api_keys?: readonly ApiKeyRecord[];
  /** The balance of the tenant's wallet, in minor units. */
  readonly wallet?: { readonly balance_amount?: number };
  readonly customers?: readonly (InState<Schemas['CustomerStatus']> &
    Members<'CustomerCreate'> &
    OwnedRecords)[];
  readonly mailboxes?: readonly (MailboxRecord & { readonly email_service: string })[];
  readonly dns_records?: readonly (DnsRecord & { readonly zone: string })[];
  readonly ticket_replies?: readonly (ReplyRecord & { readonly ticket: string })[];
  readonly webhooks?: readonly WebhookRecord[];
  readonly webhook_deliveries?: readonly (DeliveryRecord & { readonly webhook: string })[];
};

/**
 * A scenario: the records to arrange in a world, nested by ownership, or flat with references by the names that `as`
 * gives.
 */
export type Scenario = TenantRecords & {
  readonly $schema?: string;
  /** The slug or the id of the tenant in which to arrange. Default: the tenant of the persona `owner`. */
  readonly tenant?: string;
  /** New tenants with their records. */
  readonly tenants?: readonly (InState<Schemas['TenantStatus']> & Members<'TenantCreate'> & TenantRecords)[];
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
