// Generated from openapi/control.yaml by `npm run generate`. Not edited by hand.
export type * from '../../../control/generated/schema.ts';
