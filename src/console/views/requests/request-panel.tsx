// One request: why it got its reply, what was sent and replied, and the form that sends it again.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { curlCommand } from '../../api/curl.ts';
import { bearerOf } from '../../api/platform.ts';
import { CopyButton } from '../../components/controls.tsx';
import {
  AnsweredBadge,
  duration,
  ErrorState,
  Facts,
  kindOfStatus,
  StatusBadge,
  shortIds,
  Time,
} from '../../components/display.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Panel, Tabs } from '../../components/panel.tsx';
import { hrefOf } from '../../state/location.ts';
import { useData } from '../../state/use-data.ts';
import { personas } from '../../state/world.ts';
import { RepeatForm } from './repeat-form.tsx';

type Detail = Schema<'RequestDetail'>;
type PanelProps = { id: string; close: () => void; open: (id: string) => void };

/** Shows a request beside the list. */
export function RequestPanel({ id, close, open }: PanelProps) {
  const [tab, setTab] = useState('reply');
  const { data, error } = useData(async () => {
    const path = { id };
    const [request, explanation] = await Promise.all([
      control('get', '/requests/{id}', { path }),
      control('get', '/requests/{id}/explain', { path }),
    ]);
    return { request, explanation };
  });
  const { request, explanation } = data ?? {};
  return (
    <Panel
      label={`Request ${id}`}
      closeLabel="Close the request"
      close={close}
      title={
        request ? (
          <>
            <StatusBadge status={request.status} /> <AnsweredBadge answered={request.answered} />{' '}
            <code>{`${request.method} ${request.url}`}</code>
          </>
        ) : null
      }
      beside={
        request && (
          <span class="push">
            <CopyButton text={() => curlOf(request)} label="Copy as curl" shown />
          </span>
        )
      }
    >
      {error && data === null && <ErrorState error={error} />}
      {request && explanation && (
        <>
          <ExplanationView explanation={explanation} />
          <Facts
            of={[
              ['Request', request.id],
              ['Operation', request.operation && <OperationLink key="operation" id={request.operation} />],
              ['Caller', request.persona ?? <CallerLink key="caller" caller={request.caller} />],
              ['Account', request.account],
              ['Page', request.page],
              ['Sent by', request.tool && `the ${request.tool}, by itself`],
              ['Fault', request.disturbed],
              ['Generated', request.generated && `${request.generated} (the operation has no handler)`],
              ['Took', duration(request.ms)],
              ['Time', <Time key="at" at={request.at} />],
            ]}
          />
          {request.answered?.by !== 'upstream' && <RepeatForm request={request} open={open} />}
          <Tabs
            label="Exchange"
            current={tab}
            choose={setTab}
            tabs={[
              { id: 'reply', title: 'Reply', content: () => <Side side={request.reply} what="reply" /> },
              {
                id: 'request',
                title: 'Request',
                content: () => <Side side={request.request} what="request" />,
              },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

const OperationLink = ({ id }: { id: string }) => <a href={hrefOf('reference', [id])}>{id}</a>;

/** A caller who is no persona: a link to the user or the API key, or the address. */
function CallerLink({ caller }: { caller: string }) {
  const [kind = '', id = ''] = caller.split(' ');
  return /^(?:key|user)$/.test(kind) ? <a href={hrefOf('data', ['-', id])}>{shortIds(caller)}</a> : caller;
}

const Side = ({ side: { headers, body }, what }: { side: Schema<'Side'>; what: string }) => (
  <>
    <h3>Body</h3>
    {body === null ? <p class="muted">None.</p> : <JsonView value={body} label={`the body of the ${what}`} />}
    <h3>Headers</h3>
    <Facts kind="code" of={Object.entries(headers)} />
  </>
);

/** Why a request got its reply: the deciding step and rule, the wrong fields, a missing scope, the rate limit. */
function ExplanationView({ explanation }: { explanation: Schema<'Explanation'> }) {
  const { status, sentence, step, passed, rule, heading, problems, scope, limit } = explanation;
  return (
    <div class={`section request-why request-why-${kindOfStatus(status)}`}>
      <p>
        <b>{sentence}</b>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ in: place, pointer, message, schema }) => (
            <li key={`${place}${pointer}${schema}${message}`}>
              {/* Most sentences name the member themselves. */}
              {!message.includes(pointer.slice(1).replaceAll('/', '.') || message) && (
                <code>{`${place === 'query' ? 'query ' : ''}${pointer} `}</code>
              )}
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
      <p class="flow small">
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

/** Headers that curl sends itself, or that belong to the client that sent the request. */
const LEFT_OUT =
  /^(?:host|connection|content-length|transfer-encoding|user-agent|accept|accept-(?:encoding|language)|origin|referer|sec-.*|cache-control|pragma|dnt|authorization)$/i;

/**
 * Builds the curl command that sends a request again. Its credential is that of the request's persona; values that the
 * log hides are `***`.
 */
function curlOf({ method, url, persona, request: { headers, body } }: Detail): string {
  const sent = Object.entries(headers).filter(([name]) => !LEFT_OUT.test(name));
  const credential = bearerOf(personas.value[persona ?? '']) ?? '***';
  if (headers.authorization !== undefined) sent.push(['authorization', `Bearer ${credential}`]);
  // The URL is a path of this mock, also when it begins with two slashes.
  const text = body === null ? null : JSON.stringify(body);
  return curlCommand({ method, url: location.origin + url, headers: sent, body: text });
}
