// A reply of the platform's API: its status, its request in the log, and its body.
import type { PlatformReply } from '../../api/platform.ts';
import { JsonView } from '../../components/json-view.tsx';
import { hrefOf } from '../../state/location.ts';
import { StatusBadge } from '../requests/status-badge.tsx';

/** Shows a reply. */
export function ReplyView({ reply }: { reply: PlatformReply }) {
  const { status, requestId, body } = reply;
  return (
    <div class="data-reply">
      <p>
        <StatusBadge status={status} />{' '}
        {requestId !== null && <a href={hrefOf('requests', [requestId])}>{`Show ${requestId} in the log`}</a>}
      </p>
      {body === null ? (
        <p class="muted">The reply has no body.</p>
      ) : (
        <JsonView value={body} label="the reply" />
      )}
    </div>
  );
}
