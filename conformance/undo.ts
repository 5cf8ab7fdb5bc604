// How what the suite creates is taken back.
import type { Exchange, Undo } from '../src/suite/define.ts';
import { undoPlatform } from './kit/platform.ts';
import { undoProducts } from './kit/products.ts';
import { idOf, idText, isRecord, statusIn } from './kit/reading.ts';

/** Answers to ending what has ended already. */
const gone = [400, 409, 422];

/** Takes a service back that is not meant to end before. */
export const endService = (id: string): Undo => ({
  operation: 'terminateService',
  params: { id },
  settles: 5000,
});

/** Takes the services of an order back that are led to their end by the check itself. */
export const endedServices = (reply: Exchange): Undo[] => undoOrder(reply).map((one) => ({ ...one, gone }));

/** A customer is deactivated. */
function undoCustomer(reply: Exchange): Undo | undefined {
  const id = idOf(reply);
  return id === undefined ? undefined : { operation: 'deactivateCustomer', params: { id } };
}

/** An order that waits is cancelled; of another one the services are terminated. */
function undoOrder(reply: Exchange): Undo[] {
  const { id: given, services } = isRecord(reply.json) ? reply.json : {};
  const id = idText(given);
  if (statusIn(reply.json) === 'pending' && id !== undefined) {
    return [{ operation: 'cancelOrder', params: { id }, gone }];
  }
  return Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []).map(endService) : [];
}

export const undo = {
  createCustomer: undoCustomer,
  createOrder: undoOrder,
  ...undoProducts,
  ...undoPlatform,
};
