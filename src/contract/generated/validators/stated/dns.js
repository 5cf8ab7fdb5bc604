// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'DnsZone': validate53,
  'Ttl': validate53,
  'DnsZoneCreate': validate53,
  'DnsZoneStatus': validate53,
  'DnsZonePage': validate53,
  'DnsRecord': validate53,
  'DnsRecordPage': validate53,
  'DnsRecordType': validate53,
  'DnsRecordName': validate53,
  'DnsServiceName': validate53,
  'DnsTarget': validate53,
  'DnsRecordWrite': validate53,
  'DnsARecord': validate53,
  'DnsAaaaRecord': validate53,
  'DnsCnameRecord': validate53,
  'DnsMxRecord': validate53,
  'DnsTxtRecord': validate53,
  'DnsSrvRecord': validate53,
  'DnsCaaRecord': validate53,
  'CaaTag': validate53,
  'DnsNsRecord': validate53,
  'DnsPtrRecord': validate53,
  'listDnsZones.query': validate53,
  'listDnsRecords.query': validate53,
};
