// Handlers for DNS zones and the records in a zone.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { nameserversOf } from '../identity/tenancy.ts';
import { isHeldHere } from '../products/domain-registry.ts';
import { scheduleByPace } from '../products/lifecycle-pace.ts';
import { type DnsRecordRow, type DnsZoneRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';

/** How long a new zone takes to be published, in milliseconds. Chosen by this contract. */
const PUBLISH_MS = 3000;
/** The largest serial number of a zone: 32 bits (RFC 1035). The number after the largest one is 1 (RFC 1982). */
const MAX_SERIAL = 2 ** 32 - 1;

/** Handles the operations under /dns. */
export const dns = {
  listDnsZones: ({ store, query }) => store.dns_zones.page(query),

  createDnsZone: ({ store, body }) => createZone(store, body),

  getDnsZone: ({ store, params }) => store.dns_zones.get(params.id),

  deleteDnsZone: ({ store, params }) => {
    const zone = store.dns_zones.get(params.id);
    for (const { id } of store.dns_records.where('zone_id', zone.id)) store.dns_records.remove(id);
    store.dns_zones.remove(zone.id);
    store.unschedule('dns_zone.published', timerRef('zone_id', zone));
    emitEvent(store, 'dns_zone.deleted', zone);
    return { id: zone.id, deleted: true };
  },

  listDnsRecords: ({ store, params, query }) => store.dns_records.page({ ...query, zone_id: params.id }),

  createDnsRecord: ({ store, params, body }) => addRecord(store, store.dns_zones.get(params.id), body),

  updateDnsRecord: ({ store, params, body }) => {
    const zone = store.dns_zones.get(params.id);
    const record = recordInZone(store, zone, params.rid);
    if (body.type !== record.type) throw new Refusal('RECORD_TYPE_FIXED', { values: { type: record.type } });
    assertPlacement(store, zone, body, record.id);
    const written = store.dns_records.update(record.id, { ...recordMembers(body), ttl: body.ttl });
    bumpSerial(store, zone, 0);
    return written;
  },

  deleteDnsRecord: ({ store, params }) => {
    const zone = store.dns_zones.get(params.id);
    const { id } = recordInZone(store, zone, params.rid);
    store.dns_records.remove(id);
    bumpSerial(store, zone, -1);
    return { id, deleted: true };
  },
} satisfies Partial<Handlers<Store>>;

/** Creates an empty zone. Throws the refusals CUSTOMER_UNKNOWN, ZONE_TAKEN. */
export function createZone(store: Store, body: Body<'createDnsZone'>): DnsZoneRow {
  const { name, customer_id = null, default_ttl = 3600 } = body;
  if (customer_id !== null && !store.customers.find(customer_id)) throw new Refusal('CUSTOMER_UNKNOWN');
  if (store.dns_zones.by('name', name)) throw new Refusal('ZONE_TAKEN');
  const zone = store.dns_zones.insert({
    customer_id,
    domain_id: store.domains.where('name', name).find(isHeldHere)?.id ?? null,
    name,
    status: 'pending',
    nameservers: nameserversOf(store),
    default_ttl,
    serial: nextSerial(store, 0),
    record_count: 0,
    dnssec_enabled: false,
  });
  scheduleByPace(store, 'dns_zone.published', PUBLISH_MS, timerRef('zone_id', zone));
  return emitEvent(store, 'dns_zone.created', zone);
}

/** Activates a zone that the nameservers have published. A timer calls this function when the publication ends. */
export function publishZone(store: Store, zone: DnsZoneRow): void {
  if (zone.status === 'pending') store.dns_zones.move(zone.id, 'activate');
}

/**
 * Adds a DNS record to a zone. Throws a refusal whose name starts with RECORD_ when the zone cannot hold the record.
 */
export function addRecord(store: Store, zone: DnsZoneRow, body: Body<'createDnsRecord'>): DnsRecordRow {
  assertPlacement(store, zone, body);
  const record = store.dns_records.insert({
    zone_id: zone.id,
    ...recordMembers(body),
    ttl: body.ttl ?? zone.default_ttl,
  });
  bumpSerial(store, zone, 1);
  return record;
}

// Finds a DNS record of the given zone. Throws the refusal NOT_FOUND for an unknown record and for a record of another
// zone.
function recordInZone(store: Store, zone: DnsZoneRow, id: string): DnsRecordRow {
  const record = store.dns_records.get(id);
  if (record.zone_id !== zone.id) throw new Refusal('NOT_FOUND');
  return record;
}

function bumpSerial(store: Store, { id, serial, record_count }: DnsZoneRow, more: number): void {
  const zone = store.dns_zones.update(id, {
    serial: nextSerial(store, serial),
    record_count: record_count + more,
  });
  emitEvent(store, 'dns_zone.records_changed', zone);
}

// Builds the next serial number of a zone: the date and two digits (`2026112000`), or the last number plus one if that
// is larger (RFC 1912 §2.2).
function nextSerial(store: Store, last: number): number {
  const today = Number(store.now.slice(0, 10).replaceAll('-', '')) * 100;
  if (today > last && today <= MAX_SERIAL) return today;
  return last < MAX_SERIAL ? last + 1 : 1;
}

type RecordBody = Body<'createDnsRecord'>;
type RecordMembers = Pick<
  DnsRecordRow,
  'type' | 'name' | 'content' | 'priority' | 'weight' | 'port' | 'flags' | 'tag'
>;

// Selects the members of a DNS record to store. Members that the record type does not have are set to null, whatever
// the request sent.
function recordMembers(body: RecordBody): RecordMembers {
  const { type, name, content } = body;
  const plain = { type, name, content, priority: null, weight: null, port: null, flags: null, tag: null };
  switch (body.type) {
    case 'MX':
      return { ...plain, priority: body.priority };
    case 'SRV':
      return { ...plain, priority: body.priority, weight: body.weight, port: body.port };
    case 'CAA':
      return { ...plain, flags: body.flags, tag: body.tag };
    default:
      return plain;
  }
}

// Throws a refusal for a record that its zone cannot hold: RECORD_NAME_TOO_LONG, RECORD_EXISTS or RECORD_BESIDE_CNAME.
function assertPlacement(store: Store, zone: DnsZoneRow, body: RecordBody, self?: string): void {
  const { type, name } = body;
  if (name !== '@' && `${name}.${zone.name}`.length > 253) {
    throw new Refusal('RECORD_NAME_TOO_LONG', { values: { most: 252 - zone.name.length } });
  }
  const sameName = store.dns_records
    .where('name', name)
    .filter((one) => one.zone_id === zone.id && one.id !== self);
  const identity = recordIdentity(recordMembers(body));
  if (sameName.some((one) => recordIdentity(one) === identity)) throw new Refusal('RECORD_EXISTS');
  if (type === 'CNAME' ? sameName.length > 0 : sameName.some((one) => one.type === 'CNAME')) {
    throw new Refusal('RECORD_BESIDE_CNAME');
  }
}

// Builds a text from all members of a DNS record except the time to live. Two records have the same text exactly when
// they are duplicates.
function recordIdentity({ type, name, content, priority, weight, port, flags, tag }: RecordMembers): string {
  return JSON.stringify([type, name, canonicalContent(type, content), priority, weight, port, flags, tag]);
}

// Normalizes the content of a DNS record: host names to lower case without a trailing dot, and IPv6 addresses to
// canonical form.
function canonicalContent(type: RecordMembers['type'], content: string): string {
  if (type === 'AAAA') return new URL(`http://[${content}]/`).hostname;
  if (type === 'A' || type === 'TXT' || type === 'CAA') return content;
  return content.toLowerCase().replace(/\.$/, '');
}
