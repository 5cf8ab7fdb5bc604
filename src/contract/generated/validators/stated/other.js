// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'PdfDocument': validate52,
  'DomainUnavailableReason': validate52,
  'CustomerEvent': validate52,
  'ServiceEvent': validate52,
  'OrderEvent': validate52,
  'InvoiceEvent': validate52,
  'SubscriptionEvent': validate52,
  'PaymentEvent': validate52,
  'WalletEvent': validate52,
  'DomainEvent': validate52,
  'CertificateEvent': validate52,
  'DnsZoneEvent': validate52,
  'VpsEvent': validate52,
  'TicketEvent': validate52,
  'WebhookEvent': validate52,
  'ZipArchive': validate52,
  'TestableEvent': validate52,
};
