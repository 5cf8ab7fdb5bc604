// Decides which names of members, HTTP headers and query parameters mark a secret, and which texts look like a
// secret.

/** Normalizes a name, so that `newPassword`, `new_password` and `NEW-PASSWORD` become equal. */
const normalizedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Matches the words that make a name secret at any position of the name. */
const SECRET_WORD = /password|passwd|passphrase|passcode|token|secret|plaintext|jwt/;
const SECRET_NAME_SUFFIX =
  /(?:(?:api|secret|private|signing|encryption|access|auth|master|session|recovery|plain)keys?|(?:totp|auth|authorization|verification|recovery|backup|scratch|twofactor|2fa|mfa|otp|epp)codes?|(?:qr|qrcode|qruri)(?:svg|png|image)?)$/;
const SECRET_NAME =
  /^(?:pass|pwd|pw|totp|otp|pin|keys?|bearer|session|sessionid|sessid|sid|phpsessid|jsessionid|otpauth(?:url|uri)?)$/;

/** Matches the names of members that describe a credential but are no secret: its id, name, type or times. */
const DESCRIPTIVE_NAME =
  /^(?:.*ids?|.*at|.*(?:type|name|prefix|url|uri|email)|status|state|scopes?|events?|permissions|roles?|description|label|title|code|message)$/;

/** Caches whether a name is secret, because the same few names repeat. */
const nameCache = new Map<string, boolean>();
const MAX_CACHED_NAMES = 5000;

/**
 * Returns whether the value of a member is a secret, in requests and replies alike. This function is the only list of
 * secret member names: the suite, the log of the mock and its control API all use it.
 */
export function isSecretMember(name: string): boolean {
  const cached = nameCache.get(name);
  if (cached !== undefined) return cached;
  const secret = hasSecretName(name);
  if (nameCache.size < MAX_CACHED_NAMES && name.length <= 64) nameCache.set(name, secret);
  return secret;
}

function hasSecretName(name: string): boolean {
  const normalized = normalizedName(name);
  if (SECRET_NAME.test(normalized) || SECRET_NAME_SUFFIX.test(normalized)) return true;
  return SECRET_WORD.test(normalized) && !DESCRIPTIVE_NAME.test(normalized);
}

/** Returns whether the value of an HTTP header is a secret: a credential, also one that a proxy passed on, or a cookie. */
export function isSecretHeader(name: string): boolean {
  return /authorization$|^(?:set)?cookie2?$/.test(normalizedName(name)) || isSecretMember(name);
}

/**
 * Returns whether the value of a query parameter is a secret. The signature of a signed URL is a secret, because it
 * gives access.
 */
export function isSecretParameter(name: string): boolean {
  return /(?:signature|credential|key|code)s?$|^sig$/.test(normalizedName(name)) || isSecretMember(name);
}

/** Returns whether a member describes a credential without being a secret: its id, name or times. */
export const isDescriptiveMember = (name: string): boolean =>
  !isSecretMember(name) && DESCRIPTIVE_NAME.test(normalizedName(name));

const HARMLESS_PATTERNS = [
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^\d{4}-\d\d-\d\d(?:[T ]|$)/,
  /^(?!otpauth:)[a-z][a-z0-9+.-]*:\/\//i,
  // A path has short segments; other texts that begin with a slash may be base64.
  /^(?:\/[a-z0-9._{}-]{1,32})+\/?(?:\?.*)?$/,
  /^[^@]+@[^@]+\.[^@]+$/,
  // Host names and IP addresses are harmless.
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
  /^(?=.*[.:])[\d.:a-f]+$/,
];

/** Returns whether a text is an id, a time or an address, which gives no access. */
export const isHarmlessText = (text: string): boolean =>
  HARMLESS_PATTERNS.some((pattern) => pattern.test(text));

/**
 * Returns whether a text looks like a credential, whatever its name: it is long, has no blanks, and has many
 * different characters.
 */
export function looksLikeSecret(text: string): boolean {
  if (text.length < 16 || /\s/.test(text) || isHarmlessText(text) || new Set(text).size < 9) return false;
  return /[a-z]/i.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text)));
}
