// Step: builds the reply to a request that succeeded, with the success status of the operation.
import { jsonReply, type Reply } from '../../http/call.ts';
import type { Download } from '../handler.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that builds the reply to a request that succeeded. */
export const successReply = (): Step => ({
  name: 'reply',
  run({ plan, result, replyText, replyUtf8 }) {
    const { operation, replySchema, media } = required(plan, 'an operation');
    if (replySchema !== null) {
      const reply = jsonReply(operation.success, replyText);
      if (replyUtf8 !== null) reply.utf8 = replyUtf8;
      return reply;
    }
    if (media === '') return { status: operation.success, headers: {}, body: '' };
    const file = result as Download;
    const bytes = file.bytes();
    return bytes instanceof Promise
      ? bytes.then((done) => fileReply(operation.success, file, done))
      : fileReply(operation.success, file, bytes);
  },
});

/** Builds a reply that offers a file under its name (RFC 6266). */
function fileReply(status: number, { download, media }: Download, body: Uint8Array): Reply {
  const name = download.replace(/[^\w.-]/g, '_');
  return {
    status,
    headers: { 'Content-Type': media, 'Content-Disposition': `attachment; filename="${name}"` },
    body,
  };
}
