// Every rule: a judgement over each recorded exchange that sends nothing of its own.
import { aboutRules } from './about.ts';
import { archives } from './archives.ts';
import { bodies } from './bodies.ts';
import { documents } from './documents.ts';
import { errorRules } from './errors.ts';
import { limitRules } from './limits.ts';
import { listRules } from './lists.ts';
import { memoryRules } from './memory.ts';
import { records } from './records.ts';
import { routeRules } from './routes.ts';
import { statuses } from './statuses.ts';
import { updateRules } from './updates.ts';

export const rules = [
  ...statuses,
  ...errorRules,
  ...records,
  ...bodies,
  ...listRules,
  ...routeRules,
  ...limitRules,
  ...documents,
  ...archives,
  ...updateRules,
  ...memoryRules,
  ...aboutRules,
];
