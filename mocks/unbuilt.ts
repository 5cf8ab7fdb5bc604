// Stands in for the handlers of areas that are still on their way; goes when the last of them is in.
import { operations } from '../src/contract/operations.ts';
import type { Handlers } from '../src/server/handler.ts';
import { Refusal } from '../src/state/refusal.ts';
import type { Store } from './tables.ts';

export const unbuilt = Object.fromEntries(
  operations.map(({ id }) => [
    id,
    () => {
      throw new Refusal('NOT_FOUND');
    },
  ]),
) as unknown as Handlers<Store>;
