// Lawful variants of the request bodies that a server accepts, where the specification does not show the body.
import { isObject } from '../../../src/contract/is-object.ts';
import { variant } from '../define-mutant.ts';
import { refusal } from '../edits/response-edits.ts';
import type { LawfulVariant, ResponseEdit } from '../mutant.ts';

/** Names of request members: operation → name in the contract → name that the server wants. */
const OTHER_NAMES: Record<string, Record<string, string>> = {
  createCustomer: { email: 'contactMail', first_name: 'givenName' },
  updateCustomer: { email: 'contactMail', first_name: 'givenName' },
  createTicket: { subject: 'headline', message: 'question' },
  createTicketReply: { message: 'text' },
  createDnsZone: { name: 'zone' },
  createDnsRecord: { content: 'data' },
  createWebhook: { url: 'callback', events: 'topics' },
  createApiKey: { scopes: 'permissions' },
  registerDomain: { domain: 'fqdn' },
  createMailbox: { local_part: 'login' },
  topUpWallet: { amount: 'amountInCents' },
};
const REQUIRED = /^create|^register|^topUp/;

/** Members that a server wants besides those of the contract, with the values that it accepts. */
const FURTHER_MEMBERS: Record<string, Record<string, readonly string[] | null>> = {
  createCustomer: { country: null, terms_accepted: null },
  createTicket: { department: ['billing', 'technical'] },
  createApiKey: { expires_on: null },
  createVps: { label: null },
};

const refuse = (errors: Record<string, string[]>): ResponseEdit =>
  refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', errors);

export const variantsRequests: readonly LawfulVariant[] = [
  variant('variant/request-members[renamed]', 'request members have other names', (p) =>
    p.request('everything', (edit, { operation, json, headers }) => {
      const names = OTHER_NAMES[operation ?? ''];
      if (names === undefined || !isObject(json) || headers.authorization === undefined) return undefined;
      const { ...body } = json;
      const errors: Record<string, string[]> = {};
      for (const [ours, theirs] of Object.entries(names)) {
        if (body[theirs] === undefined && REQUIRED.test(operation ?? ''))
          errors[theirs] = ['This is required.'];
        body[ours] = body[theirs];
        delete body[theirs];
      }
      if (Object.keys(errors).length > 0) return refuse(errors);
      edit.json = JSON.parse(JSON.stringify(body));
      return undefined;
    }),
  ),
  variant('variant/request-members[further]', 'request bodies need further members', (p) =>
    p.request('everything', (edit, { operation, json, headers }) => {
      const wanted = FURTHER_MEMBERS[operation ?? ''];
      if (wanted === undefined || !isObject(json) || headers.authorization === undefined) return undefined;
      const { ...body } = json;
      const errors: Record<string, string[]> = {};
      for (const [name, values] of Object.entries(wanted)) {
        const given = body[name];
        if (given === undefined) errors[name] = ['This is required.'];
        else if (values !== null && !values.includes(String(given)))
          errors[name] = [`This must be one of: ${values.join(', ')}.`];
        delete body[name];
      }
      if (Object.keys(errors).length > 0) return refuse(errors);
      edit.json = body;
      return undefined;
    }),
  ),
];
