// Imports vitest, an optional peer dependency, when the suite's tests or the mock's fixtures need it.
import type * as Vitest from 'vitest';

export type { TestAPI } from 'vitest';

/**
 * Loads vitest from the user's project.
 * @throws Error with one line that says how to install it
 */
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
