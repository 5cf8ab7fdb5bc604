// Handlers for certificates: order, renew, reissue, download.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { isRecurring } from '../billing/cycles.ts';
import { renewService } from '../billing/renewals.ts';
import { certificateBundle, certificateChain, csrPublicKey, fingerprint } from '../documents/certificate.ts';
import { beginValidation, UNISSUED_MEMBERS, validationSteps } from '../products/types/ssl.ts';
import type { CertificateRow, ServiceRow, Store } from '../tables.ts';
import { orderProduct } from './orders.ts';

/** Handles the operations under /ssl. */
export const ssl = {
  listCertificates: ({ store, query }) => {
    const page = store.certificates.page(query);
    return { ...page, data: page.data.map((certificate) => withFingerprint(store, certificate)) };
  },

  createCertificate: ({ store, body }) => {
    assertCsrReadable(body.csr);
    return store.certificates.get(orderCertificate(store, body).resource_id ?? '');
  },

  getCertificate: ({ store, params }) => withFingerprint(store, store.certificates.get(params.id)),

  renewCertificate: ({ store, params, body }) => {
    const certificate = store.certificates.get(params.id);
    assertCsrReadable(body?.csr);
    if (certificate.status !== 'issued' && certificate.status !== 'expired')
      store.certificates.move(params.id, 'renew');
    const service = store.services.get(certificate.service_id);
    if (!isRecurring(service.billing_cycle)) throw new Refusal('CYCLE_NOT_RENEWABLE');
    const cycle = body?.billing_cycle ?? service.billing_cycle;
    const renewal = renewService(store, service, cycle, body?.payment_method ?? 'wallet');
    // The signing request of a renewal is used only when the renewal is paid; an unpaid renewal leaves the certificate
    // unchanged.
    if (body?.csr && renewal.status === 'completed')
      store.certificates.update(certificate.id, { csr: body.csr });
    return { ...renewal, resource_type: 'certificate', resource_id: certificate.id };
  },

  reissueCertificate: ({ store, params, body }) => {
    assertCsrReadable(body?.csr);
    const before = store.certificates.get(params.id);
    const names = body?.alternative_names ?? before.alternative_names;
    const method = body?.validation_method ?? before.validation_method;
    const approver =
      body?.approver_email ?? before.validations?.find((one) => one.approver_email)?.approver_email;
    const certificate = store.certificates.move(params.id, 'reissue', {
      ...UNISSUED_MEMBERS,
      csr: body?.csr ?? before.csr,
      alternative_names: names,
      validation_method: method,
      validations: validationSteps(store, [before.common_name, ...names], method, approver),
      reissue_count: (before.reissue_count ?? 0) + 1,
    });
    beginValidation(store, certificate);
    return certificate;
  },

  downloadCertificate: ({ store, params }) => {
    const certificate = store.certificates.get(params.id);
    if (certificate.status !== 'issued')
      throw new Refusal('CERTIFICATE_NOT_ISSUED', { values: { status: certificate.status } });
    const chain = certificateChain(certifiedContent(certificate));
    return {
      download: `${certificate.common_name.replace('*', 'wildcard')}.zip`,
      media: 'application/zip',
      bytes: () => certificateBundle(chain, certificate.valid_from ?? store.now),
    };
  },
} satisfies Partial<Handlers<Store>>;

export const orderCertificate = (store: Store, body: Body<'createCertificate'>): ServiceRow =>
  orderProduct(store, body, { domain: body.common_name.replace(/^\*\./, '') }, { ssl: body });

// Adds the fingerprint to an issued certificate. The certificate chain is signed at the first read, because signing is
// slow.
function withFingerprint(store: Store, certificate: CertificateRow): CertificateRow {
  if (certificate.serial_number === null || certificate.fingerprint_sha256 !== null) return certificate;
  const { leaf } = certificateChain(certifiedContent(certificate));
  const { updated_at } = certificate;
  return store.certificates.update(certificate.id, { fingerprint_sha256: fingerprint(leaf), updated_at });
}

const certifiedContent = (certificate: CertificateRow) => ({
  names: [certificate.common_name, ...certificate.alternative_names],
  serial: certificate.serial_number ?? '01',
  from: certificate.valid_from ?? certificate.created_at,
  until: certificate.expires_at ?? certificate.created_at,
  csr: certificate.csr ?? null,
});

function assertCsrReadable(csr: string | null | undefined): void {
  if (!csr) return;
  try {
    csrPublicKey(csr);
  } catch {
    throw new Refusal('CSR_UNREADABLE');
  }
}
