// Defects of email services and mailboxes.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid, pathId } from './edits/request-edits.ts';
import {
  changeAt,
  isSuccess,
  listAt,
  onSuccess,
  removeAt,
  repeatsFirstCreation,
  replaceResponse,
  serverError,
  setAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const email: readonly Mutant[] = [
  chosen(
    'email/address-created-twice',
    'a second mailbox of the same address is created',
    'email/address-once',
    'email/address-once',
    (p) => repeatsFirstCreation(p, 'createMailbox', 'ALREADY_EXISTS'),
  ),
  chosen(
    'email/mailbox-not-shown',
    'a mailbox is not shown with its service',
    'email/mailboxes-in-detail',
    'email/mailbox-in-detail',
    (p) =>
      p.reply('getEmailService', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'mailboxes', []);
      }),
  ),
  chosen(
    'email/invalid-address-accepted',
    'a mailbox is created for what is no address',
    'errors/other-fields',
    'validation/createMailbox/local_part',
    (p) =>
      acceptsInvalid(p, 'createMailbox', 'local_part', (value) => value === 'no @ address', 'no-address'),
  ),
  follows(
    'email/unknown-mailbox-500',
    'deleteMailbox of a mailbox that does not exist is a server error',
    ['endpoints/unknown-child-no-crash', 'endpoints/unknown-id-refused'],
    'email/unknown-mailbox',
    (p) =>
      p.reply('deleteMailbox', (reply, { params }) => {
        const exists = p.readDb((db) => db.table('email_services').find(params.id ?? '') !== undefined);
        if (reply.status === 404 && exists) replaceResponse(reply, serverError());
      }),
  ),
  follows(
    'email/deleted-mailbox-shown',
    'a deleted mailbox is still shown with its service',
    ['states/deletes-delete', 'endpoints/delete-mailbox'],
    'email/delete-mailbox-takes-effect',
    (p) => {
      const created = new Map<string, unknown[]>();
      p.reply('createMailbox', (reply, { params }) => {
        const id = params.id ?? '';
        if (isSuccess(reply)) created.set(id, [...(created.get(id) ?? []), structuredClone(reply.json)]);
      });
      p.reply('getEmailService', (reply, { params }) => {
        const all = created.get(params.id ?? '');
        if (isSuccess(reply) && all) {
          removeAt(reply.json, 'mailboxes');
          setAt(reply.json, 'mailboxes', structuredClone(all));
        }
      });
    },
  ),
  stated(
    'email/deleted-mailbox-stays',
    'a deleted mailbox is still in the service',
    ['endpoints/delete-mailbox', 'states/deletes-delete'],
    'email/delete-mailbox-takes-effect',
    (p) => {
      const stored = new Map<string, unknown[]>();
      p.handler('deleteMailbox', ({ request, db }, go) => {
        const mailbox = db.table('mailboxes').find(request.params.mbx ?? '');
        const result = go();
        if (mailbox)
          stored.set(String(mailbox.email_id), [
            ...(stored.get(String(mailbox.email_id)) ?? []),
            structuredClone(mailbox),
          ]);
        return result;
      });
      onSuccess(p, 'getEmailService', (body, request) =>
        changeAt(body, 'mailboxes', (list) =>
          Array.isArray(list) ? [...list, ...(stored.get(request.params.id ?? '') ?? [])] : list,
        ),
      );
    },
  ),
  stated(
    'email/mailbox-under-other-domain',
    'a mailbox is created under another domain than its service',
    'endpoints/create-mailbox',
    'email/mailbox-of-the-domain',
    (p) =>
      onSuccess(p, ['createMailbox', 'getEmailService'], (body) => {
        for (const row of [body, ...listAt(body, 'mailboxes')])
          if (isObject(row) && typeof row.address === 'string')
            row.address = `${row.address.split('@')[0]}@mail.invalid`;
      }),
  ),
  follows(
    'email/delete-empties-service',
    'deleting a mailbox empties the whole service',
    ['states/others-untouched', 'endpoints/delete-mailbox'],
    'email/delete-one-mailbox',
    (p) =>
      p.handler('deleteMailbox', ({ db, request }, go) => {
        const result = go();
        const table = db.table('mailboxes');
        for (const row of table.all()) if (row.email_id === pathId(request)) table.remove(row.id);
        return result;
      }),
  ),
];
