// msw, which a project adds by itself: loaded from there, and asked for in one line where it is missing.
import type * as Msw from 'msw';

export type { HttpHandler } from 'msw';

/** @throws Error with one line, when msw is not installed beside this package */
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
