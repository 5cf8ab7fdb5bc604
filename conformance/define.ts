// Defines check(), checksOf(), rule() and fixture() so that they accept only the requirement ids of the register in
// requirements.yaml.

import { define } from '../src/suite/model/define.ts';
import type { RequirementId } from './requirements.ts';

export const { check, checksOf, rule, fixture } = define<RequirementId>();
