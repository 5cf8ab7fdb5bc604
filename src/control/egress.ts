// Where messages may go: no address on a private network, and none of the mock's own, whatever name or notation leads there.
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { canonicalAddress, type NetworkKind, networkKind } from './network-ranges.ts';

/** `public`: the public Internet alone; `loopback`: this machine too; `any`: any address. */
export type EgressScope = 'public' | 'loopback' | 'any';

/** The system's resolver (`dns.lookup`), or another that answers like it: on an error there is no list. */
export type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found?: LookupAddress[]) => void,
) => void;

/** Where a message is to go. */
export type Target = {
  /** as a URL object spells it: an address in one notation, IPv6 in brackets, or a name */
  host: string;
  port: number;
  /** the page of another origin that chose the target; null when no page did */
  page: string | null;
};

export type Route = {
  /** why nothing may be sent; null for a permitted address, and for a name, whose addresses have to be looked up */
  refusal: string | null;
  /** looks a name up for a connection and gives it the permitted addresses alone, so that none can be swapped later */
  lookup: LookupFunction;
};

export type Egress = (target: Target) => Route;

export type EgressOptions = {
  resolve?: Resolver;
  /** the ports of this machine that the mock itself listens on */
  own?: () => readonly number[];
};

/** Names nobody can own (RFC 2606, RFC 6761): asking the network for them would only tell it what is being tested. */
const RESERVED_NAME = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/i;
/** As a URL object spells one, whatever notation it was given in. */
const IPV4 = /^\d+(?:\.\d+){3}$/;
const LOCALHOST = /(?:^|\.)localhost$/i;
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function createEgress(
  reach: EgressScope,
  { resolve = systemResolver, own = () => [] }: EgressOptions = {},
): Egress {
  const permits = (kind: NetworkKind | null): boolean =>
    reach === 'any' || kind === null || (reach === 'loopback' && kind === 'loopback');

  return (target) => {
    const { host, port, page } = target;
    const isOwnPort = own().includes(port);

    /** Why nothing may be sent to an address; null when it may. @param shown how the sentence names it */
    const judge = (address: string, shown: string): string | null => {
      const kind = networkKind(address);
      // Whatever the flags say: a delivery to the mock itself would carry no sign of the page that caused it.
      if (isOwnPort && isThisMachine(address, kind)) {
        return `Nothing is sent to ${shown}: this is the mock itself. Name another server.`;
      }
      if (page !== null && (kind !== null || isThisMachine(address, kind))) return ofPage(target, page);
      return permits(kind) ? null : ofKind(shown, kind);
    };

    const answer = (
      found: readonly LookupAddress[],
      all: boolean | undefined,
      done: Parameters<LookupFunction>[2],
    ): void => {
      const open = found.filter(({ address }) => judge(address, host) === null);
      const [first] = open;
      const [refused] = found;
      if (first && all) done(null, open);
      else if (first) done(null, first.address, first.family);
      else if (refused) {
        const { address } = refused;
        done(new EgressRefusal(judge(address, `${host} (${address})`) ?? ''), []);
      } else done(noAddress(target), []);
    };

    return {
      refusal: refusalOf(host, judge),
      lookup(name, options, done) {
        // RFC 6761 §6.3: names under localhost are this machine, and the network is not asked.
        if (LOCALHOST.test(withoutTrailingDot(name))) return answer(LOOPBACK, options.all, done);
        resolve(name, { ...options, all: true }, (error, found) => {
          // What goes wrong in here is the failure of this delivery: nobody above could catch it.
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

function refusalOf(host: string, judge: (address: string, shown: string) => string | null): string | null {
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  if (address !== host || IPV4.test(host)) return judge(address, host);
  return RESERVED_NAME.test(withoutTrailingDot(host))
    ? `Nothing is sent to ${host}: the name is reserved for examples, and nobody can have it.`
    : null;
}

/** Does an address lead to this machine, by loopback or by one of its network interfaces? */
function isThisMachine(address: string, kind: NetworkKind | null): boolean {
  if (kind === 'loopback' || kind === 'unspecified') return true;
  const wanted = canonicalAddress(address);
  const interfaces = Object.values(process.getBuiltinModule('os').networkInterfaces());
  return interfaces.some((one) => one?.some((known) => canonicalAddress(known.address) === wanted));
}

/** A name without the dot that may close it. */
const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** A name without an address. What a page may learn is the same as of a name with a private one. */
function noAddress(target: Target): Error {
  return target.page === null
    ? Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
    : new EgressRefusal(ofPage(target, target.page));
}

/** Says in its message, one sentence, why nothing is sent. */
export class EgressRefusal extends Error {}

const ofKind = (shown: string, kind: NetworkKind | null): string =>
  `Nothing is sent to ${shown}: the address is ${kind}. Start the mock with --webhooks-allow-private to allow it.`;

/** The same for every address that is not public and for every name without one: a page must not learn which it is. */
const ofPage = ({ host }: Target, page: string): string =>
  `Nothing is sent to ${host}: it is no public address, and a page of ${page} chose it. Set the url without a page, or start the mock with --cors ${page} if the page is yours.`;

const systemResolver: Resolver = (host, options, done) =>
  process.getBuiltinModule('dns').lookup(host, options, done);
