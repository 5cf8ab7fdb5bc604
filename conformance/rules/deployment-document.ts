// Rules about replies where the document by which the run judges differs from the document of this package.
import { document } from '../../src/contract/document.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { operation, packageOperation } from '../../src/contract/operations.ts';
import {
  changedTransitions,
  packagedRateLimits,
  type RateLimits,
  rateLimits,
} from '../../src/contract/policies.ts';
import { idText } from '../../src/suite/mapping/ids.ts';
import { rule } from '../define.ts';
import { deploymentDocument } from '../support/deployment-document.ts';
import { mayBeReplay, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectsJson } from './bodies.ts';
import { headerNumber, setsWith } from './rate-limits.ts';

const requirement = 'document/replies';
/** On how many endpoints a caller has a limit that is its own. */
const MIN_ENDPOINTS = 3;

const rulesOf = ({
  isAddedOperation,
  changedHeaderProblems,
  changedReplyProblems,
}: NonNullable<typeof deploymentDocument>) => [
  rule('document/statuses', {
    must: 'answer a success with the status of its document',
    requirement,
    conditional: true,
    applies: ({ operation: id, status }) => id !== null && status < 300,
    state: () => new Set<string>(),
    judge(exchange, { state, compared }) {
      const { operation: id, status } = exchange;
      if (mayBeReplay(exchange, state) || id === null) return undefined;
      const { success, statuses } = operation(id);
      const known = packageOperation(id);
      const isOwn = known ? known.success !== success : isAddedOperation(operation(id));
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
      const [problem] = compared(changedReplyProblems(operation(id), status, received));
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
      const [problem] = compared(changedHeaderProblems(operation(id), status, header));
      return problem === undefined ? undefined : { message: `${id}: ${status}: ${problem}` };
    },
  }),
];

const transitionRule = rule('document/transitions', {
  must: 'perform no transition that its document has removed',
  requirement,
  conditional: true,
  applies: ({ operation: id, status }) => id !== null && status < 300,
  // the state of each resource as it was shown last
  state: () => new Map<string, string>(),
  judge({ operation: id, request, json }, { state, compared }) {
    if (id === null) return undefined;
    const { removed } = changedTransitions(id);
    const before = state.get(request.params.id ?? '');
    const [shown, status] = [isObject(json) ? idText(json.id) : undefined, statusIn(json)];
    if (shown !== undefined && status !== undefined) state.set(shown, status);
    if (removed.length === 0 || before === undefined || request.method === 'GET') return undefined;
    // An operation may move several resources; its reply shows the one that its path names.
    const { responses, success } = operation(id);
    const schemas = document().components.schemas;
    const member = JSON.stringify(schemas[responses[success]?.schema ?? '']?.properties?.status) ?? '';
    const found = removed.find(({ lifecycle, from }) => from === before && member.includes(`/${lifecycle}"`));
    if (compared(found === undefined)) return undefined;
    return { message: `${id} succeeded in the state ${before}`, expected: 'a refusal', actual: status };
  },
});

const limitRules = [
  rule('document/limits', {
    must: 'announce the limits of its document',
    requirement,
    conditional: true,
    after: ['limits/whole-numbers'],
    // A caller without a tenant has no tier, and one endpoint may have a lower limit of its own.
    applies: ({ operation: id, caller, status }) => id !== null && caller !== 'anonymous' && status < 300,
    state: () => new Map<string, Set<string>>(),
    judge(exchange, { state, compared }) {
      const { operation: id, caller } = exchange;
      const limit = headerNumber(exchange, 'RateLimit-Limit');
      if (id === null || limit === undefined || operation(id).rateClass !== 'general') return undefined;
      const key = `${caller} ${limit}`;
      const endpoints = (state.get(key) ?? new Set()).add(id);
      state.set(key, endpoints);
      if (compared(endpoints.size < MIN_ENDPOINTS || setsWith(limit).length > 0)) return undefined;
      return {
        message: `${caller} has a limit of neither set of the document`,
        expected: Object.values(rateLimits().sets).map(({ tiers }) => Object.values(tiers).join(', ')),
        actual: limit,
      };
    },
  }),
  rule('document/auth-limits', {
    must: 'announce the limits of its document for auth endpoints',
    requirement,
    conditional: true,
    after: ['limits/whole-numbers'],
    applies: ({ operation: id, status }) => id !== null && operation(id).rateClass === 'auth' && status < 300,
    judge(exchange, { compared }) {
      const limit = headerNumber(exchange, 'RateLimit-Limit');
      const { A, B } = rateLimits().sets;
      if (limit === undefined || compared([A.auth, B.auth].includes(limit))) return undefined;
      return {
        message: `${exchange.operation} has another limit`,
        expected: `${A.auth} or ${B.auth}`,
        actual: limit,
      };
    },
  }),
];

function hasOwnFigures(of: (limits: RateLimits) => unknown): boolean {
  return JSON.stringify(of(rateLimits())) !== JSON.stringify(of(packagedRateLimits));
}

/** The rules about what the document of a deployment adds or changes; none for the document of this package. */
export const deploymentDocumentRules =
  deploymentDocument === null
    ? []
    : [
        ...rulesOf(deploymentDocument),
        transitionRule,
        ...limitRules.filter(({ id }) =>
          hasOwnFigures(({ sets: { A, B } }) =>
            id === 'document/limits' ? [A.tiers, B.tiers] : [A.auth, B.auth],
          ),
        ),
      ];
