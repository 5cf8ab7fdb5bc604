// Internationalised names: what people write for what the DNS carries (UTS #46).
import { domainToASCII, domainToUnicode } from 'node:url';

/** A name in A-labels as people write it, `xn--mnchen-3ya.example` → `münchen.example`; null when an `xn--` label is none. */
export function unicodeOf(name: string): string | null {
  const written = domainToUnicode(name);
  return written === '' || written.split('.').some((label) => label.startsWith('xn--')) ? null : written;
}

/** The same the other way: `münchen.example` → `xn--mnchen-3ya.example`; empty for what is no name. */
export const asciiOf = (written: string): string => domainToASCII(written);
