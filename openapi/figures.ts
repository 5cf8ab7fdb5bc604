// Counts the examples of the document: `node openapi/figures.ts` prints the shares of schemas and bodies that have
// examples.
import { examplesOf, isScalar, operations, places, requestBodies, responseBodies } from './walk.ts';

/** The number of things that have an example, and the number of all things of the kind. */
export type Share = { what: string; with: number; of: number };

/** Counts scalars, request bodies and JSON replies, and those of them that have examples. */
export function shares(): Share[] {
  const scalars = places().filter(({ schema }) => isScalar(schema));
  const requests = requestBodies();
  const replies = responseBodies();
  const count = (bodies: { examples: Record<string, unknown> }[]): number =>
    bodies.filter(({ examples }) => Object.keys(examples).length > 0).length;
  return [
    {
      what: 'scalar properties, parameters and headers with examples',
      with: scalars.filter(({ schema }) => examplesOf(schema).length > 0).length,
      of: scalars.length,
    },
    { what: 'request bodies with named examples', with: count(requests), of: requests.length },
    { what: 'JSON replies with named examples', with: count(replies), of: replies.length },
  ];
}

if (import.meta.main) {
  console.log(`${operations().length} operations`);
  for (const share of shares()) {
    console.log(
      `${((100 * share.with) / share.of).toFixed(1)} %  ${share.with} of ${share.of} ${share.what}`,
    );
  }
}
