/// <reference lib="esnext.disposable" preserve="true" />
// Override control of a world: replaces the replies of an operation by those of a test.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { WorldServer } from '../../server/app.ts';
import { replyProblem } from '../../server/fault-injection/overrides.ts';
import type { Tables } from '../../state/tables/table.ts';
import { invalidInput } from '../control-error.ts';
import { type InputSchema, parseInput } from '../input.ts';

export type OverrideOptions = {
  /** The status of the reply. Default: the success status of the operation. */
  status?: number;
  /** HTTP headers that the reply has besides the usual ones. */
  headers?: Record<string, string>;
  /** How many replies are overridden before the override ends by itself. Default: all. */
  times?: number;
  /** Whether the reply must be one that the document permits; true by default. */
  validate?: boolean;
};

/** An override: it ends when it is removed or disposed of (`using override = world.override(…)`). */
export type Override = Disposable & {
  /** The number of replies that were overridden. */
  readonly applied: number;
  /** Ends the override: the operation gives its real replies again. */
  remove(): void;
};

/** Adds an override to a world; the override that was added last applies. */
type AddOverride = (operation: string, body: unknown, options?: OverrideOptions) => Override;

const OPTIONS: InputSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer', minimum: 100, maximum: 599 },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    validate: { type: 'boolean' },
  },
};
const names: readonly string[] = operations.map(({ id }) => id);

export function overrideControl<T extends Tables>({ deps: { overrides } }: WorldServer<T>): AddOverride {
  return (name, body, { headers = {}, ...options } = {}) => {
    const found = operations.find(({ id }) => id === name);
    if (!found)
      throw invalidInput({
        '/operation': [
          `must be an operationId of the contract${didYouMean(name, names) || ', such as getWallet.'}`,
        ],
      });
    const {
      status = found.success,
      times = Number.POSITIVE_INFINITY,
      validate = true,
    } = parseInput<OverrideOptions>(OPTIONS, options);
    if (validate) {
      const problem =
        typeof body === 'function' && found.responses[status]?.schema
          ? null
          : replyProblem(found, status, body);
      if (problem)
        throw invalidInput({
          [`/body${problem.pointer}`]: [
            `${problem.message} To reply with it all the same, pass { validate: false }.`,
          ],
        });
    }
    const id: OperationId = found.id;
    const added = overrides.add({ operation: id, body, status, headers, times, validate });
    const remove = (): void => overrides.remove(added);
    return {
      get applied() {
        return added.applied;
      },
      remove,
      [Symbol.dispose]: remove,
    };
  };
}
