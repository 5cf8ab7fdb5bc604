// Decides whether a call may be sent, and composes its request.
import { isEdited, operation, packageOperation } from '../../contract/operations.ts';
import type { SendOptions } from '../model/context.ts';
import type { Mode } from '../model/define.ts';
import { CheckEnded, inconclusive } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import { type Call, type ComposedCall, LOGIN_OPERATION } from './call.ts';
import type { CreatedResources } from './created-resources.ts';
import { changedMeaning, withRequiredParameters } from './edited-meaning.ts';
import type { OwnedIds } from './owned-ids.ts';
import type { Spending } from './spending.ts';
import { type ComposedRequest, compose, type Destination, describeDestination } from './transport/compose.ts';

type GuardsDeps = {
  target: Target;
  runId: string;
  mode: Mode;
  spending: Spending;
  ownedIds: OwnedIds;
  created: CreatedResources;
};

/** The guards of a run: what its mode, the target, the document and the ids that it owns allow it to send. */
export class Guards {
  readonly #deps: GuardsDeps;

  constructor(deps: GuardsDeps) {
    this.#deps = deps;
  }

  /** Refuses a call to an area that the target does not offer. @throws CheckEnded (not applicable) */
  assertOffered(to: Destination): void {
    const area = typeof to === 'string' ? operation(to).area : '';
    if (this.#deps.target.capabilities[area] === false)
      throw new CheckEnded('not-applicable', `the target does not offer ${area} (capabilities)`);
  }

  /**
   * Composes a request and checks that it may be sent.
   * @throws CheckEnded (skipped) when a read-only run would write, or a safe run might buy something; (not applicable) where
   * an edited document changes what the call means
   * @throws Error when the call would write to an id that the run does not own, which is a mistake in the check
   */
  async compose(call: Call): Promise<ComposedCall> {
    const { to, caller, origin } = call;
    const { mode, spending, created, ownedIds } = this.#deps;
    const { body } = call.options;
    const given = typeof body === 'function' ? { ...call.options, body: await body() } : call.options;
    const options = isEdited() && typeof to === 'string' ? withRequiredParameters(to, given) : given;
    const isDeliberate = options.deliberateFault !== undefined;
    const changed = typeof to === 'string' ? changedMeaning(to, options) : undefined;
    if (changed !== undefined) throw new CheckEnded('not-applicable', `the document ${changed}`);
    if (typeof to === 'string' && caller.credential !== null && !isDeliberate) created.assertReadable(to);
    const composed = { ...call, options, request: this.requestOf(caller.authorization, to, options) };
    const { request } = composed;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN_OPERATION;
    if (mode === 'read-only' && !isRead)
      throw new CheckEnded('skipped', `${describeDestination(to)} is not sent in read-only mode`);
    if (origin.purpose === 'cleanup') return composed;
    // Whether a purchase can be taken back at no cost shows only after it was made.
    if (mode === 'safe' && spending.mayBuy(composed))
      throw new CheckEnded('skipped', `needs --mode full: ${describeDestination(to)} may cost money`);
    const foreignId = ownedIds.firstForeign(request, isDeliberate);
    if (foreignId === undefined) return composed;
    const message = `${describeDestination(to)} would write to ${foreignId}, which this run did not create.`;
    // The calls of added operations are made from the document and the replies, not written by hand.
    if (typeof to === 'string' && packageOperation(to) === undefined) throw inconclusive(message);
    throw new Error(message);
  }

  requestOf(authorization: string | null, to: Destination, options: SendOptions): ComposedRequest {
    const { target, runId } = this.#deps;
    const common = { ...target.headers, 'user-agent': `hosting-contract conform (run ${runId})` };
    return compose(target.baseUrl, to, options, authorization, common);
  }
}
