// Implements Ed25519 keys and signatures (RFC 8032) and hashes with node:crypto.

/** A private key that `sign` accepts. */
export type PrivateKey = object;
export type KeyPair = {
  secret: PrivateKey;
  /** public key, as SubjectPublicKeyInfo in DER (RFC 8410) */
  publicKey: Uint8Array;
};

const crypto = () => process.getBuiltinModule('crypto');
const PKCS8 = '302e020100300506032b657004220420';
const privateKeys = new WeakMap<PrivateKey, ReturnType<ReturnType<typeof crypto>['createPrivateKey']>>();

/** Derives a key pair from a seed of 32 bytes. */
export function keyPairFromSeed(seed: Uint8Array): KeyPair {
  const { createPrivateKey, createPublicKey } = crypto();
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8, 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const secret = {};
  privateKeys.set(secret, key);
  return { secret, publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }) };
}

/** Signs a message and returns the signature of 64 bytes. Throws for a key that `keyPairFromSeed` did not create. */
export function sign(message: Uint8Array, secret: PrivateKey): Uint8Array<ArrayBuffer> {
  const key = privateKeys.get(secret);
  if (!key) throw new Error('The key was not created by keyPairFromSeed.');
  return new Uint8Array(crypto().sign(null, message, key));
}

/** Computes the SHA-1 hash of bytes. */
export const sha1 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(crypto().createHash('sha1').update(bytes).digest());

/** Computes the SHA-256 hash of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(crypto().createHash('sha256').update(bytes).digest());
