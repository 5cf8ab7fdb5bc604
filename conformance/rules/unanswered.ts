// The rule about requests that get no HTTP reply although the target answers others.
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';

/** Returns the text that requests have in common when they differ in their data only. */
const kindOf = ({ operation, request, deliberateFault }: Exchange): string =>
  `${operation ?? `${request.method} ${request.path.split('?')[0]}`} ${deliberateFault ?? ''}`;

/** The failed exchanges of one kind of request, and whether another request was answered after the first of them. */
type Unanswered = { first: Exchange; othersAnswered: boolean };

export const unansweredRules = [
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
