// Rules about requests that get no reply although the target answers others, and about valid requests that get a server
// error each time they are sent.

import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { sentenceOf } from '../requirements.ts';

/** Returns the text that requests have in common when they differ in their data only. */
const kindOf = ({ operation, request, deliberateFault }: Exchange): string =>
  `${operation ?? `${request.method} ${request.path.split('?')[0]}`} ${deliberateFault ?? ''}`;

/** The failed exchanges of one kind of request, and whether another request was answered after the first of them. */
type Unanswered = { first: Exchange; othersAnswered: boolean };

/** What in a request differs from one sending to the next: ids, and texts with the mark of the run. */
const DATA = /hc-[\w.-]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns what was asked, once of the resource that the path names and once of any resource. */
function questionsOf({ request: { method, path, body } }: Exchange): string[] {
  const content = (body ?? '').replace(DATA, '…');
  return [...new Set([`${method} ${path} ${content}`, `${method} ${path.replace(DATA, '…')} ${content}`])];
}

export const serverErrorRules = [
  rule('statuses/valid-request-no-server-error', {
    must: 'answer a valid request otherwise than with a server error each time it is sent',
    requirement: 'errors/status-codes',
    everyOperation: true,
    applies: ({ operation: id, deliberateFault, burst, concurrent, purpose }) =>
      id !== null && deliberateFault === null && !burst && !concurrent && purpose !== 'cleanup',
    state: () => new Map<string, Exchange | null>(),
    judge(exchange, { state, compared }) {
      const isError = exchange.status === 500;
      let earlier: Exchange | null = null;
      for (const question of questionsOf(exchange)) {
        const before = state.get(question);
        if (isError && before) earlier ??= before;
        // An answer of another kind shows that the error passes.
        state.set(question, isError && before !== null ? exchange : null);
      }
      if (compared(!isError) || earlier === null || exchange.operation === null) return undefined;
      const requirement = sentenceOf(exchange.operation);
      return {
        message: `${exchange.operation} answers a valid request with a server error each time`,
        expected: operation(exchange.operation).success,
        actual: exchange.status,
        dependsOn: [earlier],
        ...(requirement === undefined ? {} : { requirement }),
      };
    },
  }),
  rule('statuses/every-request-is-answered', {
    should: 'answer every request, also an invalid one',
    requirement: 'errors/every-request-is-answered',
    includeUnanswered: true,
    // A burst may be cut off by a limit, and clean-up calls what may be gone.
    applies: ({ burst, concurrent, purpose }) => !burst && !concurrent && purpose !== 'cleanup',
    state: () => new Map<string, Unanswered>(),
    judge(exchange, { state, compared }) {
      const { failure } = exchange;
      if (failure === null) {
        compared(failure);
        for (const one of state.values()) one.othersAnswered = true;
        return undefined;
      }
      if (failure.kind !== 'reset' && failure.kind !== 'timeout') return undefined;
      const kind = kindOf(exchange);
      const earlier = state.get(kind);
      if (earlier === undefined) {
        state.set(kind, { first: exchange, othersAnswered: false });
        return undefined;
      }
      if (!earlier.othersAnswered) return undefined;
      return {
        message: `the request got no reply each time it was sent (${failure.message}), while other requests were answered`,
        expected: 'a reply with a status',
        actual: failure.message,
        dependsOn: [earlier.first],
      };
    },
  }),
];
