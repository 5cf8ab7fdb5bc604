// check(), rule() and subject() bound to this register's requirement ids.
import { define } from '../src/suite/model/define.ts';
import type { RequirementId } from './requirements.ts';

export const { check, rule, subject: fixture } = define<RequirementId>();
