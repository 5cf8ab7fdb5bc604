// Functions with which lawful variants change replies.
import type { ClientRequest, Injector, RequestMatcher, ResponseEdit } from '../mutant.ts';
import { isSuccess } from './response-edits.ts';

/** Matches the requests of every list operation. */
export const LISTS: RequestMatcher = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
  'listCustomerServices',
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listDnsRecords',
  'listEmailServices',
  'listTenants',
  'listVps',
  'listTickets',
  'listWebhooks',
  'listWebhookDeliveries',
  'listApiKeys',
];

/** Changes every reply of the mock. */
export const editReplies = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply('everything', edit);

/** Changes every reply that has a 2xx status. */
export const editSuccesses = (
  p: Injector,
  edit: (reply: ResponseEdit, request: ClientRequest) => void,
): void =>
  editReplies(p, (reply, request) => {
    if (isSuccess(reply)) edit(reply, request);
  });
