// Rules about replies where the document by which the run judges differs from the document of this package.
import { operation, packageOperation } from '../../src/contract/operations.ts';
import { rule } from '../define.ts';
import { owner } from '../support/owner.ts';
import { expectsJson } from './bodies.ts';

const requirement = 'document/replies';

const rulesOf = ({ isOwnersOperation, ownHeaderProblems, ownProblems }: NonNullable<typeof owner>) => [
  rule('document/statuses', {
    must: 'answer a success with the status of its document',
    requirement,
    conditional: true,
    applies: ({ operation: id, status }) => id !== null && status < 300,
    state: () => new Set<string>(),
    judge({ operation: id, status, request, concurrent }, { state, compared }) {
      // A replay may have another status than the first reply.
      const key = request.headers['idempotency-key'];
      const isReplay = key !== undefined && (concurrent || state.has(key));
      if (key !== undefined) state.add(key);
      if (id === null || isReplay) return undefined;
      const { success, statuses } = operation(id);
      const known = packageOperation(id);
      const isOwn = known ? known.success !== success : isOwnersOperation(operation(id));
      if (!isOwn || compared(statuses.includes(status))) return undefined;
      return { message: `${id} succeeded`, expected: success, actual: status };
    },
  }),
  rule('document/replies', {
    must: 'answer as its document says where it adds to this contract or changes it',
    requirement,
    conditional: true,
    after: [
      'bodies/labelled-json',
      'bodies/parse',
      'statuses/success-is-no-error',
      'errors/one-of-two-shapes',
    ],
    applies: expectsJson,
    judge({ operation: id, status, received }, { compared }) {
      if (id === null) return undefined;
      const [problem] = compared(ownProblems(operation(id), status, received));
      return problem && { message: `${id}: ${status}: ${problem.field || 'the body'}: ${problem.message}` };
    },
  }),
  rule('document/headers', {
    must: 'send the headers that its document adds to this contract or changes',
    requirement,
    conditional: true,
    applies: ({ operation: id, status }) => id !== null && status < 500 && status !== 429,
    judge({ operation: id, status, header }, { compared }) {
      if (id === null) return undefined;
      const [problem] = compared(ownHeaderProblems(operation(id), status, header));
      return problem === undefined ? undefined : { message: `${id}: ${status}: ${problem}` };
    },
  }),
];

/** The rules about what the owner of the deployment has written into the document; none for the document of this package. */
export const ownerDocumentRules = owner === null ? [] : rulesOf(owner);
