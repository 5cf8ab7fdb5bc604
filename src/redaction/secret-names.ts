// Decides which names of members, HTTP headers and query parameters mark a secret.

// Normalizes a name, so that `newPassword`, `new_password` and `NEW-PASSWORD` become equal.
const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The most names of which an answer is kept; bodies of others may have any number of names. */
const MAX_NAMES = 2000;

// Keeps the answers about names, because the same few names stand in every body.
function remembered(isSecret: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    let answer = answers.get(name);
    if (answer === undefined) {
      answer = isSecret(name);
      if (answers.size < MAX_NAMES && name.length < 100) answers.set(name, answer);
    }
    return answer;
  };
}

/** Matches the words that make a name secret at any position of the name, unless the name only describes a credential. */
const SECRET_WORD = /password|passwd|passphrase|passcode|token|secret|plaintext|jwt/;
const SECRET_SUFFIX =
  /(?:(?:api|secret|private|signing|encryption|access|auth|master|session|recovery|plain)keys?|(?:totp|auth|authorization|verification|recovery|backup|scratch|twofactor|2fa|mfa|otp|epp)codes?|(?:qr|qrcode|qruri)(?:svg|png|image)?)$/;
const SECRET_NAME =
  /^(?:pass|pwd|pw|totp|otp|pin|auth|cvv2?|cvc2?|credentials?|keys?|bearer|session|sessionid|sessid|sid|phpsessid|jsessionid|otpauth(?:url|uri)?)$/;
/** Matches the names of members that describe a credential but are no secret: its id, name, type or times. */
const DESCRIPTIVE_NAME =
  /^(?:.*ids?|.*at|.*(?:type|name|prefix|url|uri|email)|status|state|scopes?|events?|permissions|roles?|description|label|title|code|message)$/;

/**
 * Returns whether the value of a member is a secret, in requests and replies alike. This function is the only list of
 * secret member names: the suite, the log of the mock and its control API all use it.
 */
export const isSecretMember = remembered((name) => {
  const plain = normalized(name);
  if (SECRET_NAME.test(plain) || SECRET_SUFFIX.test(plain)) return true;
  return SECRET_WORD.test(plain) && !DESCRIPTIVE_NAME.test(plain);
});

/** Returns whether the value of an HTTP header is a secret: a credential, also one that a proxy passed on or asks for, or a cookie. */
export const isSecretHeader = remembered(
  (name) =>
    /(?:authorization|auth|authenticationinfo|bypass|session(?:id)?|(?<!idempotency)keys?)$|^(?:set)?cookie2?$/.test(
      normalized(name),
    ) || isSecretMember(name),
);

/**
 * Returns whether the value of a query parameter is a secret. The signature of a signed URL is a secret, because it
 * gives access.
 */
export const isSecretParameter = (name: string): boolean =>
  /(?:signature|credential|key|code)s?$|^sig$/.test(normalized(name)) || isSecretMember(name);

/** Returns whether a member describes a credential without being a secret: its id, name or times. */
export const isDescriptiveMember = (name: string): boolean =>
  !isSecretMember(name) && DESCRIPTIVE_NAME.test(normalized(name));
