// Records what the run creates: finds the id of each new resource, and registers the calls that undo its creation.
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { CreatedIds, type Probe } from '../mapping/identify.ts';
import { idText, isShortNumber } from '../mapping/ids.ts';
import type { ResponseMapping } from '../mapping/learned-names.ts';
import type { Clock } from '../model/clock.ts';
import type { SendOptions } from '../model/context.ts';
import type { Catalogue } from '../model/define.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { Leftover } from '../model/generated/report.ts';
import { hasStatedReply, isCreation, kindOf, namedId, readOf } from '../model/kinds.ts';
import { CheckEnded } from '../model/outcome.ts';
import { credentialNames, type Target } from '../model/target.ts';
import type { Undo } from '../model/undo.ts';
import type { Secrets } from '../redaction/secrets.ts';
import type { Call, Sender } from './call.ts';
import type { Ledger } from './ledger.ts';
import type { OwnedIds } from './owned-ids.ts';
import { GRANTED_MS } from './read-lag.ts';

/** The most undo calls for one reply; no request of the suite creates more resources. */
const MAX_UNDO_ACTIONS = 100;

type Creation = Pick<Call, 'origin' | 'caller' | 'options'> & { exchange: Exchange; at: number };

type CreatedResourcesDeps = {
  target: Target;
  runId: string;
  clock: Clock;
  catalogue: Pick<Catalogue, 'undo'>;
  mapping: ResponseMapping;
  ledger: Ledger;
  ownedIds: OwnedIds;
  secrets: Secrets;
  /** sends the reads that find an id */
  client: Pick<Sender, 'send' | 'pause'>;
};

/** Records what one run creates. */
export class CreatedResources {
  readonly #deps: CreatedResourcesDeps;
  readonly #ids: CreatedIds;
  /** exchange id → a creation whose id a read must find */
  readonly #unidentified = new Map<string, Creation>();
  /** ids of what the run created, and of the services behind it */
  readonly #own = new Set<string>();
  /** kind and id → a creation whose reply shows nothing that could be undone */
  readonly #withoutUndo = new Map<string, Creation & { id: string; read: OperationId }>();

  constructor(deps: CreatedResourcesDeps) {
    this.#deps = deps;
    this.#ids = new CreatedIds(deps.mapping, deps.runId, deps.target.lists);
  }

  /** Records the effect of an exchange in the ledger, before any other code reads the reply. */
  note(exchange: Exchange, { origin, caller, options }: Call): void {
    const { operation: op, request, failure } = exchange;
    const isLost = failure?.kind === 'protocol' && origin.purpose !== 'cleanup';
    const { ledger, catalogue } = this.#deps;
    if (isLost && op !== null && op in catalogue.undo && ledger.unidentified.length < MAX_UNDO_ACTIONS) {
      const why = `what it created is not known: ${failure.message}`;
      ledger.noteUnidentified({ operation: op, params: { ...request.params }, why });
    }
    if (request.method === 'GET') this.#undoByRead(exchange);
    if (
      request.method === 'GET' ||
      !isSuccess(exchange) ||
      origin.purpose === 'login' ||
      origin.purpose === 'cleanup'
    ) {
      this.#ids.settle(exchange);
      // The reads that confirm a new id are sent before the run owns it.
      if (origin.purpose !== 'proof') this.#deps.ownedIds.noteShown(exchange);
      return;
    }
    if (op !== null) ledger.markEnded(op, request.params);
    const creation = { exchange, origin, caller, options, at: this.#deps.clock.now() };
    if (this.#ids.settle(exchange)) this.#register(creation);
    else this.#unidentified.set(exchange.id, creation);
  }

  /** Finds the id of what an exchange created, when only a read can find it. */
  async identify(exchange: Exchange, { origin, caller, learns = false }: Call): Promise<void> {
    const probe: Probe = async (read, params, doubtful, query) => {
      const { target, client } = this.#deps;
      if (target.lag.read > 0) await client.pause(target.lag.read);
      const fault = doubtful ? { deliberateFault: 'an id that may be that of something else' } : {};
      return client.send(caller, { ...origin, purpose: 'proof', reason: 'identify' }, read, {
        params,
        ...(query ? { query } : {}),
        ...fault,
      });
    };
    const creation = this.#unidentified.get(exchange.id);
    if (creation === undefined) {
      if (learns && origin.purpose !== 'proof') await this.#ids.identifyRows(exchange, probe);
      return;
    }
    this.#unidentified.delete(exchange.id);
    let why: string | null = 'the run ended before its id was found';
    try {
      why = await this.#ids.identify(exchange, probe, () => this.#deps.client.pause(GRANTED_MS), learns);
    } catch (error) {
      if (error instanceof CheckEnded) why = error.message;
      throw error;
    } finally {
      this.#register(creation);
      if (why !== null) this.#deps.ledger.noteUnidentified(this.#leftover(creation, why));
    }
  }

  /** @throws CheckEnded (inconclusive) for the creation of something whose id could not be read before */
  assertReadable(op: OperationId): void {
    this.#ids.assertReadable(op);
  }

  /** Reads the resources whose creations showed nothing that could be undone, so that clean-up can undo them. */
  async readWithoutUndo(): Promise<void> {
    for (const { id, read, caller, origin } of [...this.#withoutUndo.values()]) {
      const by = { ...origin, purpose: 'cleanup', reason: 'identify' } as const;
      await this.#deps.client.send(caller, by, read, { params: { id } }).catch(() => undefined);
    }
  }

  /** Returns whether a value of a reply is the id of something that the run created, or of the service behind it. */
  isOwn(value: unknown): boolean {
    const id = idText(value);
    // A short number may be the id of one resource of every kind.
    return id !== undefined && !isShortNumber(id) && this.#own.has(id);
  }

  /** Records the resources that remain because no readable reply shows how they can be undone. */
  noteLeftovers(): void {
    for (const creation of this.#withoutUndo.values()) {
      const leftover = this.#leftover(creation, 'no reply shows the service that could be terminated');
      this.#deps.ledger.noteUnidentified({ ...leftover, params: { id: creation.id } });
    }
  }

  #leftover({ exchange }: Creation, why: string): Leftover {
    const { operation: op, request } = exchange;
    const sent = request.body === null ? '' : ` (sent: ${request.body.slice(0, 200)})`;
    return {
      operation: op ?? '',
      params: { ...request.params },
      why: this.#deps.secrets.redactText(why + sent),
    };
  }

  #register(creation: Creation): void {
    const { exchange, options } = creation;
    const { operation: op } = exchange;
    this.#deps.ownedIds.addCreated(exchange);
    const actions = this.#undoActions(exchange, op, options).filter((undo) => !this.#isOfOthers(undo));
    this.#add(creation, actions);
    this.#deps.ownedIds.noteShown(exchange);
    const { json } = exchange;
    const service = isObject(json) ? idText(json.service_id) : undefined;
    for (const own of [this.#deps.mapping.createdIdOf(exchange), service])
      if (own !== undefined) this.#own.add(own);
    if (actions.length > 0 || op === null || options.undo !== undefined || !isCreation(op)) return;
    const kind = kindOf(op);
    const read = kind === undefined ? undefined : readOf(kind);
    const id = this.#deps.mapping.createdIdOf(exchange);
    if (read === undefined || id === undefined || hasStatedReply(op) || !(op in this.#deps.catalogue.undo))
      return;
    this.#withoutUndo.set(`${kind} ${id}`, { ...creation, id, read });
  }

  #undoByRead(exchange: Exchange): void {
    const { operation: op, request, status } = exchange;
    if (op === null || status !== 200 || this.#withoutUndo.size === 0) return;
    const key = `${kindOf(op)} ${namedId(op, request.params)}`;
    const creation = this.#withoutUndo.get(key);
    if (creation === undefined || creation.read !== op) return;
    const actions = this.#undoActions(exchange, creation.exchange.operation, creation.options);
    if (actions.length === 0) return;
    this.#withoutUndo.delete(key);
    this.#add(creation, actions);
  }

  /** Returns the calls that undo a write, from the options of the call or else from the catalogue. */
  #undoActions(shown: Exchange, op: OperationId | null, { undo }: SendOptions): Undo[] {
    if (undo === false || op === null) return [];
    const undoFor = undo ?? this.#deps.catalogue.undo[operation(op).id];
    const actions = undoFor?.(shown) ?? [];
    return Array.isArray(actions) ? actions.slice(0, MAX_UNDO_ACTIONS) : [actions];
  }

  #isOfOthers({ params = {} }: Undo): boolean {
    return Object.values(params).some((id) => this.#deps.ownedIds.isForeign(id));
  }

  #add({ caller, origin, at }: Creation, actions: readonly Undo[]): void {
    const as = credentialNames.find((name) => name === caller.budgetOwner) ?? 'tenantA';
    for (const undo of actions) {
      this.#deps.ownedIds.add(...Object.values(undo.params ?? {}));
      this.#deps.ledger.add(undo, as, origin.by, at);
    }
  }
}
