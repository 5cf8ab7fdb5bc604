// Short forms of common injections: edit a request or a body, act after a handler, answer in place of the mock.
import { isObject } from '../../../src/contract/is-object.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type {
  ClientRequest,
  HandlerCall,
  Injector,
  RequestEdit,
  RequestMatcher,
  ResponseEdit,
} from '../mutant.ts';
import { changeAt, isSuccess, type JsonObject, recordsIn, replaceResponse } from './response-edits.ts';

/** Edits matching requests before the mock reads them. */
export const editRequest = (
  p: Injector,
  where: RequestMatcher,
  edit: (change: RequestEdit, request: ClientRequest) => void,
): void =>
  p.request(where, (change, request) => {
    edit(change, request);
    return undefined;
  });

/** Makes the handler of an operation read an edited copy of the body. */
export const editBody = (
  p: Injector,
  where: RequestMatcher,
  edit: (body: JsonObject, call: HandlerCall) => void,
): void =>
  p.handler(where, (call, go) => {
    const copy = structuredClone(call.body);
    if (isObject(copy)) edit(copy, call);
    return go({ body: copy });
  });

/** Acts after the handlers of matching requests have run; a result that `act` returns replaces the result. */
export const after = (
  p: Injector,
  where: RequestMatcher,
  act: (call: HandlerCall, result: JsonObject) => unknown,
): void =>
  p.handler(where, (call, go) => {
    const result = go();
    return (isObject(result) ? act(call, result) : undefined) ?? result;
  });

/** Answers the requests that a predicate accepts in place of the mock. */
export const answer = (
  p: Injector,
  where: RequestMatcher,
  by: ResponseEdit,
  isAnswered: (request: ClientRequest) => boolean = ({ bearer }) => bearer !== null,
): void => p.request(where, (_edit, request) => (isAnswered(request) ? by : undefined));

/** Replaces the replies to matching requests that a predicate accepts. */
export const replace = (
  p: Injector,
  where: RequestMatcher,
  isReplaced: number | ((reply: ResponseEdit, request: ClientRequest) => boolean),
  by: ResponseEdit,
): void =>
  p.reply(where, (reply, request) => {
    if (typeof isReplaced === 'number' ? reply.status === isReplaced : isReplaced(reply, request))
      replaceResponse(reply, by);
  });

/** Edits every record in the successful replies to matching requests. */
export const editRecords = (
  p: Injector,
  where: RequestMatcher,
  edit: (row: JsonObject, request: ClientRequest) => void,
): void =>
  p.reply(where, (reply, request) => {
    if (isSuccess(reply)) for (const row of recordsIn(reply.json)) edit(row, request);
  });

/** Edits a list, or the array at another path, in the successful replies to matching requests. */
export const editArray = (
  p: Injector,
  where: RequestMatcher,
  path: string,
  edit: (rows: unknown[], request: ClientRequest) => unknown[],
): void =>
  p.reply(where, (reply, request) => {
    if (isSuccess(reply))
      changeAt(reply.json, path, (rows) => (Array.isArray(rows) ? edit(rows, request) : rows));
  });

/** Records the ids in the paths of the successful requests to an operation. */
export function idsOf(p: Injector, operation: OperationId): Set<string> {
  const ids = new Set<string>();
  p.reply(operation, (reply, { params }) => {
    if (isSuccess(reply)) ids.add(params.id ?? '');
  });
  return ids;
}
