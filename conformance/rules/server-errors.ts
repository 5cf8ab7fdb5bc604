// Rules about requests that get no reply although the target answers others, and about requests that get a server error
// each time they are sent.

import { type OperationId, operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { sentenceOf } from '../requirements.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';

/** Returns the text that requests have in common when they differ in their data only. */
const kindOf = ({ operation, request, deliberateFault }: Exchange): string =>
  `${operation ?? `${request.method} ${request.path.split('?')[0]}`} ${deliberateFault ?? ''}`;

/** The failed exchanges of one kind of request, and whether another request was answered after the first of them. */
type Unanswered = { first: Exchange; othersAnswered: boolean };

/** What in a request differs from one sending to the next: ids, and texts with the mark of the run. */
const DATA = /hc-[\w.-]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What a run has asked: question → the server error that answered it, or null where another answer came. */
type Asked = {
  answers: Map<string, Exchange | null>;
  /** the operations of which a request got another reply than a server error */
  answered: Set<OperationId>;
  /** path of a resource → its last write that was answered with success */
  lastWrite: Map<string, string>;
};

/** Returns the path of the resource that a request names; undefined when it names none. */
const resourceOf = ({ request: { path, params } }: Exchange): string | undefined =>
  params.id === undefined ? undefined : path.slice(0, path.indexOf(params.id) + params.id.length);

// Returns what was asked: of the resource that the path names, and of any resource after the same write. The same
// request is another question once the resource is deleted, or in another state.
function questionsOf(exchange: Exchange, { lastWrite }: Asked): string[] {
  const { method, path, body } = exchange.request;
  const after = lastWrite.get(resourceOf(exchange) ?? '') ?? '';
  const content = `${(body ?? '').replace(DATA, '…')} after ${after}`;
  return [...new Set([`${method} ${path} ${content}`, `${method} ${path.replace(DATA, '…')} ${content}`])];
}

export const serverErrorRules = [
  rule('statuses/no-server-error', {
    must: 'answer a request otherwise than with a server error each time it is sent',
    requirement: 'states/wrong-state-no-crash',
    everyOperation: true,
    // Where the check of the request fails too, the rule tells why.
    applies: ({ operation: id, burst, concurrent, purpose }) =>
      id !== null && !burst && !concurrent && purpose !== 'cleanup',
    state: (): Asked => ({ answers: new Map(), answered: new Set(), lastWrite: new Map() }),
    judge(exchange, { state, compared }) {
      const { operation: id, status, request, deliberateFault: fault } = exchange;
      if (id === null) return undefined;
      const isError = status === 500;
      if (!isError) state.answered.add(id);
      let earlier: Exchange | null = null;
      for (const question of questionsOf(exchange, state)) {
        const before = state.answers.get(question);
        if (isError && before) earlier ??= before;
        // An answer of another kind shows that the error passes.
        state.answers.set(question, isError && before !== null ? exchange : null);
      }
      const resource = resourceOf(exchange);
      if (request.method !== 'GET' && resource !== undefined && isSuccess(exchange))
        state.lastWrite.set(resource, id);
      if (compared(!isError) || earlier === null) return undefined;
      // An operation that answers nothing else is broken as a whole, whatever was wrong with a request.
      if (fault !== null && !state.answered.has(id)) return undefined;
      const isAboutBody = fault !== null && request.body !== null;
      const requirement = isAboutBody ? 'errors/validation-is-422' : sentenceOf(id);
      return {
        message: `${id} answers ${fault === null ? 'a valid request' : `a request in which ${fault}`} with a server error each time`,
        expected: isAboutBody ? 422 : operation(id).success,
        actual: status,
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
