// check(), rule() and fixture() bound to the requirement ids of this register.
import { define } from '../src/suite/model/define.ts';
import type { RequirementId } from './requirements.ts';

export const { check, rule, subject: fixture } = define<RequirementId>();
