// In a browser there is no store of worlds.
import type { openState as openInNode } from './open-state.ts';

/** @throws Error always */
export const openState: typeof openInNode = () =>
  Promise.reject(new Error('The option state needs Node.js: in a browser the worlds are in memory.'));
