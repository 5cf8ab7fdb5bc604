// Changes that several lawful variants make to replies.
import type { ClientRequest, Injector, RequestMatcher, ResponseEdit } from './mutant.ts';
import { isSuccess } from './response-edits.ts';

/** Every list operation. */
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

/** Changes every reply. */
export const editReplies = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply('everything', edit);

/** Changes every successful reply. */
export const editSuccesses = (
  p: Injector,
  edit: (reply: ResponseEdit, request: ClientRequest) => void,
): void =>
  editReplies(p, (reply, request) => {
    if (isSuccess(reply)) edit(reply, request);
  });
