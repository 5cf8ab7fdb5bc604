// What names and looks give a secret away: members of bodies, headers, query parameters, and texts without a telling name.

/** Letter case, `_` and `-` make no difference: `newPassword`, `new_password` and `NEW-PASSWORD` are one name. */
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const ENDING =
  /(?:passwords?|passwordconfirmation|passwd|passphrase|tokens?|secrets?|jwt|apikey|(?:secret|private|signing|encryption|access|auth|recovery)key|(?:recovery|backup|scratch)codes?)$/;
const WHOLE =
  /^(?:pass|pwd|pw|totp|totpcode|otp|otpcode|pin|key|plaintext|plaintextkey|plainkey|bearer|authcode|eppcode|sessionid|sessid|sid|phpsessid)$/;

/** Whether what stands under this member is a secret, in requests and replies alike. */
export function isSecretMember(name: string): boolean {
  const known = bare(name);
  return WHOLE.test(known) || ENDING.test(known);
}

/** Whether a header's value is a secret. */
export function isSecretHeader(name: string): boolean {
  return /^(?:proxy)?authorization$|^(?:set)?cookie2?$/.test(bare(name)) || isSecretMember(name);
}

/** Whether a query parameter's value is a secret; signed addresses let in whoever has them. */
export function isSecretParameter(name: string): boolean {
  return /signature$|^sig$|credential$/.test(bare(name)) || isSecretMember(name);
}

/** Members that tell of a credential without being one. */
const TELLING =
  /^(?:.*ids?|.*at|.*(?:name|prefix|url|uri|email)|status|state|type|tokentype|scopes?|events?|permissions|roles?|description|label|title|code|message)$/;

/** Whether a member tells of a credential: its id, its name, its times. */
export const isTelling = (name: string): boolean => !isSecretMember(name) && TELLING.test(bare(name));

const PLAIN = [
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^\d{4}-\d\d-\d\d(?:[T ]|$)/,
  /^(?!otpauth:)[a-z][a-z0-9+.-]*:\/\//i,
  /^\//,
  /^[^@]+@[^@]+\.[^@]+$/,
  // host names and addresses
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
  /^(?=.*[.:])[\d.:a-f]+$/,
];

/** Whether a text is an id, a time, an address: nothing that lets anybody in. */
export const isPlain = (text: string): boolean => PLAIN.some((one) => one.test(text));

/** Whether a text has the look of a credential whatever it is called: long, of one piece, of many different characters. */
export function looksSecret(text: string): boolean {
  if (text.length < 16 || /\s/.test(text) || isPlain(text) || new Set(text).size < 9) return false;
  return /[a-z]/i.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text)));
}
