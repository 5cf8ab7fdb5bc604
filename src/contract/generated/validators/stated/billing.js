// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'Invoice': validate52,
  'InvoiceLine': validate52,
  'InvoiceStatus': validate52,
  'InvoicePage': validate52,
  'Subscription': validate52,
  'SubscriptionStatus': validate52,
  'SubscriptionPage': validate52,
  'PaymentCreate': validate52,
  'Payment': validate52,
  'PaymentStatus': validate52,
  'PaymentPage': validate52,
  'Wallet': validate52,
  'WalletTopup': validate52,
  'WalletTransaction': validate52,
  'WalletTransactionType': validate52,
  'WalletTransactionStatus': validate52,
  'SignedMinorUnits': validate52,
  'RecurringBillingCycle': validate52,
  'DueDateSortOrder': validate52,
  'listInvoices.query': validate52,
  'listSubscriptions.query': validate52,
  'cancelSubscription.query': validate52,
  'listPayments.query': validate52,
};
