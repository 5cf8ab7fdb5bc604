// The schemas of the control API as types.
import type { components } from './generated/control.ts';

/** A schema of the control API, such as `Schema<'Request'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
