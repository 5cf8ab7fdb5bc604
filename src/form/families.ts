// Groups the schemas of the contract by the resource that they describe, and says which members refer to another one.
import { document } from '../contract/document.ts';
import { type JsonSchema, withoutNull } from '../contract/openapi.ts';
import { type OperationId, operation } from '../contract/operations.ts';

/** Schema whose name does not begin with the resource that it describes → that resource. */
const FAMILY: Readonly<Record<string, string>> = {
  OrderItem: 'OrderLine',
  WalletTopup: 'WalletTransaction',
  DomainCheckRequest: 'DomainAvailability',
  WebhookTest: 'WebhookDelivery',
  DnsRecordWrite: 'DnsRecord',
};
const REQUEST =
  /(?<=[a-z])(Create|Update|Suspend|Terminate|Renew|Register|Transfer|Nameservers|ResetRequest|Reissue|Resize|(?<!Error)Detail|WithSecret)$/;

/** Returns the resource that a schema describes: `Customer` for `CustomerCreate`. */
export const familyOf = (schema: string): string =>
  FAMILY[schema] ?? schema.replace(REQUEST, (word) => (word === 'ResetRequest' ? 'Reset' : ''));

/** Returns the properties of a schema; of a schema of forms, those that the forms have together. */
export function propertiesOf(schema: string): Record<string, JsonSchema> {
  const { schemas } = document().components;
  return schemas[schema]?.properties ?? schemas[FAMILY[schema] ?? '']?.properties ?? {};
}

/** Returns the name of the component that a schema refers to, also beside null; an empty text for none. */
export const nameOf = (schema: JsonSchema): string => withoutNull(schema).$ref?.split('/').at(-1) ?? '';

/** Returns whether the specification shows a member. */
export const isStated = (property: JsonSchema): boolean => property['x-stated'] === true;

/** Lists the members that the schemas of each family have together; `stated`: the specification shows one. */
export function membersByFamily(): Map<string, Map<string, { stated: boolean }>> {
  const families = new Map<string, Map<string, { stated: boolean }>>();
  for (const [name, { properties = {} }] of Object.entries(document().components.schemas)) {
    const members = families.get(familyOf(name)) ?? new Map<string, { stated: boolean }>();
    families.set(familyOf(name), members);
    for (const [member, property] of Object.entries(properties))
      members.set(member, { stated: isStated(property) || (members.get(member)?.stated ?? false) });
  }
  return families;
}

/** Member that refers to another resource → the kind of that resource. */
export const REFERENCES: Readonly<Record<string, string>> = {
  customer_id: 'Customer',
  tenant_id: 'Tenant',
  order_id: 'Order',
  invoice_id: 'Invoice',
  service_id: 'Service',
  subscription_id: 'Subscription',
  payment_id: 'Payment',
  domain_id: 'Domain',
  hosting_id: 'HostingAccount',
  zone_id: 'DnsZone',
  email_id: 'EmailService',
  webhook_id: 'Webhook',
  ticket_id: 'Ticket',
  api_key_id: 'ApiKey',
};

/** Kinds whose ids the specification states to be UUIDs. */
const UUID_KINDS = new Set(['Order', 'Invoice', 'Service', 'Customer', 'User', 'SessionUser', 'Tenant']);

/** Returns whether the specification leaves the form of a kind's ids open. */
export const hasOpenIds = (kind: string): boolean => !UUID_KINDS.has(kind);

const statedIn = (schema: string): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
    isStated(property) ? [name, ...statedIn(nameOf(property) || nameOf(property.items ?? {}))] : [],
  );

/** Lists the members of an operation's request that the specification shows, and those within them. */
export const shownMembers = (id: OperationId): string[] => statedIn(operation(id).body?.schema ?? '');

/** Returns whether the specification shows the request of an operation: its members keep their names in every deployment. */
export const keepsRequest = (id: OperationId): boolean => shownMembers(id).length > 0;
