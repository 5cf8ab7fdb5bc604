// The rule about operations that refuse every valid request. Its violations are determined at the end of a run.
import { operation } from '../../src/contract/operations.ts';
import { ACCEPTANCE_RULE } from '../../src/suite/report/findings/refused-operations.ts';
import { rule } from '../define.ts';

export const acceptanceRules = [
  rule(ACCEPTANCE_RULE, {
    should: 'accept at least one of the valid requests that the suite sends to an operation',
    requirement: 'endpoints/valid-requests-accepted',
    applies: ({ operation: id, deliberateFault }) =>
      id !== null && operation(id).method !== 'GET' && deliberateFault === null,
    // One refusal proves nothing; only the whole run shows that an operation accepts no request.
    judge: (_, { compared }) => compared(undefined),
  }),
];
