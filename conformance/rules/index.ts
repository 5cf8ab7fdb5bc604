// The list of all rules. A rule judges each recorded exchange and sends no requests.

import { acceptanceRules } from './acceptance.ts';
import { bodyRules } from './bodies.ts';
import { consistencyRules } from './consistency.ts';
import { deploymentDocumentRules } from './deployment-document.ts';
import { errorRules } from './errors.ts';
import { amountRules } from './histories/amount-rules.ts';
import { resourceHistoryRules } from './histories/resource-rules.ts';
import { tenantRules } from './histories/tenant-rules.ts';
import { valueRules } from './histories/value-rules.ts';
import { listRules } from './lists.ts';
import { pdfRules } from './pdf-documents.ts';
import { rateLimitRules } from './rate-limits.ts';

import { responseFieldRules } from './response-fields.ts';
import { routeRules } from './routes.ts';
import { serverErrorRules } from './server-errors.ts';
import { shownFieldRules } from './shown-fields.ts';
import { statuses } from './statuses.ts';

import { zipArchiveRules } from './zip-archives.ts';

export const rules = [
  ...statuses,
  ...shownFieldRules,
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
  ...consistencyRules,
  ...acceptanceRules,
];
