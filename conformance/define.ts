// check(), checksOf(), rule() and fixture() that accept only the requirement ids of this register.

import { define } from '../src/suite/model/define.ts';
import type { RequirementId } from './requirements.ts';

export const { check, checksOf, rule, fixture } = define<RequirementId>();
