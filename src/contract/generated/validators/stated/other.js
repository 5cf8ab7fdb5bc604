// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'PdfDocument': validate52,
  'KnownPaymentMethod': validate52,
  'Registrant': validate52,
  'DomainTransferProgress': validate52,
  'DomainUnavailableReason': validate52,
  'KnownErrorCode': validate52,
  'CustomerEventType': validate52,
  'ServiceEventType': validate52,
  'OrderEventType': validate52,
  'InvoiceEventType': validate52,
  'SubscriptionEventType': validate52,
  'PaymentEventType': validate52,
  'WalletEventType': validate52,
  'DnsZoneEventType': validate52,
  'VpsEventType': validate52,
  'TicketEventType': validate52,
  'WebhookTestEventType': validate52,
  'DomainEventType': validate52,
  'CertificateEventType': validate52,
  'ZipArchive': validate52,
  'TestableEvent': validate52,
};
