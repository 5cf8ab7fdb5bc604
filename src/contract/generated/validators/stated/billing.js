// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';
const schema132 = {"type":"object","properties":{"Idempotency-Key":{"type":"string"}},"$id":"https://hosting-contract.example/createPayment.header"};function validate194(data, instancePath=""){/*# sourceURL="https://hosting-contract.example/createPayment.header" */;let vErrors = null;let errors = 0;if(data && typeof data == "object" && !Array.isArray(data)){if(data["Idempotency-Key"] !== undefined){if(typeof data["Idempotency-Key"] !== "string"){const err0 = {instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}}}else {const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}validate194.errors = vErrors;return errors === 0;}validate194.evaluated = {"props":{"Idempotency-Key":true},"dynamicProps":false,"dynamicItems":false};
export const validators = {
  'InvoicePage': validate52,
  'SubscriptionPage': validate52,
  'PaymentCreate': validate52,
  'PaymentPage': validate52,
  'WalletTopup': validate52,
  'WalletTransaction': validate52,
  'WalletTransactionType': validate52,
  'WalletTransactionStatus': validate52,
  'DueDateSortOrder': validate52,
  'listInvoices.query': validate52,
  'listSubscriptions.query': validate52,
  'cancelSubscription.query': validate52,
  'listPayments.query': validate52,
  'createPayment.header': validate194,
  'topUpWallet.header': validate194,
};
