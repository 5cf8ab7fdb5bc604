// How a deployment shows resources after they have ended.

import { isObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import {
  hideRows,
  isSuccess,
  jsonResponse,
  NOT_FOUND,
  replace,
  replaceResponse,
  textAt,
  valueAt,
} from '../edits.ts';
import { type Apply, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

/**
 * Hides resources once they are ended.
 * @param ends the operation that ends a resource
 * @param reads the operations that then reply 404
 * @param list the list that no longer shows it; null when it still does
 */
const hidden =
  (ends: OperationId, reads: readonly OperationId[], list: OperationId | null): Apply =>
  (p) => {
    const ended = new Set<string>();
    replace(
      p,
      reads,
      (reply, { params: { id = '' }, operation }) =>
        ended.has(id) && !(operation === ends && isSuccess(reply)),
      NOT_FOUND,
    );
    p.reply(ends, (reply, { params }) => {
      if (isSuccess(reply)) ended.add(params.id ?? '');
    });
    if (list) p.reply(list, (reply) => hideRows(reply, (row) => ended.has(textAt(row, 'id'))));
  };

const hiddenByState =
  (state: string, read: OperationId, list: OperationId | null): Apply =>
  (p) => {
    replace(p, read, (reply) => isSuccess(reply) && valueAt(reply.json, 'status') === state, NOT_FOUND);
    if (list) p.reply(list, (reply) => hideRows(reply, (row) => valueAt(row, 'status') === state));
  };

const shownDeleted =
  (read: OperationId, ends: OperationId, state: string): Apply =>
  (p) => {
    const shown = new Map<string, unknown>();
    const deleted = new Set<string>();
    p.reply(read, (reply, { params: { id = '' } }) => {
      if (isSuccess(reply)) shown.set(id, structuredClone(reply.json));
      const last = shown.get(id);
      if (reply.status === 404 && deleted.has(id) && isObject(last))
        replaceResponse(reply, jsonResponse(200, { ...last, status: state }));
    });
    p.reply(ends, (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
  };

export const ended: readonly Freedom[] = [
  freedom('ended', 'how ended resources are shown', open.TRANSITIONS, {
    'no inactive customers': (p) => {
      hidden('deactivateCustomer', ['getCustomer', 'updateCustomer', 'listCustomerServices'], null)(p);
      p.reply('listCustomers', (reply) => hideRows(reply, (row) => valueAt(row, 'status') !== 'active'));
    },
    'tenants in the list only': hidden('terminateTenant', ['getTenant'], null),
    'no tenants': hidden(
      'terminateTenant',
      ['getTenant', 'updateTenant', 'terminateTenant', 'getTenantUsage'],
      'listTenants',
    ),
    'no revoked keys': hiddenByState('revoked', 'getApiKey', 'listApiKeys'),
    'no instances': hiddenByState('terminated', 'getVps', null),
    'by id, instances and keys': (p) => {
      hidden('terminateVps', ['getVps'], null)(p);
      hidden('revokeApiKey', ['getApiKey'], null)(p);
    },
    'zones as being deleted': shownDeleted('getDnsZone', 'deleteDnsZone', 'deleting'),
    'endpoints as disabled': shownDeleted('getWebhook', 'deleteWebhook', 'disabled'),
  }),
];
