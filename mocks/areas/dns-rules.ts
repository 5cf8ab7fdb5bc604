// Rules of DNS records: which members each record type has, and which records a zone can hold (RFC 1034, RFC 1035).
import type { Body } from '../../src/contract/types.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { DnsRecordRow, DnsZoneRow, Store } from '../tables.ts';

type RecordBody = Body<'createDnsRecord'>;
type RecordMembers = Pick<
  DnsRecordRow,
  'type' | 'name' | 'content' | 'priority' | 'weight' | 'port' | 'flags' | 'tag'
>;

/**
 * Selects the members of a DNS record to store. Members that the record type does not have are set to null, whatever
 * the request sent.
 */
export function recordMembers(body: RecordBody): RecordMembers {
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

/**
 * Throws a refusal for a record that its zone cannot hold: RECORD_NAME_TOO_LONG, RECORD_EXISTS or RECORD_BESIDE_CNAME.
 * @param self the id of the record that is replaced
 */
export function assertPlacement(store: Store, zone: DnsZoneRow, body: RecordBody, self?: string): void {
  const { type, name } = body;
  if (name !== '@' && `${name}.${zone.name}`.length > 253) {
    throw new Refusal('RECORD_NAME_TOO_LONG', { extra: { most: 252 - zone.name.length } });
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
