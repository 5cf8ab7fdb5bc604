// A certificate for a server of this machine that is to be reached by TLS.
import { issueCertificate, toPem } from './certificate.ts';

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';

/**
 * A key pair of its own and a certificate for it, signed with it; in PEM. P-256, which browsers take, unlike Ed25519.
 * Another one each time: its key is a secret.
 * @param names host names and addresses
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
    // Positive, as RFC 5280 wants it.
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    from: from.toISOString(),
    until: until.toISOString(),
    names,
  });
  return { key: String(secret.export({ format: 'pem', type: 'pkcs8' })), cert: toPem(der), der };
}
