// Egress rules: which receivers the mock may send webhooks to; never itself, whatever its address is called.
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { canonicalAddress, type NetworkKind, networkKind } from './network-ranges.ts';

/** Which receivers are permitted: `public` IP addresses, `loopback` too, or `any`. */
export type EgressScope = 'public' | 'loopback' | 'any';

/** Resolves a host name like `dns.lookup`. When it reports an error, it passes no list of addresses. */
export type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found?: LookupAddress[]) => void,
) => void;

export type Target = {
  /** The host as a `URL` object writes it. */
  host: string;
  port: number;
  /** The origin of the foreign web page that chose this receiver; null when no web page chose it. */
  page: string | null;
};

/** The decision about a receiver. */
export type Route = {
  /** Why nothing may be sent; null for a permitted address, and for a name, which `lookup` checks. */
  refusal: string | null;
  /**
   * Resolves a host name for one connection and returns only permitted IP addresses. The connection uses exactly
   * these addresses, so that DNS cannot replace them after the check.
   */
  lookup: LookupFunction;
};

/** Decides whether a message may be sent to a receiver. */
export type Egress = (target: Target) => Route;

type EgressOptions = {
  /** Resolves names. Default: `dns.lookup`. */
  resolve?: Resolver;
  /** Lists the ports of this machine that the mock listens on. Default: none. */
  ownPorts?: () => readonly number[];
};

/** Matches reserved names (RFC 2606, RFC 6761): a DNS query would only reveal what the user tests. */
const RESERVED_NAME = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/i;
/** Matches an IPv4 address in dotted decimal notation, in which a `URL` object writes every IPv4 address. */
const IPV4 = /^\d+(?:\.\d+){3}$/;
const LOCALHOST = /(?:^|\.)localhost$/i;
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function createEgress(
  scope: EgressScope,
  { resolve = systemResolver, ownPorts = () => [] }: EgressOptions = {},
): Egress {
  const permits = (kind: NetworkKind | null): boolean =>
    scope === 'any' || kind === null || (scope === 'loopback' && kind === 'loopback');

  return (target) => {
    const { host, port, page } = target;
    const isOwnPort = ownPorts().includes(port);

    // Returns the reason why nothing may be sent to an IP address; null when sending is permitted.
    const refuseAddress = (address: string, shown: string): string | null => {
      const kind = networkKind(address);
      // This rule applies with every scope: a delivery to the mock itself would hide which web page caused it.
      if (isOwnPort && isThisMachine(address, kind)) {
        return `Nothing is sent to ${shown}: this is the mock itself. Name another server.`;
      }
      if (page !== null && (kind !== null || isThisMachine(address, kind))) return pageRefusal(target, page);
      return permits(kind) ? null : rangeRefusal(shown, kind);
    };

    const answer = (
      found: readonly LookupAddress[],
      all: boolean | undefined,
      done: Parameters<LookupFunction>[2],
    ): void => {
      const permitted = found.filter(({ address }) => refuseAddress(address, host) === null);
      const [first] = permitted;
      const [refused] = found;
      if (first && all) done(null, permitted);
      else if (first) done(null, first.address, first.family);
      else if (refused) {
        const { address } = refused;
        done(new EgressRefusal(refuseAddress(address, `${host} (${address})`) ?? ''), []);
      } else done(noAddress(target), []);
    };

    return {
      refusal: refusalOf(host, refuseAddress),
      lookup(name, options, done) {
        // RFC 6761 §6.3: names under `localhost` mean this machine; they are not looked up in DNS.
        if (LOCALHOST.test(withoutTrailingDot(name))) return answer(LOOPBACK, options.all, done);
        resolve(name, { ...options, all: true }, (error, found) => {
          // An exception in this callback would reach no caller that catches it, so it becomes the error of the delivery.
          try {
            if (error && page === null) done(error, []);
            else answer(found ?? [], options.all, done);
          } catch (thrown) {
            done(thrown instanceof Error ? thrown : new Error(String(thrown)), []);
          }
        });
      },
    };
  };
}

function refusalOf(
  host: string,
  refuseAddress: (address: string, shown: string) => string | null,
): string | null {
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  if (address !== host || IPV4.test(host)) return refuseAddress(address, host);
  return RESERVED_NAME.test(withoutTrailingDot(host))
    ? `Nothing is sent to ${host}: the name is reserved for examples, and nobody can have it.`
    : null;
}

/** Reports whether an IP address leads to this machine, also by one of its network interfaces. */
export function isThisMachine(address: string, kind: NetworkKind | null): boolean {
  if (kind === 'loopback' || kind === 'unspecified') return true;
  const canonical = canonicalAddress(address);
  const interfaces = Object.values(process.getBuiltinModule('os').networkInterfaces());
  return interfaces.some((addresses) =>
    addresses?.some((local) => canonicalAddress(local.address) === canonical),
  );
}

const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

// Builds the error for a host name without an address. For a receiver that a web page chose, the message is the same as
// for a private address.
function noAddress(target: Target): Error {
  return target.page === null
    ? Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
    : new EgressRefusal(pageRefusal(target, target.page));
}

/** The error of a refused delivery; its message is one sentence that says why the delivery was refused. */
export class EgressRefusal extends Error {}

const rangeRefusal = (shown: string, kind: NetworkKind | null): string =>
  `Nothing is sent to ${shown}: the address is ${kind}. Start the mock with --webhooks-allow-private to allow it.`;

// Builds the message for receivers that a web page chose. It is the same for private addresses and for unknown names,
// so that the page cannot explore the network.
const pageRefusal = ({ host }: Target, page: string): string =>
  `Nothing is sent to ${host}: it is no public address, and a page of ${page} chose it. Set the url without a page, or start the mock with --cors ${page} if the page is yours.`;

const systemResolver: Resolver = (host, options, done) =>
  process.getBuiltinModule('dns').lookup(host, options, done);
