// One request: why it got its reply, what was sent and replied, and the form that sends it again.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { curlCommand } from '../../api/curl.ts';
import { bearerOf } from '../../api/platform.ts';
import { JsonField } from '../../components/api-call.tsx';
import { Button, type Choice, CopyButton, Field, Input, Select, Submit } from '../../components/controls.tsx';
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
import { hrefOf, navigate, pagePath } from '../../state/location.ts';
import { act, useData } from '../../state/use-data.ts';
import { personas, worldName, worlds } from '../../state/world.ts';

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

// A caller who is no persona: a link to the user or the API key, or the address.
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

// Why a request got its reply: the deciding step and rule, the wrong fields, a missing scope, the rate limit.
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

// Builds the curl command that sends a request again. Its credential is that of the request's persona; values that the
// log hides are `***`.
function curlOf({ method, url, persona, request: { headers, body } }: Detail): string {
  const sent = Object.entries(headers).filter(([name]) => !LEFT_OUT.test(name));
  const credential = bearerOf(personas.value[persona ?? '']) ?? '***';
  if (headers.authorization !== undefined) sent.push(['authorization', `Bearer ${credential}`]);
  // The URL is a path of this mock, also when it begins with two slashes.
  const text = body === null ? null : JSON.stringify(body);
  return curlCommand({ method, url: location.origin + url, headers: sent, body: text });
}

/** The faults by what happens, each as a preference. */
const FAULTS: readonly Choice[] = [
  ['', 'no fault'],
  ['code=503', 'status 503'],
  ['code=429', 'status 429'],
  ['code=500', 'status 500'],
  ['delay_ms=2000', '2 seconds late'],
  ['fault=reset', 'connection cut'],
  ['fault=truncated', 'body ends early'],
  ['fault=invalid_json', 'body is no JSON'],
  ['fault=wrong_schema', 'body breaks the schema'],
];

type RepeatProps = { request: Schema<'RequestDetail'>; open: (id: string) => void };

// Sends a request again, edited or not, as another persona, to another world or with a fault, and opens the new one.
function RepeatForm({ request, open }: RepeatProps) {
  const [as, setAs] = useState('');
  const [world, setWorld] = useState(worldName());
  const [prefer, setPrefer] = useState('');
  /** the edited URL and body; null until the user edits them */
  const [edited, setEdited] = useState<{ url: string; body: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { body: sentBody } = request.request;
  const edit = (): void =>
    setEdited({
      url: request.url,
      body: typeof sentBody === 'string' ? sentBody : sentBody ? JSON.stringify(sentBody, null, 2) : '',
    });
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = {
      ...(as !== '' && { as }),
      ...(edited && { url: edited.url, ...(edited.body !== '' && { body: edited.body }) }),
      ...(prefer !== '' && { prefer }),
      // The same world needs no name, which would stand in the URL of the new request.
      ...(world !== worldName() && { world }),
    };
    setBusy(true);
    const sent = await act(
      () => control('post', '/requests/{id}/repeat', { path: { id: request.id }, body }),
      ({ id, status, signed_in }) =>
        `${id}: ${request.status} before, ${status} now.${signed_in ? ' Its session had ended: the user was signed in again.' : ''}`,
    );
    setBusy(false);
    if (sent === null) return;
    const { result: repeated } = sent;
    const to = worlds.value.find(({ name }) => name === repeated.world);
    if (repeated.world === worldName()) open(repeated.id);
    else navigate(`${pagePath(to?.main ? null : repeated.world)}${hrefOf('requests', [repeated.id])}`);
  };
  const callers = Object.keys(personas.value).filter((name) => bearerOf(personas.value[name]) !== null);
  const fields = [
    ['As', as, setAs, [['', 'the same caller'], ['anonymous', 'nobody'], ...callers]],
    ['To', world, setWorld, worlds.value.map(({ name }) => name)],
    ['With', prefer, setPrefer, FAULTS],
  ] as const satisfies readonly (readonly [string, string, (value: string) => void, readonly Choice[]])[];
  return (
    <form class="section" onSubmit={send} aria-label="Send the request again">
      <div class="flow">
        {fields.map(([label, value, choose, options]) => (
          <Field key={label} label={label}>
            {(field) => <Select {...field} value={value} choose={choose} options={options} />}
          </Field>
        ))}
        {!edited && <Button onClick={edit}>Edit</Button>}
        <Submit disabled={busy}>{busy ? 'Sending…' : 'Send again'}</Submit>
      </div>
      {edited && (
        <>
          <Field label="URL">
            {(field) => (
              <Input {...field} value={edited.url} change={(url) => setEdited({ ...edited, url })} />
            )}
          </Field>
          <Field label="Body">
            {(field) => (
              <JsonField {...field} value={edited.body} change={(body) => setEdited({ ...edited, body })} />
            )}
          </Field>
        </>
      )}
    </form>
  );
}
