// Lawful variants of the request bodies that a server accepts, where the specification does not show the body.
import { isObject } from '../../../src/contract/is-object.ts';
import { variant } from '../define-mutant.ts';
import { isSuccess, recordsIn, refusal, removeAt, setAt, valueAt } from '../edits/response-edits.ts';
import type { Injector, LawfulVariant, ResponseEdit } from '../mutant.ts';

/** Names of request members: operation → name in the contract → name that the server wants. */
const OTHER_NAMES: Record<string, Record<string, string>> = {
  createCustomer: { email: 'contactMail', first_name: 'givenName' },
  updateCustomer: { email: 'contactMail', first_name: 'givenName' },
  createTicket: { subject: 'headline', message: 'question' },
  createTicketReply: { message: 'text' },
  createDnsZone: { name: 'zone' },
  createDnsRecord: { name: 'host', content: 'data' },
  updateDnsRecord: { name: 'host', content: 'data' },
  createWebhook: { url: 'callback', events: 'topics', description: 'remark' },
  updateWebhook: { url: 'callback', events: 'topics', description: 'remark' },
  createApiKey: { scopes: 'permissions' },
  registerDomain: { domain: 'fqdn' },
  createMailbox: { local_part: 'login' },
  topUpWallet: { amount: 'amountInCents' },
};
const REQUIRED = /^create|^register|^topUp/;
/** Operations whose replies have the members of `OTHER_NAMES` under the names that requests have. */
const RENAMED_REPLIES = /DnsRecord|Webhook/;

/** Members that a server wants besides those of the contract, with the values that it accepts. */
const FURTHER_MEMBERS: Record<string, Record<string, readonly string[] | null>> = {
  createCustomer: { country: null, terms_accepted: null },
  createTicket: { department: ['billing', 'technical'] },
  createApiKey: { expires_on: null },
  createVps: { label: null },
};

const refuse = (errors: Record<string, string[]>): ResponseEdit =>
  refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', errors);

/** Renames the members of DNS records and webhook endpoints in replies as in requests. */
function renameReplies(p: Injector): void {
  p.reply('everything', (reply, { operation }) => {
    const names = OTHER_NAMES[`create${RENAMED_REPLIES.exec(operation ?? '')?.[0]}`];
    if (names === undefined || !isSuccess(reply)) return;
    for (const one of recordsIn(reply.json))
      for (const [ours, theirs] of Object.entries(names)) {
        setAt(one, theirs, valueAt(one, ours));
        removeAt(one, ours);
      }
  });
}

export const variantsRequests: readonly LawfulVariant[] = [
  variant('variant/request-members[renamed]', 'request members have other names', (p) => {
    renameReplies(p);
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
    });
  }),
  variant(
    'variant/request-members[ignored in updates]',
    'an update ignores members of other names than replies have',
    (p) => {
      renameReplies(p);
      p.handler(['updateDnsRecord', 'updateWebhook'], ({ request, body }, go) => {
        const names = Object.values(OTHER_NAMES[request.operation ?? ''] ?? {});
        const isKnown =
          isObject(request.json) && names.some((name) => isObject(request.json) && name in request.json);
        return go({ body: isKnown ? body : { type: valueAt(body, 'type') } });
      });
    },
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
