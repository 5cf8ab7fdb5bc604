// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'DnsZoneCreate': validate52,
  'DnsZonePage': validate52,
  'DnsRecord': validate52,
  'DnsRecordPage': validate52,
  'DnsRecordType': validate52,
  'DnsRecordName': validate52,
  'DnsNameBelowZone': validate52,
  'DnsServiceName': validate52,
  'DnsTarget': validate52,
  'DnsRecordWrite': validate52,
  'DnsARecord': validate52,
  'DnsAaaaRecord': validate52,
  'DnsCnameRecord': validate52,
  'DnsMxRecord': validate52,
  'DnsTxtRecord': validate52,
  'DnsSrvRecord': validate52,
  'DnsCaaRecord': validate52,
  'CaaTag': validate52,
  'DnsNsRecord': validate52,
  'DnsPtrRecord': validate52,
  'listDnsZones.query': validate52,
  'listDnsRecords.query': validate52,
};
