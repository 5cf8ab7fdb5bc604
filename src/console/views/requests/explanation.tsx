// Why a request got its reply: the deciding step and rule, the wrong fields, a missing scope, the rate limit.
import type { Schema } from '../../api/client.ts';
import { Time } from '../../components/time.tsx';

/** Shows the explanation of a reply. */
export function ExplanationView({ explanation }: { explanation: Schema<'Explanation'> }) {
  const { status, sentence, step, passed, rule, heading, problems, scope, limit } = explanation;
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return (
    <div class={`request-why request-why-${kind}`}>
      <p class="request-why-sentence">{sentence}</p>
      {problems.length > 0 && (
        <ul class="request-why-problems">
          {problems.map(({ in: place, pointer, message, schema }) => (
            <li key={`${place}${pointer}${schema}${message}`}>
              <code>{`${place === 'query' ? 'query ' : ''}${pointer === '' ? '(all of it)' : pointer}`}</code>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {scope && (
        <p>
          Missing scope: <code>{scope.missing}</code>
        </p>
      )}
      <p class="request-why-place">
        {rule !== null && <code>{rule}</code>}
        {step !== null && (
          <span title={`It passed: ${passed.join(', ') || 'no step'}`}>
            step <b>{step}</b>
          </span>
        )}
        <span>
          specification: <b>{heading}</b>
        </span>
        {limit && (
          <span>
            {`limit ${limit.remaining} of ${limit.limit} left, free at `}
            <Time at={limit.frees_at} date={false} />
          </span>
        )}
      </p>
    </div>
  );
}
