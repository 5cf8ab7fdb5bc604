// How each resource that the suite creates is undone after the run.
import { isObject } from '../src/contract/is-object.ts';
import type { OperationId } from '../src/contract/operations.ts';
import type { Exchange } from '../src/suite/model/define.ts';
import type { Undo } from '../src/suite/model/undo.ts';
import { idOf, idText, leaves, statusIn } from './support/response-readers.ts';

/** Statuses of a reply to ending a resource that has already ended. */
const ALREADY_ENDED_STATUSES = [400, 409, 422];

/** Terminates a service that no check terminates. */
export const endService = (id: string): Undo => ({
  operation: 'terminateService',
  params: { id },
  settles: 5000,
});

/** Terminates the services of an order that checks may have terminated already. */
export const endedServices = (reply: Exchange): Undo[] =>
  undoOrder(reply).map((one) => ({ ...one, gone: ALREADY_ENDED_STATUSES }));

/** Deactivates a customer. */
function undoCustomer(reply: Exchange): Undo | undefined {
  const id = idOf(reply);
  return id === undefined ? undefined : { operation: 'deactivateCustomer', params: { id } };
}

/** Cancels a pending order; of any other order it terminates the services. */
function undoOrder(reply: Exchange): Undo[] {
  const { id: orderId, services } = isObject(reply.json) ? reply.json : {};
  const id = idText(orderId);
  if (statusIn(reply.json) === 'pending' && id !== undefined) {
    return [{ operation: 'cancelOrder', params: { id }, gone: ALREADY_ENDED_STATUSES }];
  }
  return Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []).map(endService) : [];
}

/** Terminates the service of a purchased product. */
function undoPurchase({ json }: Exchange): Undo | undefined {
  const id = idText(leaves(json).find(({ name, value }) => name === 'service_id' && idText(value))?.value);
  return id !== undefined ? { operation: 'terminateService', params: { id }, settles: 5000 } : undefined;
}

/** Deletes a zone, and its records with it. */
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
  (operation: OperationId, as?: 'platformAdmin') =>
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

export const undo = {
  createCustomer: undoCustomer,
  createOrder: undoOrder,
  ...undoProducts,
  ...undoPlatform,
};
