// Converts internationalized domain names between Unicode and A-labels (UTS #46), with the same results in Node and
// in browsers.

/**
 * Converts the A-labels of a domain name to Unicode: `xn--mnchen-3ya.example` → `münchen.example`. Returns null for
 * an invalid `xn--` label.
 */
export function toUnicode(name: string): string | null {
  const labels = name.toLowerCase().split('.');
  const written = labels.map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label));
  if (labels.every((label, at) => label === written[at])) return labels.join('.');
  if (written.includes(null)) return null;
  // The URL parser rejects invalid names. Comparing its result with the input accepts only the canonical spelling.
  return toAscii(written.join('.')) === labels.join('.') ? written.join('.') : null;
}

/**
 * Converts a Unicode domain name to A-labels: `münchen.example` → `xn--mnchen-3ya.example`. Returns an empty text for
 * an invalid name.
 */
export function toAscii(written: string): string {
  if (/[\s/?#@:\\]/.test(written)) return '';
  return URL.parse(`http://${written}`)?.hostname ?? '';
}

// Decodes Punycode (RFC 3492 §6.2). Returns null for text that is not valid Punycode.
function decodePunycode(text: string): string | null {
  const split = text.lastIndexOf('-');
  const points = split > 0 ? Array.from(text.slice(0, split), (letter) => letter.codePointAt(0) ?? 0) : [];
  let [at, n, bias] = [split > 0 ? split + 1 : 0, 128, 72];
  for (let i = 0; at < text.length; i += 1) {
    const before = i;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = punycodeDigit(text.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      i += digit * weight;
      if (i > 0x7fff_ffff) return null;
      const threshold = k <= bias ? 1 : Math.min(k - bias, 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = points.length + 1;
    bias = adaptBias(i - before, count, before === 0);
    n += Math.floor(i / count);
    i %= count;
    if (n > 0x10ffff) return null;
    points.splice(i, 0, n);
  }
  return String.fromCodePoint(...points);
}

function punycodeDigit(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : null;
}

function adaptBias(difference: number, count: number, first: boolean): number {
  let delta = first ? Math.floor(difference / 700) : Math.floor(difference / 2);
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}

const DOMAIN_NAMES = [
  'domain',
  'hostname',
  'common_name',
  'alternative_names',
  'nameservers',
  'default_nameservers',
];
const everywhere = new Set(DOMAIN_NAMES);
const ofDomains = new Set([...DOMAIN_NAMES, 'name']);

/** The members of requests that hold domain names, whose case means nothing (RFC 4343). */
export const domainNames = (path: string): ReadonlySet<string> | null =>
  /^\/(?:domains|dns\/zones)$/.test(path)
    ? ofDomains
    : /^\/(?:domains|orders|hosting|ssl|email|vps|tenants)\b/.test(path)
      ? everywhere
      : null;
