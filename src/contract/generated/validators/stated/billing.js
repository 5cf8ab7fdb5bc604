// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'SignedMinorUnits': validate53,
  'RecurringBillingCycle': validate53,
  'DueDateSortOrder': validate53,
  'Invoice': validate53,
  'InvoiceLine': validate53,
  'InvoiceStatus': validate53,
  'InvoicePage': validate53,
  'Subscription': validate53,
  'SubscriptionStatus': validate53,
  'SubscriptionPage': validate53,
  'PaymentCreate': validate53,
  'Payment': validate53,
  'PaymentStatus': validate53,
  'PaymentPage': validate53,
  'Wallet': validate53,
  'WalletTopup': validate53,
  'WalletTransaction': validate53,
  'WalletTransactionType': validate53,
  'WalletTransactionStatus': validate53,
  'listInvoices.query': validate53,
  'listSubscriptions.query': validate53,
  'cancelSubscription.query': validate53,
  'listPayments.query': validate53,
};
