// What the generated validators are, for those who import them.
import type { Validator } from '../load-validators.ts';

export const validators: Record<string, Validator>;
