// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52, validate62, validate71, validate77, validate69 } from './shared.js';
const schema237 = {"type":"object","properties":{"customer_id":{"$ref":"https://hosting-contract.example/Uuid"},"sku_id":{"$ref":"https://hosting-contract.example/SkuId"},"domain":{"$ref":"https://hosting-contract.example/Hostname"},"billing_cycle":{"$ref":"https://hosting-contract.example/BillingCycle"}},"$id":"https://hosting-contract.example/HostingAccountCreate"};function validate299(data, instancePath=""){/*# sourceURL="https://hosting-contract.example/HostingAccountCreate" */;let vErrors = null;let errors = 0;if(data && typeof data == "object" && !Array.isArray(data)){if(data.customer_id !== undefined){if(!(validate62(data.customer_id, instancePath+"/customer_id"))){errors += validate62.errors.length;vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);}}if(data.sku_id !== undefined){if(!(validate71(data.sku_id, instancePath+"/sku_id"))){errors += validate71.errors.length;vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);}}if(data.domain !== undefined){if(!(validate77(data.domain, instancePath+"/domain"))){errors += validate77.errors.length;vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);}}if(data.billing_cycle !== undefined){if(!(validate69(data.billing_cycle, instancePath+"/billing_cycle"))){errors += validate69.errors.length;vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);}}}else {const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate299.errors = vErrors;return errors === 0;}validate299.evaluated = {"props":{"customer_id":true,"sku_id":true,"domain":true,"billing_cycle":true},"dynamicProps":false,"dynamicItems":false};
export const validators = {
  'HostingAccount': validate52,
  'ControlPanel': validate52,
  'HostingAccountCreate': validate299,
  'HostingStatus': validate52,
  'HostingAccountPage': validate52,
  'HostingStats': validate52,
  'DiskUsage': validate52,
  'BandwidthUsage': validate52,
  'PasswordResetRequest': validate52,
  'PasswordReset': validate52,
  'listHostingAccounts.query': validate52,
  'createHostingAccount.header': validate52,
};
