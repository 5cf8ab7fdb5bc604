// Classifies IP addresses that are not public by their purpose, from the IANA special-purpose registries:
// iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.

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

type Address = { bits: 32 | 128; value: bigint };

function parseRange(cidr: string): { first: Address; prefix: number } {
  const [text = '', prefix] = cidr.split('/');
  const first = parse(text);
  if (!first) throw new Error(`${cidr} is no range of addresses.`);
  return { first, prefix: Number(prefix) };
}

/** The special ranges of IP addresses. A range inside a wider range is listed before the wider one. */
const NETWORK_RANGES = (
  [
    ['metadata', '169.254.169.254/32'], // the metadata address of AWS, Google, Azure, DigitalOcean, Hetzner and others
    ['metadata', '169.254.170.2/32'], // the metadata address of AWS containers
    ['metadata', '100.100.100.200/32'], // the metadata address of Alibaba
    ['metadata', '168.63.129.16/32'], // an address of Azure that looks like a public address
    ['metadata', '192.0.0.192/32'], // the metadata address of Oracle
    ['metadata', 'fd00:ec2::/32'], // the metadata addresses of AWS
    ['metadata', 'fd20:ce::254/128'], // the metadata address of Google
    ['loopback', '127.0.0.0/8'],
    ['loopback', '::1/128'],
    ['private', '10.0.0.0/8'],
    ['private', '172.16.0.0/12'],
    ['private', '192.168.0.0/16'],
    ['private', '100.64.0.0/10'], // shared by carriers and their customers (RFC 6598)
    ['private', 'fc00::/7'],
    ['private', 'fec0::/10'],
    ['private', '64:ff9b:1::/48'],
    ['link-local', '169.254.0.0/16'],
    ['link-local', 'fe80::/10'],
    ['unspecified', '0.0.0.0/8'], // leads to this machine on many systems
    ['unspecified', '::/128'],
    ['documentation', '192.0.2.0/24'],
    ['documentation', '198.51.100.0/24'],
    ['documentation', '203.0.113.0/24'],
    ['documentation', '2001:db8::/32'],
    ['documentation', '3fff::/20'],
    ['multicast', '224.0.0.0/4'],
    ['multicast', 'ff00::/8'],
    ['reserved', '192.0.0.0/24'],
    ['reserved', '192.88.99.0/24'],
    ['reserved', '198.18.0.0/15'],
    ['reserved', '240.0.0.0/4'], // includes the broadcast address 255.255.255.255
    ['reserved', '100::/64'],
    ['reserved', '2001::/23'],
    ['reserved', '5f00::/16'],
  ] satisfies [NetworkKind, string][]
).map(([kind, cidr]) => ({ kind, ...parseRange(cidr) }));

/**
 * The IPv6 ranges whose addresses contain an IPv4 address (mapped, compatible, NAT64, 6to4), each with the number of
 * bits to the right of the IPv4 address.
 */
const IPV4_CARRIERS = (
  [
    ['::ffff:0:0/96', 0],
    ['::ffff:0:0:0/96', 0],
    ['::/96', 0],
    ['64:ff9b::/96', 0],
    ['2002::/16', 80],
  ] satisfies [string, number][]
).map(([cidr, shift]) => ({ shift: BigInt(shift), ...parseRange(cidr) }));

/**
 * Classifies an IP address.
 * @returns the kind of its special range; null for a public address; `reserved` for text that is no IP address
 */
export function networkKind(text: string): NetworkKind | null {
  const address = parse(text);
  return address ? kindOfAddress(address) : 'reserved';
}

function kindOfAddress(address: Address): NetworkKind | null {
  for (const range of NETWORK_RANGES) if (isWithin(address, range)) return range.kind;
  const inner = containedAddress(address);
  return inner && kindOfAddress(inner);
}

/**
 * Converts all notations of an IP address to the same text. An IPv6 address that contains an IPv4 address gives the
 * text of the IPv4 address.
 * @returns null when the text is no IP address
 */
export function canonicalAddress(text: string): string | null {
  const address = parse(text);
  if (address === null) return null;
  const { bits, value } = containedAddress(address) ?? address;
  return `${bits}:${value}`;
}

/** Returns the IPv4 address that an IPv6 address contains. */
function containedAddress(address: Address): Address | null {
  const carrier = IPV4_CARRIERS.find((range) => isWithin(address, range));
  return carrier ? { bits: 32, value: (address.value >> carrier.shift) & 0xffffffffn } : null;
}

function isWithin({ bits, value }: Address, { first, prefix }: ReturnType<typeof parseRange>): boolean {
  const hostBits = BigInt(bits - prefix);
  return bits === first.bits && value >> hostBits === first.value >> hostBits;
}

/**
 * Parses an IP address in the notation of the operating system.
 * @returns null for any other text
 */
function parse(text: string): Address | null {
  const [plain = ''] = text.split('%');
  return plain.includes(':') ? parse6(plain) : parse4(plain);
}

function parse4(text: string): Address | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) };
}

/** Parses an IPv6 address (RFC 4291 §2.2), with or without `::` and with or without an IPv4 address at its end. */
function parse6(text: string): Address | null {
  // A URL writes the eight groups as at most eight, in hexadecimal, with `::` for groups of 0.
  const host = URL.parse(`http://[${text}]/`)?.hostname;
  if (host === undefined) return null;
  const [before = [], after = []] = host
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return { bits: 128, value: groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n) };
}
