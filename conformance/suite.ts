// check(), rule() and subject() bound to this register's requirement ids.
import { define } from '../src/suite/define.ts';
import type { RequirementId } from './requirements.ts';

export const { check, rule, subject } = define<RequirementId>();
