// What the generated validators are, for those who import them.
import type { Validator } from '../../validation/load-validators.ts';

export const groups: Record<string, Record<string, Validator>>;
