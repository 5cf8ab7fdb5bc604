// Creates a self-signed certificate for a local TLS server.
import { issueCertificate, toPem } from './certificate.ts';

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';

/**
 * Creates a key pair and a certificate signed with its private key. Both are returned in PEM, the certificate also in
 * DER. The key uses P-256, because browsers do not support Ed25519 certificates. Each call creates a new random key,
 * because the key must be secret.
 */
export function createSelfSignedCertificate(
  names: readonly string[],
  from: Date,
  until: Date,
): { key: string; cert: string; der: Uint8Array } {
  const { createHash, generateKeyPairSync, randomBytes, sign } = process.getBuiltinModule('crypto');
  const { privateKey: secret, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const open = publicKey.export({ format: 'der', type: 'spki' });
  const der = issueCertificate({
    subject: 'hosting-contract mock',
    issuer: 'hosting-contract mock',
    key: open,
    by: {
      sign: (message) => new Uint8Array(sign('sha256', message, secret)),
      id: createHash('sha1').update(open).digest(),
      algorithm: ECDSA_SHA256,
    },
    // RFC 5280 requires a positive serial number; the first digit 4 leaves the sign bit unset.
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    from: from.toISOString(),
    until: until.toISOString(),
    names,
  });
  return { key: String(secret.export({ format: 'pem', type: 'pkcs8' })), cert: toPem(der), der };
}
