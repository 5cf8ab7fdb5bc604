// X.509 certificates (RFC 5280) of the mock's own authority: root, intermediate, and the leaf a record describes.

import type { KeyObject } from 'node:crypto';
import type { GeneralName, Name } from '@peculiar/asn1-x509';

/** What a leaf certifies. */
export type Certified = {
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
export type Chain = { leaf: Buffer; intermediate: Buffer; root: Buffer };

// Read when the first certificate is made: a start waits for none of it.
const load = process.getBuiltinModule('module').createRequire(import.meta.url);
const asn = () => ({
  schema: load('@peculiar/asn1-schema') as typeof import('@peculiar/asn1-schema'),
  x509: load('@peculiar/asn1-x509') as typeof import('@peculiar/asn1-x509'),
  csr: load('@peculiar/asn1-csr') as typeof import('@peculiar/asn1-csr'),
  crypto: process.getBuiltinModule('crypto'),
});

export const ISSUER = 'Hosting Contract Mock CA 1';
const ROOT = 'Hosting Contract Mock Root';
const ED25519 = '1.3.101.112';
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';

/**
 * An Ed25519 key that follows from its purpose alone: the signatures are deterministic, so the same record gives the
 * same bytes. They are no secret, and nothing outside a test should trust them.
 */
function keyOf(purpose: string) {
  const { crypto } = asn();
  const seed = crypto.createHash('sha256').update(`hosting-contract mock ${purpose}`).digest();
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const secret = crypto.createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const open = crypto.createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return { secret, open, id: crypto.createHash('sha1').update(open).digest() };
}

let authority: { root: Buffer; intermediate: Buffer } | undefined;

/** The certificate of a record, and the two above it. Throws SyntaxError for a signing request that cannot be read. */
export function chainOf({ names, serial, from, until, csr }: Certified): Chain {
  const root = keyOf('root');
  const intermediate = keyOf('intermediate');
  authority ??= {
    root: issue({ subject: ROOT, issuer: ROOT, key: root.open, by: root, serial: '01', ...ERA, ca: 2 }),
    intermediate: issue({
      subject: ISSUER,
      issuer: ROOT,
      key: intermediate.open,
      by: root,
      serial: '02',
      ...ERA,
      ca: 1,
    }),
  };
  const key = csr === null ? keyOf(`leaf ${names[0]}`).open : publicKeyOf(csr);
  const leaf = issue({
    subject: names[0] ?? '',
    issuer: ISSUER,
    key,
    by: intermediate,
    serial,
    from,
    until,
    names,
  });
  return { leaf, ...authority };
}

const ERA = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };

/**
 * A key pair of its own and a certificate for it, signed with it, for a server that is to be reached by TLS; in PEM.
 * P-256, which browsers take, unlike Ed25519. Another one each time: its key is a secret.
 * @param names host names and addresses
 */
export function selfSigned(
  names: readonly string[],
  from: Date,
  until: Date,
): { key: string; cert: string; der: Buffer } {
  const { crypto } = asn();
  const { privateKey: secret, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const open = publicKey.export({ format: 'der', type: 'spki' });
  const der = issue({
    subject: 'hosting-contract mock',
    issuer: 'hosting-contract mock',
    key: open,
    by: { secret, id: crypto.createHash('sha1').update(open).digest(), ecdsa: true },
    // Positive, as RFC 5280 wants it.
    serial: `4${crypto.randomBytes(16).toString('hex').slice(1)}`,
    from: from.toISOString(),
    until: until.toISOString(),
    names,
  });
  return { key: String(secret.export({ format: 'pem', type: 'pkcs8' })), cert: pem(der), der };
}

/** SHA-256 over a certificate's DER, in lower-case hexadecimal. */
export const fingerprint = (der: Buffer): string =>
  asn().crypto.createHash('sha256').update(der).digest('hex');

/** The public key a signing request asks to certify, as SubjectPublicKeyInfo. Throws SyntaxError. */
export function publicKeyOf(pem: string): Buffer {
  const { schema, csr } = asn();
  const base64 = pem.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, '');
  try {
    const request = schema.AsnConvert.parse(Buffer.from(base64, 'base64'), csr.CertificationRequest);
    return Buffer.from(schema.AsnConvert.serialize(request.certificationRequestInfo.subjectPKInfo));
  } catch {
    throw new SyntaxError('The signing request cannot be read.');
  }
}

type Issue = {
  subject: string;
  issuer: string;
  /** SubjectPublicKeyInfo */
  key: Buffer;
  by: { secret: KeyObject; id: Buffer; ecdsa?: true };
  serial: string;
  from: string;
  until: string;
  names?: readonly string[];
  /** for an authority: how many certificates its path has below it */
  ca?: number;
};

function issue({ subject, issuer, key, by, serial, from, until, names = [], ca }: Issue): Buffer {
  const { schema, x509, crypto } = asn();
  const { AsnConvert, OctetString } = schema;
  const extension = (extnID: string, critical: boolean, value: object) =>
    new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const algorithm = () => new x509.AlgorithmIdentifier({ algorithm: by.ecdsa ? ECDSA_SHA256 : ED25519 });
  const keyId = crypto.createHash('sha1').update(key).digest();
  const usage = x509.KeyUsageFlags;
  const body = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: new Uint8Array(Buffer.from(serial, 'hex')).buffer,
    signature: algorithm(),
    issuer: named(issuer),
    validity: new x509.Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subject: named(subject),
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
                    new x509.GeneralName(
                      process.getBuiltinModule('net').isIP(name) ? { iPAddress: name } : { dNSName: name },
                    ),
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
    signatureValue: new Uint8Array(
      crypto.sign(by.ecdsa ? 'sha256' : null, Buffer.from(AsnConvert.serialize(body)), by.secret),
    ).buffer,
  });
  return Buffer.from(AsnConvert.serialize(certificate));
}

/** A distinguished name that is a common name; RFC 5280 allows it 64 characters, and names the rest in the SAN. */
function named(commonName: string): Name {
  const { x509 } = asn();
  const value = new x509.AttributeValue({ utf8String: commonName.slice(0, 64) });
  const attribute = new x509.AttributeTypeAndValue({ type: COMMON_NAME, value });
  return new x509.Name([new x509.RelativeDistinguishedName([attribute])]);
}

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

/** The bundle: certificate, chain, and both in one file; never a private key. The same chain gives the same bytes. */
export async function bundleOf({ leaf, intermediate, root }: Chain, at: string): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const chain = pem(intermediate) + pem(root);
  const files = { 'certificate.pem': pem(leaf), 'chain.pem': chain, 'fullchain.pem': pem(leaf) + chain };
  // Zip has no time zones: the local fields are set to say the time in UTC.
  const [year = 1980, month = 1, ...rest] = at.split(/\D/).map(Number);
  const mtime = new Date(Math.max(1980, year), month - 1, rest[0], rest[1], rest[2], rest[3]);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime,
  });
}
