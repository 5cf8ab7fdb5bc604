// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'CertificatePage': validate52,
  'CertificateCreate': validate52,
  'CertificateRenew': validate52,
  'CertificateReissue': validate52,
  'listCertificates.query': validate52,
  'createCertificate.header': validate52,
  'renewCertificate.header': validate52,
};
