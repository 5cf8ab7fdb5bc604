// Imports msw, an optional peer dependency, when the mock's handlers need it.
import type * as Msw from 'msw';

export type { HttpHandler } from 'msw';

/**
 * Loads msw from the user's project.
 * @throws Error with one line that says how to install it
 */
export async function mswApi(): Promise<typeof Msw> {
  try {
    return await import('msw');
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot find (package|module) 'msw'/.test(error.message)) throw error;
    const missing = new Error(
      'hosting-contract/msw needs msw 3 or later in your project: npm install -D msw',
    );
    missing.stack = missing.message;
    throw missing;
  }
}
