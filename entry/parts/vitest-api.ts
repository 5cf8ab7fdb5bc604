// vitest, which a project adds by itself: loaded from there, and asked for in one line where it is missing.
import type * as Vitest from 'vitest';

export type { TestAPI } from 'vitest';

/** @throws Error with one line, when vitest is not installed beside this package */
export async function vitestApi(): Promise<typeof Vitest> {
  try {
    return await import('vitest');
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot find (package|module) 'vitest'/.test(error.message))
      throw error;
    const missing = new Error(
      'hosting-contract/vitest needs vitest 5 or later in your project: npm install -D vitest',
    );
    missing.stack = missing.message;
    throw missing;
  }
}
