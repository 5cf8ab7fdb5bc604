// The overridden replies of a world: functions and values of a test that stand in for the replies of operations.
import { type Operation, type OperationId, operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { jsonReply, type Reply } from '../http/call.ts';

/** One override: the operation, and what its replies become. */
type OverrideEntry = {
  readonly operation: OperationId;
  /** the body of the reply, or a function that makes it from the body of the real reply */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** how many replies are overridden before the override ends */
  readonly times: number;
  /** whether the body that a function returns must be one that the document permits */
  readonly validate: boolean;
};

type ActiveOverride = OverrideEntry & { applied: number };

/** The overrides of one world. They hold functions of a test, so that copies and exports do not contain them. */
export class Overrides {
  #active: ActiveOverride[] = [];

  /** Tells whether the world has no override. */
  get isEmpty(): boolean {
    return this.#active.length === 0;
  }

  add(entry: OverrideEntry): ActiveOverride {
    const added = { ...entry, applied: 0 };
    this.#active.push(added);
    return added;
  }

  remove(override: ActiveOverride): void {
    this.#active = this.#active.filter((one) => one !== override);
  }

  clear(): void {
    this.#active = [];
  }

  find(id: OperationId | undefined): ActiveOverride | undefined {
    return this.#active.findLast((one) => one.operation === id);
  }

  /** Counts an overridden reply, and ends an override that has been applied as often as it may. */
  count(override: ActiveOverride): void {
    override.applied += 1;
    if (override.applied >= override.times) this.remove(override);
  }
}

/** What the replies of a world's requests are made with. */
type ReplyMakers = {
  answer(): Reply | Promise<Reply>;
  /** passes the request through the steps before the handler, which then does not run */
  respondInsteadOfHandler(make: () => Reply): Reply | Promise<Reply>;
  reportFault(error: unknown, where: string): void;
};

/**
 * Replies with an override. A request that is refused before its handler, such as one without a credential, gets its
 * real reply.
 */
export async function overriddenReply(
  overrides: Overrides,
  override: ActiveOverride,
  { answer, respondInsteadOfHandler, reportFault }: ReplyMakers,
): Promise<Reply> {
  const { body, status, headers } = override;
  if (typeof body !== 'function')
    return respondInsteadOfHandler(() => {
      overrides.count(override);
      const made = jsonReply(status, JSON.stringify(body));
      return { ...made, headers: { ...made.headers, ...headers } };
    });
  const reply = await answer();
  if (reply.status >= 300 || typeof reply.body !== 'string') return reply;
  overrides.count(override);
  try {
    const made: unknown = await body(JSON.parse(reply.body));
    const problem = override.validate ? replyProblem(operation(override.operation), status, made) : null;
    if (problem !== null)
      throw new Error(`returned a body that ${problem.pointer || '/'} ${problem.message}`);
    reply.status = status;
    reply.body = JSON.stringify(made);
    Object.assign(reply.headers, headers);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The override of ${override.operation} failed: ${why}`;
    reportFault(error, `the override of ${override.operation}`);
    Object.assign(reply, {
      status: 500,
      body: JSON.stringify({ error: { code: 'OVERRIDE_FAILED', message } }),
    });
  }
  return reply;
}

/** A problem of an overridden reply, as a JSON pointer into its body and a sentence. */
type ReplyProblem = { pointer: string; message: string };

/** Finds the first thing that the document does not permit in a reply; null when it permits the reply. */
export function replyProblem(
  { id, responses }: Operation,
  status: number,
  body: unknown,
): ReplyProblem | null {
  const response = responses[status];
  if (!response) {
    const statuses = Object.keys(responses).join(', ');
    return {
      pointer: '',
      message: `has the status ${status}, which ${id} does not have; it has ${statuses}.`,
    };
  }
  if (response.schema === null)
    return { pointer: '', message: `is a file (${response.media}), which is no JSON.` };
  if (body === undefined) return { pointer: '', message: 'is missing: return the body.' };
  const [problem] = validateValue(response.schema, JSON.parse(JSON.stringify(body)));
  return problem ? { pointer: problem.pointer, message: problem.message } : null;
}
