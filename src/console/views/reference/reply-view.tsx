// The reply to a request that was tried.
import { useEffect, useMemo } from 'preact/hooks';
import { JsonView } from '../../components/json-view.tsx';
import { duration } from '../../components/time.tsx';
import { hrefOf } from '../../state/location.ts';
import { StatusBadge } from '../requests/status-badge.tsx';
import type { ReplyShown } from './send.ts';

/** Status, time, headers and body of a reply; a file can be saved. */
export function ReplyView({ reply }: { reply: ReplyShown }) {
  const { status, ms, bytes, headers, requestId, body } = reply;
  return (
    <section class="reply" aria-label="Reply">
      <p class="reply-line">
        <StatusBadge status={status} />
        <span>{duration(ms)}</span>
        <span>{size(bytes)}</span>
        {requestId !== null && (
          <a href={hrefOf('requests', [requestId])}>
            {status >= 400 ? 'Why? Explain this request' : 'See it in Requests'}
          </a>
        )}
      </p>
      <ReplyBody body={body} />
      <details class="response-headers">
        <summary>{`${headers.length} headers`}</summary>
        <dl class="header-list">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function ReplyBody({ body }: { body: ReplyShown['body'] }) {
  if (body.kind === 'json') return <JsonView value={body.value} label="body" />;
  if (body.kind === 'file') return <Download blob={body.blob} name={body.name} />;
  return body.text === '' ? <p class="muted">No body.</p> : <pre class="code">{body.text}</pre>;
}

function Download({ blob, name }: { blob: Blob; name: string }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <p>
      <a class="button" href={url} download={name}>
        Save {name} ({blob.type})
      </a>
    </p>
  );
}

const size = (bytes: number): string => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);
