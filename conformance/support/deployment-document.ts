// What the suite knows of an edited document by which it judges; null while it judges by the document of the package.
import { isEdited } from '../../src/contract/operations.ts';

const load = async () => ({
  ...(await import('../../src/contract/edited-document/deployment-replies.ts')),
  ...(await import('../../src/contract/edited-document/deployment-requests.ts')),
});

/** Loaded only for an edited document, because it takes the compiler of schemas and the maker of values. */
export const deploymentDocument = isEdited() ? await load() : null;
