// X.509 certificates (RFC 5280) of the mock's certificate authority: root, intermediate and leaf, in DER and PEM.
import { asn1, type GeneralName, type Name } from './asn1.ts';
import { keyPairFromSeed, sha1, sha256, sign } from './ed25519.ts';

type CertificateContent = {
  names: readonly string[];
  /** serial number in hexadecimal */
  serial: string;
  /** start of the validity, ISO 8601 */
  from: string;
  until: string;
  /** signing request (PKCS 10) in PEM, whose public key is certified; null certifies a key pair of the platform */
  csr: string | null;
};

type CertificateChain = { leaf: Uint8Array; intermediate: Uint8Array; root: Uint8Array };

/** The common name of the intermediate authority, which issues the leaf certificates. */
export const ISSUER = 'Hosting Contract Mock CA 1';
const ROOT = 'Hosting Contract Mock Root';
const ED25519 = '1.3.101.112';
const COMMON_NAME = '2.5.4.3';

// Derives an Ed25519 key from the name of its purpose. Ed25519 signatures are deterministic, so that the same record
// gives the same bytes. The derived keys are not secret; nothing except tests may trust them.
function keyOf(purpose: string) {
  const { secret, publicKey } = keyPairFromSeed(
    sha256(new TextEncoder().encode(`hosting-contract mock ${purpose}`)),
  );
  return { sign: (message: Uint8Array) => sign(message, secret), open: publicKey, id: sha1(publicKey) };
}

type Authority = { root: Uint8Array; intermediate: Uint8Array; by: ReturnType<typeof keyOf> };
let authority: Authority | undefined;

// Builds the root certificate, the intermediate certificate and the signing key at the first call, and caches them.
function certificateAuthority(): Authority {
  if (authority) return authority;
  const root = keyOf('root');
  const by = keyOf('intermediate');
  authority = {
    root: issueCertificate({
      subject: ROOT,
      issuer: ROOT,
      key: root.open,
      by: root,
      serial: '01',
      ...AUTHORITY_VALIDITY,
      ca: 2,
    }),
    intermediate: issueCertificate({
      subject: ISSUER,
      issuer: ROOT,
      key: by.open,
      by: root,
      serial: '02',
      ...AUTHORITY_VALIDITY,
      ca: 1,
    }),
    by,
  };
  return authority;
}

/**
 * Builds the certificate chain of a leaf certificate. Throws SyntaxError for a signing request that cannot be parsed.
 */
export function certificateChain({ names, serial, from, until, csr }: CertificateContent): CertificateChain {
  const { root, intermediate, by } = certificateAuthority();
  const key = csr === null ? keyOf(`leaf ${names[0]}`).open : csrPublicKey(csr);
  const leaf = issueCertificate({
    subject: names[0] ?? '',
    issuer: ISSUER,
    key,
    by,
    serial,
    from,
    until,
    names,
  });
  return { leaf, root, intermediate };
}

const AUTHORITY_VALIDITY = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };

/** Computes the SHA-256 fingerprint of a certificate in DER, in lower-case hexadecimal. */
export const fingerprint = (der: Uint8Array): string =>
  [...sha256(der)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Reads the public key of a signing request, as SubjectPublicKeyInfo. Throws SyntaxError for a signing request that
 * cannot be parsed.
 */
export function csrPublicKey(pem: string): Uint8Array {
  const { schema, csr } = asn1();
  const base64 = pem.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, '');
  try {
    const request = schema.AsnConvert.parse(bytesOfBinary(atob(base64)), csr.CertificationRequest);
    return new Uint8Array(schema.AsnConvert.serialize(request.certificationRequestInfo.subjectPKInfo));
  } catch {
    throw new SyntaxError('The signing request cannot be read.');
  }
}

/** The key that signs a certificate; Ed25519 by default. */
type Signer = {
  sign(message: Uint8Array): Uint8Array<ArrayBuffer>;
  id: Uint8Array;
  /** object identifier of the signature algorithm */
  algorithm?: string;
};

type CertificateInput = {
  subject: string;
  issuer: string;
  /** public key, as SubjectPublicKeyInfo */
  key: Uint8Array;
  by: Signer;
  serial: string;
  from: string;
  until: string;
  names?: readonly string[];
  /** for the certificate of an authority: the maximum number of certificates below it in a chain, the leaf included */
  ca?: number;
};

/** Matches IPv4 addresses in dotted notation, and IPv6 addresses. */
const IP_ADDRESS = /^\d+(?:\.\d+){3}$|:/;

function issueCertificate({
  subject,
  issuer,
  key,
  by,
  serial,
  from,
  until,
  names = [],
  ca,
}: CertificateInput): Uint8Array {
  const { schema, x509 } = asn1();
  const { AsnConvert, OctetString } = schema;
  const extension = (extnID: string, critical: boolean, value: object) =>
    new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const algorithm = () => new x509.AlgorithmIdentifier({ algorithm: by.algorithm ?? ED25519 });
  const keyId = sha1(key);
  const usage = x509.KeyUsageFlags;
  const body = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: bytesOfHex(serial).buffer,
    signature: algorithm(),
    issuer: commonNameOnly(issuer),
    validity: new x509.Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subject: commonNameOnly(subject),
    subjectPublicKeyInfo: AsnConvert.parse(key, x509.SubjectPublicKeyInfo),
    extensions: new x509.Extensions([
      extension(
        x509.id_ce_basicConstraints,
        true,
        new x509.BasicConstraints(ca === undefined ? {} : { cA: true, pathLenConstraint: ca - 1 }),
      ),
      extension(
        x509.id_ce_keyUsage,
        true,
        new x509.KeyUsage(ca === undefined ? usage.digitalSignature : usage.keyCertSign | usage.cRLSign),
      ),
      extension(x509.id_ce_subjectKeyIdentifier, false, new x509.SubjectKeyIdentifier(keyId)),
      extension(
        x509.id_ce_authorityKeyIdentifier,
        false,
        new x509.AuthorityKeyIdentifier({ keyIdentifier: new x509.KeyIdentifier(by.id) }),
      ),
      ...(names.length > 0
        ? [
            extension(x509.id_ce_extKeyUsage, false, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
            extension(
              x509.id_ce_subjectAltName,
              false,
              new x509.SubjectAlternativeName(
                names.map(
                  (name): GeneralName =>
                    new x509.GeneralName(IP_ADDRESS.test(name) ? { iPAddress: name } : { dNSName: name }),
                ),
              ),
            ),
          ]
        : []),
    ]),
  });
  const certificate = new x509.Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm(),
    signatureValue: by.sign(new Uint8Array(AsnConvert.serialize(body))).buffer,
  });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

// Builds a distinguished name that has only a common name. RFC 5280 limits the common name to 64 characters; the
// subject alternative name holds the full name.
function commonNameOnly(commonName: string): Name {
  const { x509 } = asn1();
  const value = new x509.AttributeValue({ utf8String: commonName.slice(0, 64) });
  const attribute = new x509.AttributeTypeAndValue({ type: COMMON_NAME, value });
  return new x509.Name([new x509.RelativeDistinguishedName([attribute])]);
}

const bytesOfBinary = (binary: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(binary, (character) => character.charCodeAt(0));

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toPem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(String.fromCharCode(...der))
    .replaceAll(/.{64}/g, '$&\n')
    .trimEnd()}\n-----END CERTIFICATE-----\n`;

/**
 * Builds a zip file with the certificate, the chain, and a file with both, without a private key. The same chain
 * gives the same bytes.
 * @param at the modification time of the files in the zip, ISO 8601
 */
export async function certificateBundle(
  { leaf, intermediate, root }: CertificateChain,
  at: string,
): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const chain = toPem(intermediate) + toPem(root);
  const files = { 'certificate.pem': toPem(leaf), 'chain.pem': chain, 'fullchain.pem': toPem(leaf) + chain };
  // The zip format has no time zones, so its fields for the local time hold the time in UTC.
  const [year = 1980, month = 1, ...rest] = at.split(/\D/).map(Number);
  const mtime = new Date(Math.max(1980, year), month - 1, rest[0], rest[1], rest[2], rest[3]);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime,
  });
}

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
