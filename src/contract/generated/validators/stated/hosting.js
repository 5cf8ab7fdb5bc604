// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52, validate53, validate60, validate66, validate59 } from './shared.js';
const schema205 = {"type":"object","properties":{"customer_id":{"$ref":"https://hosting-contract.example/Uuid"},"sku_id":{"$ref":"https://hosting-contract.example/SkuId"},"domain":{"$ref":"https://hosting-contract.example/Hostname"},"billing_cycle":{"$ref":"https://hosting-contract.example/BillingCycle"}},"$id":"https://hosting-contract.example/HostingAccountCreate"};function validate260(data, instancePath=""){/*# sourceURL="https://hosting-contract.example/HostingAccountCreate" */;let vErrors = null;let errors = 0;if(data && typeof data == "object" && !Array.isArray(data)){if(data.customer_id !== undefined){if(!(validate53(data.customer_id, instancePath+"/customer_id"))){errors += validate53.errors.length;vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);}}if(data.sku_id !== undefined){if(!(validate60(data.sku_id, instancePath+"/sku_id"))){errors += validate60.errors.length;vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);}}if(data.domain !== undefined){if(!(validate66(data.domain, instancePath+"/domain"))){errors += validate66.errors.length;vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);}}if(data.billing_cycle !== undefined){if(!(validate59(data.billing_cycle, instancePath+"/billing_cycle"))){errors += validate59.errors.length;vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);}}}else {const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate260.errors = vErrors;return errors === 0;}validate260.evaluated = {"props":{"customer_id":true,"sku_id":true,"domain":true,"billing_cycle":true},"dynamicProps":false,"dynamicItems":false};
export const validators = {
  'HostingAccount': validate52,
  'ControlPanel': validate52,
  'HostingAccountCreate': validate260,
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
