// What the suite knows of an edited document by which it judges; null while it judges by the document of the package.
import { edition } from '../../src/contract/document.ts';

const load = async () => ({
  ...(await import('../../src/contract/edited-document/owner-problems.ts')),
  ...(await import('../../src/contract/edited-document/owner-requests.ts')),
});

/** Loaded only for an edited document, because it takes the compiler of schemas and the maker of values. */
export const owner = edition === 0 ? null : await load();
