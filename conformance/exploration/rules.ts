// The sentence that only generated requests can break, and the rule that judges it.
import { type Operation, operation } from '../../src/contract/operations.ts';
import { define } from '../../src/suite/model/define.ts';

/** The sentences that only the exploration judges. They belong to the register of a run that explores. */
export const explorationRequirements = {
  'errors/valid-request-is-no-server-error': {
    heading: 'Errors',
    basis: 'follows',
    says: 'A request that follows the contract is accepted or refused, and is no server error.',
  },
} as const;

export type ExplorationRequirement = keyof typeof explorationRequirements;

const { rule } = define<ExplorationRequirement>();

/** Statuses of a gateway in front of the service, and the status of an operation that is not offered. */
const OTHER_STATUSES = new Set([501, 502, 503, 504]);

const describe = ({ method, path }: Operation): string => `${method} ${path}`;

export const explorationRules = [
  rule('exploration/no-server-error', {
    must: 'answer a request that follows the contract without a server error',
    requirement: 'errors/valid-request-is-no-server-error',
    conditional: true,
    applies: ({ purpose, operation }) => purpose === 'exploration' && operation !== null,
    judge({ status, operation: id }) {
      if (id === null || status < 500 || OTHER_STATUSES.has(status)) return undefined;
      return {
        message: `a request that the contract allows to ${describe(operation(id))} got ${status}`,
        expected: 'a success, or a refusal with a 4xx status',
        actual: status,
      };
    },
  }),
];
