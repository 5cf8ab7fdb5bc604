// Where messages may go: no address on a private network, whatever name or notation leads there.
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Kind, kindOf } from './addresses.ts';

/** `public`: the public Internet alone; `loopback`: this machine too; `any`: any address. */
export type Reach = 'public' | 'loopback' | 'any';

/** The system's resolver (`dns.lookup`), or another that answers like it. */
export type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export type Egress = {
  /** Why nothing may be sent to a host as a URL object spells it; null for a name whose addresses have to be looked up. */
  refusal(host: string): string | null;
  /** Looks a name up for a connection and gives it the permitted addresses alone, so that none can be swapped later. */
  lookup: LookupFunction;
};

/** Names nobody can own (RFC 2606, RFC 6761): asking the network for them would only tell it what is being tested. */
const NOBODY = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/i;
/** As a URL object spells one, whatever notation it was given in. */
const IPV4 = /^\d+(?:\.\d+){3}$/;
const LOCALHOST = /(?:^|\.)localhost$/i;
const HERE: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function makeEgress(reach: Reach, resolve: Resolver = systemResolver): Egress {
  const permits = (kind: Kind | null): boolean =>
    reach === 'any' || kind === null || (reach === 'loopback' && kind === 'loopback');

  const lookup: LookupFunction = (host, options, done) => {
    const answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]): void => {
      const open = found.filter(({ address }) => permits(kindOf(address)));
      const [first] = open;
      if (error) done(error, []);
      else if (!first) done(refused(host, found), []);
      else if (options.all) done(null, open);
      else done(null, first.address, first.family);
    };
    // RFC 6761 §6.3: names under localhost are this machine, and the network is not asked.
    if (LOCALHOST.test(bare(host))) answer(null, HERE);
    else resolve(host, { ...options, all: true }, answer);
  };

  return {
    lookup,
    refusal(host) {
      const address = host.startsWith('[') ? host.slice(1, -1) : host;
      if (address !== host || IPV4.test(host)) {
        const kind = kindOf(address);
        return permits(kind) ? null : sentence(host, kind);
      }
      return NOBODY.test(bare(host))
        ? `Nothing is sent to ${host}: the name is reserved for examples, and nobody can have it.`
        : null;
    },
  };
}

/** A name without the dot that may close it. */
const bare = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

function refused(host: string, found: readonly LookupAddress[]): Error {
  const [first] = found;
  if (!first) return Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return new EgressRefusal(sentence(`${host} (${first.address})`, kindOf(first.address)));
}

/** Says in its message, one sentence, why nothing is sent. */
export class EgressRefusal extends Error {}

const sentence = (host: string, kind: Kind | null): string =>
  `Nothing is sent to ${host}: the address is ${kind}. Start the mock with --webhooks-allow-private to allow it.`;

const systemResolver: Resolver = (host, options, done) =>
  process.getBuiltinModule('dns').lookup(host, options, done);
