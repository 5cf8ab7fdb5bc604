// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Certificate': validate53,
  'ValidationLevel': validate53,
  'CertificateName': validate53,
  'ValidationMethod': validate53,
  'CertificateStatus': validate53,
  'CertificateValidation': validate53,
  'CertificateValidationStatus': validate53,
  'SigningRequest': validate53,
  'NullableSigningRequest': validate53,
  'CertificatePage': validate53,
  'CertificateCreate': validate53,
  'CertificateRenew': validate53,
  'CertificateReissue': validate53,
  'listCertificates.query': validate53,
};
