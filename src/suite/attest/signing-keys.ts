// Reads Ed25519 keys from PEM text and computes their thumbprints (RFC 7638), which serve as names of the keys.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { UsageError } from '../model/outcome.ts';

/**
 * Reads an Ed25519 private key from PEM text.
 * @param from where the text comes from, for error messages
 * @throws UsageError when the text contains a key of another kind, or no key
 */
export function signingKey(pem: string, from: string): KeyObject {
  return ed25519(from, () => createPrivateKey(pem), 'private');
}

/**
 * Reads an Ed25519 public key from the PEM text of a public or private key.
 * @throws UsageError when the text contains no such key
 */
export function verifyingKey(pem: string, from: string): KeyObject {
  return ed25519(from, () => createPublicKey(pem), 'public');
}

function ed25519(from: string, read: () => KeyObject, half: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new UsageError(`${from} holds no ${half} key in PEM form: ${HOW_TO}`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new UsageError(
      `${from} is a ${key.asymmetricKeyType} key, and an Ed25519 key signs here: ${HOW_TO}`,
    );
  return key;
}

const HOW_TO =
  'make one with `openssl genpkey -algorithm ed25519 -out conform.key`, its public half with `openssl pkey -in conform.key -pubout -out conform.pub`';

/** Returns the thumbprint of a public key (RFC 7638), which serves as its name. */
export function thumbprint(publicKey: KeyObject): string {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
