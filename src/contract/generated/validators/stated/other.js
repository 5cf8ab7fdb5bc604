// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'PdfDocument': validate53,
  'DomainUnavailableReason': validate53,
  'ZipArchive': validate53,
  'TestableEvent': validate53,
  'CustomerEvent': validate53,
  'ServiceEvent': validate53,
  'OrderEvent': validate53,
  'InvoiceEvent': validate53,
  'SubscriptionEvent': validate53,
  'PaymentEvent': validate53,
  'WalletEvent': validate53,
  'VpsEvent': validate53,
  'TicketEvent': validate53,
  'WebhookEvent': validate53,
  'DomainEvent': validate53,
  'CertificateEvent': validate53,
  'DnsZoneEvent': validate53,
};
