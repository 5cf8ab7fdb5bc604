// The product type ssl: a certificate that follows its service and is validated, issued, renewed, expired or revoked.
import type { Schemas } from '../../../src/contract/types.ts';
import { addMs } from '../../billing/cycles.ts';
import { ISSUER } from '../../documents/certificate.ts';
import { type CertificateRow, type ServiceRow, type Store, timerRef } from '../../tables.ts';
import { emitEvent } from '../../webhooks/events.ts';
import { scheduleByPace } from '../lifecycle-pace.ts';
import type { ProductType } from '../product-type.ts';
import { ofService, resourceTransitions } from './resource-transitions.ts';

type Validation = Schemas['CertificateValidation'];
type Method = Schemas['ValidationMethod'];

/** How long the validation of a certificate takes on the world's clock, in milliseconds. Chosen by this contract. */
const VALIDATION_MS = 5000;

const transitions = resourceTransitions((store) => store.certificates);

export const ssl: ProductType = {
  open(store, service, { ssl: details }, invoice_id) {
    // Chosen by this contract: POST /orders also accepts a domain that no certificate can name, because it has no dot or
    // is too long to be validated; the certificate then names a domain of the platform.
    const ordered = details?.common_name ?? service.config.domain;
    const common_name =
      ordered?.includes('.') && challengeFitsDns(ordered)
        ? ordered
        : `${service.id.slice(0, 8)}.hosting-platform.example`;
    const alternative_names = [...(details?.alternative_names ?? [])];
    const method = details?.validation_method ?? 'dns';
    const level = /^ssl-(ov|ev)$/.exec(service.sku_id)?.[1];
    const opened = store.certificates.insert({
      ...ofService(service, invoice_id),
      common_name,
      alternative_names,
      validation_level: level === 'ov' || level === 'ev' ? level : 'dv',
      validation_method: method,
      status: 'pending_validation',
      validations: validationSteps(
        store,
        [common_name, ...alternative_names],
        method,
        details?.approver_email,
      ),
      csr: details?.csr ?? null,
      serial_number: null,
      issuer: null,
      fingerprint_sha256: null,
      auto_renew: details?.auto_renew ?? service.auto_renew,
      billing_cycle: service.billing_cycle,
      reissue_count: 0,
      valid_from: null,
      expires_at: null,
    });
    return opened.id;
  },
  ...transitions,
  activate: (store, service) => beginValidation(store, certificateOf(store, service)),
  // Chosen by this contract: the certificate of a suspended service stays valid, because browsers would still trust it
  // anyway.
  suspend: () => {},
  unsuspend: () => {},
  terminate(store, service) {
    const certificate = certificateOf(store, service);
    // A certificate whose service ends on its last day expires; a certificate whose service ends earlier is revoked or
    // cancelled.
    expireCertificate(store, certificate);
    const { status } = store.certificates.get(certificate.id);
    if (status === 'issued' || status === 'pending_validation')
      store.certificates.move(certificate.id, 'terminate');
  },
  renew(store, service) {
    const { id, status } = certificateOf(store, service);
    const dates = { expires_at: service.expires_at ?? null };
    if (status !== 'issued' && status !== 'expired') return void store.certificates.update(id, dates);
    beginValidation(store, store.certificates.move(id, 'renew', { ...dates, ...UNISSUED_MEMBERS }));
    emitEvent(store, 'certificate.renewed', store.certificates.get(id));
  },
};

const certificateOf = (store: Store, { resource_id }: ServiceRow): CertificateRow =>
  store.certificates.get(resource_id ?? '');

/** The values of the members of a certificate that is not issued. */
export const UNISSUED_MEMBERS = {
  serial_number: null,
  issuer: null,
  fingerprint_sha256: null,
  valid_from: null,
} as const;

export const beginValidation = (store: Store, certificate: CertificateRow): void =>
  scheduleByPace(store, 'certificate.validated', VALIDATION_MS, timerRef('certificate_id', certificate));

/** Issues a certificate for the paid period. A timer calls this function when the names are validated. */
export function issueCertificate(
  store: Store,
  { id, status, service_id, reissue_count, expires_at }: CertificateRow,
): void {
  if (status !== 'pending_validation') return;
  const service = store.services.get(service_id);
  if (service.status !== 'active' && service.status !== 'suspended') return;
  const { validations = [] } = store.certificates.get(id);
  const until = expires_at ?? service.expires_at ?? addMs(store.now, 365 * 86_400_000);
  const issued = store.certificates.move(id, 'issue', {
    validations: validations.map((one): Validation => ({ ...one, status: 'valid' })),
    // RFC 5280 requires a positive serial number: the first digit 4 leaves the sign bit unset.
    serial_number: `4${store.token('certificate_serials', 35, '0123456789abcdef')}`,
    issuer: ISSUER,
    valid_from: store.now,
    expires_at: until,
  });
  store.schedule('certificate.expires', until, timerRef('certificate_id', issued));
  emitEvent(store, reissue_count > 0 ? 'certificate.reissued' : 'certificate.issued', issued);
}

/** Expires a certificate after its last day, unless it was renewed. A timer calls this function. */
export function expireCertificate(store: Store, { id, status, expires_at }: CertificateRow): void {
  if (status !== 'issued' || expires_at === null || (expires_at ?? '') > store.now) return;
  emitEvent(store, 'certificate.expired', store.certificates.move(id, 'expire'));
}

/** The prefix of the DNS record name that validates a domain name. */
const CHALLENGE_PREFIX = '_acme-challenge.';

// Checks whether the name of the DNS record that validates a domain name has at most 253 characters (RFC 1035).
const challengeFitsDns = (name: string): boolean => CHALLENGE_PREFIX.length + name.length <= 253;

export function validationSteps(
  store: Store,
  names: readonly string[],
  method: Method,
  approver_email?: string,
): Validation[] {
  return names.map((domain): Validation => {
    const bare = domain.replace(/^\*\./, '');
    const secret = store.token('certificate_validations', 32);
    const pending = { domain, method, status: 'pending' } as const;
    if (method === 'dns') {
      return {
        ...pending,
        record_name: `${CHALLENGE_PREFIX}${bare}`,
        record_type: 'TXT',
        record_value: secret,
      };
    }
    if (method === 'http') {
      return {
        ...pending,
        url: `http://${bare}/.well-known/pki-validation/${secret.slice(0, 12)}.txt`,
        record_value: secret,
      };
    }
    return { ...pending, approver_email: approver_email ?? `admin@${bare}` };
  });
}
