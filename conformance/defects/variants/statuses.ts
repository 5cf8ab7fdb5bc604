// Lawful variants of status codes: codes beyond the table "Status codes used" whose meaning in HTTP fits the situation.
import { variant } from '../define-mutant.ts';
import { each, isSuccess, refusal, replaceResponse, textAt } from '../edits/response-edits.ts';
import type { LawfulVariant, RequestMatcher, ResponseEdit } from '../mutant.ts';

const ASYNCHRONOUS: RequestMatcher = ({ operation, method }) =>
  operation !== null &&
  method !== 'GET' &&
  !['login', 'createOrder', 'refreshSession', 'verifyTwoFactor'].includes(operation);

const code = ({ json }: ResponseEdit): string => textAt(json, 'error.code');

export const variantsStatuses: readonly LawfulVariant[] = [
  variant('variant/status-codes[202]', 'what is accepted is answered 202', (p) =>
    p.reply(ASYNCHRONOUS, (reply) => {
      if (isSuccess(reply)) reply.status = 202;
    }),
  ),
  variant(
    'variant/status-codes[202 actions]',
    'actions and creations of what takes time are answered 202',
    (p) =>
      p.reply(
        ({ operation }) =>
          /^(start|stop|reboot|resize|create|terminate)(Vps|Certificate|HostingAccount|Tenant)$|^(register|transfer|renew)Domain$/.test(
            operation ?? '',
          ),
        (reply) => {
          if (isSuccess(reply)) reply.status = 202;
        },
      ),
  ),
  variant('variant/status-codes[410]', 'what was deleted or terminated is answered 410', (p) => {
    const ended = new Set<string>();
    p.reply('everything', (reply, { method, path, operation }) => {
      if (method === 'DELETE' && isSuccess(reply) && operation !== null) ended.add(path);
      else if (reply.status === 404 && [...ended].some((one) => path === one || path.startsWith(`${one}/`)))
        replaceResponse(reply, refusal(410, 'GONE', 'It was deleted.'));
    });
  }),
  ...each([402, 409, 423, 424] as const, (status) =>
    variant(
      `variant/status-codes[${status}]`,
      `conflicts with the state of a thing are answered ${status}`,
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status !== 422 || ['VALIDATION_FAILED', ''].includes(code(reply))) return;
          replaceResponse(reply, refusal(status, code(reply), 'The state does not allow it.'));
        }),
    ),
  ),
  ...each([405, 501] as const, (status) =>
    variant(
      `variant/status-codes[${status}]`,
      `a method that a path does not have is answered ${status}`,
      (p) =>
        p.reply('everything', (reply, { operation, method }) => {
          if (operation === null && method !== 'GET' && reply.status === 404)
            replaceResponse(reply, refusal(status, 'NO_SUCH_METHOD', 'There is no such method.'));
        }),
    ),
  ),
  variant('variant/status-codes[415]', 'a body that is not labelled JSON is answered 415', (p) =>
    p.request('everything', (_edit, { headers, text }) =>
      text !== '' && !/json/.test(headers['content-type'] ?? '')
        ? refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON.')
        : undefined,
    ),
  ),
];
