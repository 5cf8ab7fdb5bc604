// Classifies IP addresses that are not public by their purpose, from the IANA special-purpose registries:
// iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
import ipaddr from 'ipaddr.js';

/** The purpose of a range of IP addresses that is not public. */
export type NetworkKind =
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'unspecified'
  | 'documentation'
  | 'reserved';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The special ranges of IP addresses. A range inside a wider range is listed before the wider one. */
const NETWORK_RANGES: Readonly<Record<NetworkKind, readonly string[]>> = {
  metadata: [
    '169.254.169.254/32', // AWS, Google, Azure, DigitalOcean, Hetzner and others
    '169.254.170.2/32', // AWS containers
    '100.100.100.200/32', // Alibaba
    '168.63.129.16/32', // an address of Azure that looks like a public address
    '192.0.0.192/32', // Oracle
    'fd00:ec2::/32', // AWS
    'fd20:ce::254/128', // Google
  ],
  loopback: ['127.0.0.0/8', '::1/128'],
  // 100.64.0.0/10 is shared by carriers and their customers (RFC 6598).
  private: [
    ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
    ...['fc00::/7', 'fec0::/10', '64:ff9b:1::/48'],
  ],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  unspecified: ['0.0.0.0/8', '::/128'], // 0.0.0.0/8 leads to this machine on many systems
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  reserved: [
    // 240.0.0.0/4 includes the broadcast address 255.255.255.255.
    ...['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '240.0.0.0/4'],
    ...['100::/64', '2001::/23', '5f00::/16'],
  ],
};
const ranges = Object.fromEntries(
  Object.entries(NETWORK_RANGES).map(([kind, all]) => [kind, all.map((one) => ipaddr.parseCIDR(one))]),
);

// The IPv6 ranges whose addresses contain an IPv4 address (mapped, compatible, NAT64, 6to4), each with the place of its
// first byte.
const IPV4_CARRIERS = (
  [
    ['::ffff:0:0/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['::/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([cidr, at]) => ({ range: ipaddr.IPv6.parseCIDR(cidr), at }));

/**
 * Classifies an IP address.
 * @returns the kind of its special range; null for a public address; `reserved` for text that is no IP address
 */
export function networkKind(text: string): NetworkKind | null {
  const address = parse(text);
  if (address === null) return 'reserved';
  const kindOf = (one: Address): NetworkKind | undefined =>
    (ipaddr.subnetMatch(one, ranges, '') as NetworkKind | '') || undefined;
  return kindOf(address) ?? kindOf(containedAddress(address)) ?? null;
}

/**
 * Converts all notations of an IP address to the same text. An IPv6 address that contains an IPv4 address gives the
 * text of the IPv4 address.
 * @returns null when the text is no IP address
 */
export function canonicalAddress(text: string): string | null {
  const address = parse(text);
  return address && containedAddress(address).toString();
}

// Returns the IPv4 address that an IPv6 address contains, else the address itself.
function containedAddress(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  const carrier = IPV4_CARRIERS.find(({ range }) => address.match(range));
  return carrier ? new ipaddr.IPv4(address.toByteArray().slice(carrier.at, carrier.at + 4)) : address;
}

// Parses an IP address without its zone; of IPv4 only the form of four decimal numbers.
function parse(text: string): Address | null {
  const [plain = ''] = text.split('%');
  if (!plain.includes(':'))
    return ipaddr.IPv4.isValidFourPartDecimal(plain) ? ipaddr.IPv4.parse(plain) : null;
  return ipaddr.IPv6.isValid(plain) ? ipaddr.IPv6.parse(plain) : null;
}
