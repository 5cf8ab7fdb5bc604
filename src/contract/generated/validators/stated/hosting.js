// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53, validate52, validate59, validate65, validate58 } from './shared.js';
const schema162 = {"type":"object","properties":{"customer_id":{"$ref":"https://hosting-contract.example/Uuid"},"sku_id":{"$ref":"https://hosting-contract.example/SkuId"},"domain":{"$ref":"https://hosting-contract.example/Hostname"},"billing_cycle":{"$ref":"https://hosting-contract.example/BillingCycle"}},"$id":"https://hosting-contract.example/HostingAccountCreate"};function validate231(data, instancePath=""){/*# sourceURL="https://hosting-contract.example/HostingAccountCreate" */;let vErrors = null;let errors = 0;if(data && typeof data == "object" && !Array.isArray(data)){if(data.customer_id !== undefined){if(!(validate52(data.customer_id, instancePath+"/customer_id"))){errors += validate52.errors.length;vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);}}if(data.sku_id !== undefined){if(!(validate59(data.sku_id, instancePath+"/sku_id"))){errors += validate59.errors.length;vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);}}if(data.domain !== undefined){if(!(validate65(data.domain, instancePath+"/domain"))){errors += validate65.errors.length;vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);}}if(data.billing_cycle !== undefined){if(!(validate58(data.billing_cycle, instancePath+"/billing_cycle"))){errors += validate58.errors.length;vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);}}}else {const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate231.errors = vErrors;return errors === 0;}validate231.evaluated = {"props":{"customer_id":true,"sku_id":true,"domain":true,"billing_cycle":true},"dynamicProps":false,"dynamicItems":false};
export const validators = {
  'HostingAccount': validate53,
  'ControlPanel': validate53,
  'HostingAccountCreate': validate231,
  'HostingStatus': validate53,
  'HostingAccountPage': validate53,
  'HostingStats': validate53,
  'DiskUsage': validate53,
  'BandwidthUsage': validate53,
  'PasswordResetRequest': validate53,
  'PasswordReset': validate53,
  'listHostingAccounts.query': validate53,
};
