// One request: why it got its reply, what was sent and replied, and the form that sends it again.
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ControlError, control, type Schema } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { duration, Time } from '../../components/time.tsx';
import { useFocusWhenLost } from '../../components/use-focus.ts';
import { personas } from '../../state/world.ts';
import { curlCommand } from './curl.ts';
import { ExplanationView } from './explanation.tsx';
import { RepeatForm } from './repeat-form.tsx';
import { StatusBadge } from './status-badge.tsx';

type Detail = { request: Schema<'RequestDetail'>; explanation: Schema<'Explanation'> };

/** Shows a request beside the list. */
export function RequestDetail({
  id,
  close,
  open,
}: {
  id: string;
  close: () => void;
  open: (id: string) => void;
}) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState<ControlError | null>(null);
  const heading = useFocusWhenLost(detail !== null);
  useEffect(() => {
    const stop = new AbortController();
    const options = { path: { id }, signal: stop.signal };
    Promise.all([
      control('get', '/requests/{id}', options),
      control('get', '/requests/{id}/explain', options),
    ]).then(
      ([request, explanation]) => setDetail({ request, explanation }),
      (failure: unknown) => {
        if (failure instanceof ControlError) setError(failure);
      },
    );
    return () => stop.abort();
  }, [id]);
  return (
    <section
      class="request"
      aria-label={`Request ${id}`}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div class="request-head">
        <button type="button" class="button button-icon" aria-label="Close the request" onClick={close}>
          <Icon name="close" />
        </button>
        {detail && <Title request={detail.request} heading={heading} />}
      </div>
      {error && <ErrorState error={error} />}
      {detail && <Content {...detail} open={open} />}
    </section>
  );
}

function Title({
  request,
  heading,
}: {
  request: Detail['request'];
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { method, url, status } = request;
  return (
    <>
      <h2 class="request-title" ref={heading} tabIndex={-1}>
        <StatusBadge status={status} /> <code>{`${method} ${url}`}</code>
      </h2>
      <CopyButton text={() => curlCommand(request, personas.value)} label="Copy as curl" shown />
    </>
  );
}

function Content({ request, explanation, open }: Detail & { open: (id: string) => void }) {
  const [tab, setTab] = useState('reply');
  const facts = [
    ['Request', request.id],
    ['Operation', request.operation ?? 'none'],
    ['Caller', request.persona ?? request.caller],
    ['Page', request.page],
    ['Sent by', request.tool && `the ${request.tool}, by itself`],
    ['Fault', request.disturbed],
    ['Generated', request.generated && `${request.generated} (the operation has no handler)`],
    ['Took', duration(request.ms)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <div class="request-content">
      <ExplanationView explanation={explanation} />
      <dl class="request-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Time</dt>
          <dd>
            <Time at={request.at} />
          </dd>
        </div>
      </dl>
      <RepeatForm request={request} open={open} />
      <Tabs
        label="Exchange"
        current={tab}
        choose={setTab}
        tabs={[
          { id: 'reply', title: 'Reply', content: () => <Side side={request.reply} what="reply" /> },
          { id: 'request', title: 'Request', content: () => <Side side={request.request} what="request" /> },
        ]}
      />
    </div>
  );
}

function Side({ side: { headers, body }, what }: { side: Schema<'Side'>; what: string }) {
  return (
    <>
      <h3>Body</h3>
      {body === null ? (
        <p class="muted">None.</p>
      ) : (
        <JsonView value={body} label={`the body of the ${what}`} />
      )}
      <h3>Headers</h3>
      <dl class="request-headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
