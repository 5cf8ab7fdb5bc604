// Simulates the domain registries: top-level domains on sale, availability of names, and the maximum term.
import { Refusal } from '../../src/state/refusal.ts';
import { addMs, DAY, endOfCycle } from '../billing/cycles.ts';
import type { DomainRow, Store } from '../tables.ts';
import { toUnicode } from './idna.ts';

// The SKU that registers names under the top-level domains that have no SKU of their own. Chosen by this contract:
// `.example` is on sale too, so that tests need no real name.
const GENERIC_SKU = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const SKUS: Record<string, string> = {
  com: 'domain-com',
  net: 'domain-net',
  org: 'domain-org',
  de: 'domain-de',
};
const OTHER_TLDS = [
  ...[
    'app',
    'at',
    'be',
    'biz',
    'blog',
    'ch',
    'cloud',
    'co',
    'dev',
    'es',
    'eu',
    'example',
    'fr',
    'info',
    'io',
    'it',
  ],
  ...['me', 'nl', 'online', 'pl', 'shop', 'site', 'store', 'tech', 'us', 'xyz'],
  // These A-labels stand for рф, 中国 and السعودية.
  ...['xn--p1ai', 'xn--fiqs8s', 'xn--mgberp4a5d4ar'],
];
for (const tld of OTHER_TLDS) SKUS[tld] = GENERIC_SKU;

// The labels that registries reserve, so that no name with such a label can be registered. Chosen by this contract.
const RESERVED = new Set([
  'iana',
  'icann',
  'localhost',
  'nic',
  'rdap',
  'registry',
  'reserved',
  'whois',
  'www',
]);

/** The auth code that the other registrar rejects. Any other auth code is accepted. */
export const WRONG_AUTH_CODE = 'wrong-auth-code';

/** The states in which a domain is held by a tenant of this platform. */
const HELD_STATUSES: readonly DomainRow['status'][] = [
  'pending_registration',
  'pending_transfer',
  'active',
  'expired',
  'grace_period',
  'redemption_period',
];
/** Checks whether a domain is in a state in which a tenant of this platform holds it. */
export const isHeldHere = ({ status }: Pick<DomainRow, 'status'>): boolean => HELD_STATUSES.includes(status);

export const tldOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Finds the SKU that registers a domain name; undefined when the top-level domain of the name is not on sale. */
export const skuOf = (name: string): string | undefined => SKUS[tldOf(name)];

/**
 * Finds where a domain name is registered: with any tenant of this platform (`here`), with another registrar
 * (`elsewhere`), or not at all (`nowhere`).
 */
export function registrationOf(store: Store, name: string): 'here' | 'elsewhere' | 'nowhere' {
  const registered = store.platform.domains.where('name', name);
  if (registered.some(isHeldHere)) return 'here';
  const last = registered.findLast(({ status, transfer }) =>
    status === 'cancelled'
      ? transfer === null || transfer?.status === 'client_approved'
      : status === 'transferred_away',
  );
  if (last) return last.status === 'transferred_away' ? 'elsewhere' : 'nowhere';
  return name === 'example.net' || /^elsewhere(?:-|\.)/.test(name) ? 'elsewhere' : 'nowhere';
}

type UnavailableReason = 'registered' | 'reserved' | 'invalid' | 'unsupported_tld';

/**
 * Reports why a domain name can never be registered; null when it can. Names are sold only directly below a top-level
 * domain.
 */
export function nameProblem(name: string): Exclude<UnavailableReason, 'registered'> | null {
  if (skuOf(name) === undefined) return 'unsupported_tld';
  const [label = '', ...labels] = name.split('.');
  const hyphens =
    label.startsWith('-') || label.endsWith('-') || (label.slice(2, 4) === '--' && !label.startsWith('xn'));
  if (labels.length !== 1 || hyphens || toUnicode(name) === null) return 'invalid';
  return RESERVED.has(label) ? 'reserved' : null;
}

/** Reports why a domain name is unavailable; null when it is available. */
export const unavailableReason = (store: Store, name: string): UnavailableReason | null =>
  nameProblem(name) ?? (registrationOf(store, name) === 'nowhere' ? null : 'registered');

const REASON_SENTENCES: Record<UnavailableReason, (name: string) => string> = {
  registered: (name) =>
    `${name} is registered already. Choose another name, or transfer this one if it is yours.`,
  reserved: (name) => `${name} is reserved by its registry. Choose another name.`,
  invalid: (name) =>
    `${name} is no name that .${tldOf(name)} takes. Send one label and the top-level domain.`,
  unsupported_tld: (name) =>
    `Names under .${tldOf(name)} are not offered here. Choose another top-level domain.`,
};
/** Describes in a sentence why a domain name is unavailable, with advice. */
export const reasonSentence = (reason: UnavailableReason, name: string): string =>
  REASON_SENTENCES[reason](name);

/**
 * Invents the registration of a domain name at another registrar. The dates are derived from the name, and the
 * registration is paid until its next anniversary.
 */
export function externalRegistration(name: string, now: string) {
  let hash = 7;
  for (let at = 0; at < name.length; at += 1) hash = (hash * 31 + name.charCodeAt(at)) % 1_000_003;
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${two(1 + (hash % 12))}-${two(1 + (hash % 28))}T11:30:00Z`;
  const year = Number(now.slice(0, 4));
  const next = `${year}-${day}` > now ? year : year + 1;
  return {
    registered_at: `${Math.min(2010 + (hash % 15), next - 1)}-${day}`,
    expires_at: `${next}-${day}`,
    nameservers: ['ns1.registrar.example', 'ns2.registrar.example'],
  };
}

/**
 * Throws the refusal DOMAIN_TERM_TOO_LONG when a domain would be paid for more than ten years ahead, plus one day for
 * 29 February.
 */
export function assertTermAllowed(store: Store, until: string): void {
  if (until > addMs(endOfCycle(store.now, '10_year'), DAY)) throw new Refusal('DOMAIN_TERM_TOO_LONG');
}
