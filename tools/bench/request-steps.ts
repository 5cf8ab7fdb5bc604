// Says to which step of a request a function belongs, so that profiles can be summarised by step.
import type { Place } from './source-places.ts';

/**
 * The files of each step. The innermost function on a call stack that is in this table decides the step, so that files
 * that several steps use (`src/contract/validation/validate.ts`, `src/contract/digest.ts`) count for the step that called them.
 */
const STEPS: readonly (readonly [step: string, files: RegExp])[] = [
  [
    'request from the socket',
    /^src\/server\/http\/(listen|body-request|uploads|read-request|request-head|cors)\b/,
  ],
  ['reply to the socket', /^src\/server\/http\/(send-reply|reply-head|date)\b/],
  ['parsing', /^src\/server\/(http\/json|pipeline\/steps\/parse-request)\b/],
  ['routing', /^src\/server\/pipeline\/steps\/(route|serve-document|load-dependencies|resolve-resources)\b/],
  ['credential', /^(mocks\/identity\/|src\/server\/pipeline\/(caller|steps\/(resolve-credential|auth)))/],
  ['rate limit', /^src\/server\/(rate-limit\/|usage-counter)/],
  ['timers', /^src\/(state\/timers|server\/pipeline\/steps\/run-due-timers)\b/],
  ['idempotency', /^src\/server\/idempotency\b/],
  ['validation', /^src\/server\/pipeline\/steps\/validate-request\b/],
  ['check of the reply against the document', /^src\/server\/pipeline\/steps\/verify-response\b/],
  ['ids', /^src\/(state\/ids|contract\/uuid)\b/],
  [
    'events and webhook fan-out',
    /^(mocks\/webhooks\/|src\/(control\/(webhook-delivery|event-stream)|server\/outbox-queue))/,
  ],
  ['timeline', /^src\/server\/timeline/],
  ['log', /^(src\/server\/(request-log|refusal-cause)|bin\/mock-output)/],
  ['tables, transaction, commit', /^src\/state\//],
  ['stored worlds', /^src\/storage\//],
  [
    'serialisation of the reply',
    /^src\/server\/pipeline\/(error-reply|page-json|refusals|steps\/(serialize|success-reply|add-page-links))\b/,
  ],
  ['handler', /^(mocks\/|src\/server\/pipeline\/steps\/call-handler\b)/],
  ['control API', /^src\/control\//],
  ['pipeline and worlds', /^src\/server\//],
];

/** The step of what runs outside JavaScript: sockets, the event loop, and V8 itself. */
const OUTSIDE = 'outside JavaScript: sockets, event loop';

/** Returns the step of a function in a file of the project; undefined for other files. */
const stepOfFile = (file: string): string | undefined => STEPS.find(([, files]) => files.test(file))?.[0];

/**
 * Returns the step of a call stack.
 * @param stack the functions, the innermost first
 */
export function stepOf(stack: readonly Place[]): string {
  const [innermost] = stack;
  if (innermost?.file === '(garbage collector)') return 'garbage collection';
  if (innermost?.file === '(program)' || innermost?.file === '(root)') return OUTSIDE;
  for (const { file } of stack) {
    const step = stepOfFile(file);
    if (step !== undefined) return step;
  }
  return stack.some(({ file }) => file.startsWith('node:')) ? 'node:http and sockets' : 'other';
}

/** Returns the innermost function of the project on a call stack, or the innermost function. */
export const projectFunction = (stack: readonly Place[]): Place | undefined =>
  stack.find(({ file }) => /^(bin|entry|src|mocks|dist|fixtures)\//.test(file)) ?? stack[0];
