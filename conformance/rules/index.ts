// The list of all rules. A rule judges each recorded exchange and sends no requests.

import { bodyRules } from './bodies.ts';
import { consistencyRules } from './consistency.ts';
import { deploymentDocumentRules } from './deployment-document.ts';
import { pdfRules, zipArchiveRules } from './downloads.ts';
import { errorRules } from './errors.ts';
import { amountRules } from './histories/amount-rules.ts';
import { listedRules } from './histories/listed-rules.ts';
import { resourceHistoryRules } from './histories/resource-rules.ts';
import { tenantRules } from './histories/tenant-rules.ts';
import { valueRules } from './histories/value-rules.ts';
import { listRules } from './lists.ts';
import { rateLimitRules } from './rate-limits.ts';

import { responseFieldRules } from './response-fields.ts';
import { routeRules } from './routes.ts';
import { serverErrorRules } from './server-errors.ts';
import { acceptanceRules, statuses } from './statuses.ts';

export const rules = [
  ...statuses,
  ...serverErrorRules,
  ...errorRules,
  ...responseFieldRules,
  ...deploymentDocumentRules,
  ...bodyRules,
  ...listRules,
  ...routeRules,
  ...rateLimitRules,
  ...pdfRules,
  ...zipArchiveRules,
  ...valueRules,
  ...amountRules,
  ...tenantRules,
  ...resourceHistoryRules,
  ...listedRules,
  ...consistencyRules,
  ...acceptanceRules,
];
