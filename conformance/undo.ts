// Lists, for each operation that creates a resource, how the suite undoes the creation after the run.

import { isObject } from '../src/contract/is-object.ts';
import { idText } from '../src/suite/mapping/ids.ts';
import type { Exchange } from '../src/suite/model/define.ts';
import type { Sweep, Undo } from '../src/suite/model/undo.ts';
import { addedCollection, addedCreationOperations } from './support/added-collections.ts';
import { idIn, idOf, leaves, statusIn } from './support/reply-readers/response-readers.ts';

/** Statuses with which a target may reply to a request to end a resource that has already ended. */
const ALREADY_ENDED_STATUSES = [400, 409, 422];

/** How many milliseconds after its purchase a service can be ended. */
const SETTLES_MS = 5000;

/** Returns the undo that terminates a service that no check terminates. */
export const endService = (id: string): Undo => ({
  operation: 'terminateService',
  params: { id },
  settles: SETTLES_MS,
});

/** Returns the undos that terminate the services of an order; checks may have terminated the services already. */
export const endedServices = (reply: Exchange): Undo[] =>
  undoOrder(reply).map((one) => ({ ...one, gone: ALREADY_ENDED_STATUSES }));

function undoCustomer(reply: Exchange): Undo | undefined {
  const id = idOf(reply);
  return id === undefined ? undefined : { operation: 'deactivateCustomer', params: { id } };
}

function undoOrder(reply: Exchange): Undo[] {
  const { id: orderId, services } = isObject(reply.json) ? reply.json : {};
  const id = idText(orderId);
  if (statusIn(reply.json) === 'pending' && id !== undefined) {
    return [{ operation: 'cancelOrder', params: { id }, gone: ALREADY_ENDED_STATUSES, settles: SETTLES_MS }];
  }
  return Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []).map(endService) : [];
}

function undoPurchase({ json }: Exchange): Undo | undefined {
  const id = idText(leaves(json).find(({ name, value }) => name === 'service_id' && idText(value))?.value);
  return id !== undefined ? endService(id) : undefined;
}

function undoZone(reply: Exchange): Undo | undefined {
  const id = idOf(reply);
  return id === undefined ? undefined : { operation: 'deleteDnsZone', params: { id } };
}

const undoProducts = {
  registerDomain: undoPurchase,
  transferDomain: undoPurchase,
  createHostingAccount: undoPurchase,
  createCertificate: undoPurchase,
  createEmailService: undoPurchase,
  createDnsZone: undoZone,
};

const endWith =
  (operation: Undo['operation'], as?: 'platformAdmin') =>
  (reply: Exchange): Undo | undefined => {
    const id = idOf(reply);
    if (id === undefined) return undefined;
    return { operation, params: { id }, gone: ALREADY_ENDED_STATUSES, ...(as === undefined ? {} : { as }) };
  };

const undoPlatform = {
  createTenant: endWith('terminateTenant', 'platformAdmin'),
  createVps: endWith('terminateVps'),
  createTicket: endWith('closeTicket'),
  createWebhook: endWith('deleteWebhook'),
  createApiKey: endWith('revokeApiKey'),
};

/** The undos of what an edited document adds: a resource is deleted where the document has an operation for it. */
const undoAdded = Object.fromEntries(
  addedCreationOperations.flatMap((create) => {
    const { remove } = addedCollection(create.path);
    const name = /\{(\w+)\}$/.exec(remove?.path ?? '')?.[1];
    if (remove === undefined || name === undefined) return [];
    const undo = (reply: Exchange): Undo | undefined => {
      const id = idOf(reply);
      const params = { ...reply.request.params, [name]: id ?? '' };
      return id === undefined ? undefined : { operation: remove.id, params, gone: ALREADY_ENDED_STATUSES };
    };
    return [[create.id, undo]];
  }),
);

export const undo = {
  createCustomer: undoCustomer,
  createOrder: undoOrder,
  ...undoProducts,
  ...undoPlatform,
  ...undoAdded,
};

const ENDED_SUBSCRIPTION = /cancel|expired|ended|terminated|inactive/i;

/** A subscription may go on being charged although its instance was deleted, so clean-up looks for it. */
export const sweeps: readonly Sweep[] = [
  {
    list: 'listSubscriptions',
    after: ['terminateVps'],
    end(row) {
      const id = idIn(row);
      if (id === undefined || ENDED_SUBSCRIPTION.test(statusIn(row) ?? '')) return undefined;
      return { operation: 'cancelSubscription', params: { id }, gone: ALREADY_ENDED_STATUSES };
    },
  },
];
