// X.509 certificates (RFC 5280) of the mock's own authority: root, intermediate, and the leaf a record describes.
import { asn1, type GeneralName, type Name } from './asn1.ts';
import { keyPairFromSeed, sha1, sha256, sign } from './ed25519.ts';

/** What a leaf certifies. */
export type CertificateContent = {
  names: readonly string[];
  /** hexadecimal */
  serial: string;
  /** ISO 8601 */
  from: string;
  until: string;
  /** PKCS 10 in PEM: its public key is certified; null: a key pair the platform keeps */
  csr: string | null;
};

/** DER, leaf first. */
export type CertificateChain = { leaf: Uint8Array; intermediate: Uint8Array; root: Uint8Array };

export const ISSUER = 'Hosting Contract Mock CA 1';
const ROOT = 'Hosting Contract Mock Root';
const ED25519 = '1.3.101.112';
const COMMON_NAME = '2.5.4.3';

/**
 * An Ed25519 key that follows from its purpose alone: the signatures are deterministic, so the same record gives the
 * same bytes. They are no secret, and nothing outside a test should trust them.
 */
function keyOf(purpose: string) {
  const { secret, publicKey } = keyPairFromSeed(
    sha256(new TextEncoder().encode(`hosting-contract mock ${purpose}`)),
  );
  return { sign: (message: Uint8Array) => sign(message, secret), open: publicKey, id: sha1(publicKey) };
}

type Authority = { root: Uint8Array; intermediate: Uint8Array; by: ReturnType<typeof keyOf> };
let authority: Authority | undefined;

/** The two certificates above all others, and the key that signs for them: made once. */
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

/** The certificate of a record, and the two above it. Throws SyntaxError for a signing request that cannot be read. */
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

/** SHA-256 over a certificate's DER, in lower-case hexadecimal. */
export const fingerprint = (der: Uint8Array): string =>
  [...sha256(der)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The public key a signing request asks to certify, as SubjectPublicKeyInfo. Throws SyntaxError. */
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

/** Whose key signs; with Ed25519 where no other algorithm is named. */
export type Signer = {
  sign(message: Uint8Array): Uint8Array<ArrayBuffer>;
  id: Uint8Array;
  /** object identifier */
  algorithm?: string;
};

type CertificateInput = {
  subject: string;
  issuer: string;
  /** SubjectPublicKeyInfo */
  key: Uint8Array;
  by: Signer;
  serial: string;
  from: string;
  until: string;
  names?: readonly string[];
  /** for an authority: how many certificates its path has below it */
  ca?: number;
};

/** IPv4 as a URL spells it, or IPv6. */
const IP_ADDRESS = /^\d+(?:\.\d+){3}$|:/;

/** A certificate, in DER. */
export function issueCertificate({
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

/** A distinguished name that is a common name; RFC 5280 allows it 64 characters, and names the rest in the SAN. */
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

/** A certificate in PEM. */
export const toPem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(String.fromCharCode(...der))
    .replaceAll(/.{64}/g, '$&\n')
    .trimEnd()}\n-----END CERTIFICATE-----\n`;

/** The bundle: certificate, chain, and both in one file; never a private key. The same chain gives the same bytes. */
export async function certificateBundle(
  { leaf, intermediate, root }: CertificateChain,
  at: string,
): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const chain = toPem(intermediate) + toPem(root);
  const files = { 'certificate.pem': toPem(leaf), 'chain.pem': chain, 'fullchain.pem': toPem(leaf) + chain };
  // Zip has no time zones: the local fields are set to say the time in UTC.
  const [year = 1980, month = 1, ...rest] = at.split(/\D/).map(Number);
  const mtime = new Date(Math.max(1980, year), month - 1, rest[0], rest[1], rest[2], rest[3]);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime,
  });
}
