// Which values of freedoms `cope` tries, in which set, and what a client does that copes with each.

/**
 * A freedom, what a client does that copes with it, and the values that are tried. A freedom has several rows where its
 * values want different things; the last one stands for values that no row has.
 */
export type Row = readonly [name: string, advice: string, ...values: string[]];

const READ_ON = 'take as many rows as a page has, and read the next page until there is none';
const WAIT =
  'wait for the seconds in `Retry-After`, then send the same request again: it was not carried out';
const WAIT_AGAIN =
  'wait for the seconds in `Retry-After` each time, and longer from time to time: others use what comes free';
const LARGE = 'keep amounts in numbers of more than 32 bits';

/** What the document tells clients to tolerate; what breaks most clients comes first. */
export const TOLERATED: readonly Row[] = [
  [
    'errors',
    'read the message from `error.message` or `message`, and the fields from `error.errors` or `errors`, which may be empty or left out',
    ...['flat 422', 'flat', 'flat, empty errors', 'empty errors'],
  ],
  [
    'codes',
    'decide by the status, and by a code only where the document states it; show the message of an error that you do not know',
    'numeric',
  ],
  ['messages', 'show messages, and decide nothing by their words', 'other'],
  ['cycle-message', 'show messages, and take the allowed values from the document', 'order'],
  [
    'field-keys',
    'find the input of a field error by the last name in its key, and show what fits no input beside the form',
    ...['brackets', 'pointer', 'leaf'],
  ],
  ['early-limits', WAIT, 'once'],
  ['early-limits', WAIT_AGAIN, 'twice in a row'],
  [
    'member-order',
    'read members by name, and compare objects by their members, not as text',
    ...['reversed', 'reversed in replays'],
  ],
  ['nulls', 'take a member that is left out for null', 'omitted'],
  ['further-members', 'ignore members that you do not know', 'some'],
  [
    'further-states',
    'show a word that you do not know as it is, and go on',
    ...['some', 'on the way', 'some kinds', 'other words'],
  ],
  [
    'further-states',
    'take a state that you do not know for an end, unless it says that something is under way',
    'at the end',
  ],
  [
    'ended',
    'take 404 for what you have ended, and for a record that has left the list meanwhile',
    'by id, instances and keys',
  ],
  [
    'further-events',
    'show scopes and events that you do not know as they are, and keep them when you save the record',
    'some',
  ],
  ['states-between', 'wait for the state at the end, which the first reply may show', 'never'],
  ['limit-headers', 'read limits where a reply has them: only replies with 2xx must', 'not on errors'],
  [
    'deletes',
    'take any 2xx for success, whatever the body of the reply, which may be empty',
    ...['empty object', 'nothing'],
  ],
  [
    'accepted',
    'take any 2xx status for success, and read from the record whether the work has ended',
    ...['200 for creations', '201 for actions'],
  ],
  ['conflicts', 'take any 4xx for a refusal, and show its message', '400'],
  ['insufficient-funds', 'take any 4xx for a refusal, and show its message', '400'],
  ['unknown-customer', 'take any 4xx for a refusal, and show its message', '404'],
  ['updates', 'send the whole representation in a PUT, also what stays as it is', 'lost'],
  ['services', 'find the service of an item by what it says, not by its place', 'last first'],
  ['filters', 'check that the rows are those asked for', 'searches only'],
  ['limits', 'send fewer requests when `RateLimit-Remaining` is low, and wait for `Retry-After`', 'B'],
  ['page-size', READ_ON, '3'],
  ['order', 'sort rows yourself where their order matters', 'oldest first'],
  ['replies-of-tickets', 'sort replies by their time', 'newest first'],
  ['sizes', READ_ON, 'ignored'],
  ['page-limit', READ_ON, '1'],
  ['links', 'resolve links against the address of the request', 'absolute'],
  ['last-page', READ_ON, 'empty'],
  [
    'times',
    'parse times as ISO 8601 with any offset and fraction, and compare instants, not texts',
    ...['offset', 'nanoseconds', 'fractions of different lengths'],
  ],
  ['further-records', 'let texts wrap, and cut them after as many characters as fit', 'longest'],
  [
    'further-records',
    'show texts in any script and direction, and cut them between graphemes',
    ...['right to left', 'beyond the basic plane'],
  ],
  [
    'further-records',
    'show texts as they are, not as markup, also with blanks around them or without a character',
    ...['with markup', 'with empty texts'],
  ],
  ['further-records', 'tell records apart by their ids: names are not unique', 'of one name'],
  [
    'further-records',
    'take a product identifier for any text, and encode it in addresses',
    'other product identifiers',
  ],
  ['further-records', 'expect nothing of a record that is not required', 'only what is required'],
  [
    'further-records',
    'reckon by the calendar: what began on 29 February has no such day a year later',
    'ending on 29 February',
  ],
  [
    'further-records',
    'take a domain name with a final dot and without it for the same',
    'domains with a final dot',
  ],
  ['further-records', LARGE, 'amounts beyond 32 bits'],
  [
    'further-records',
    'show what is free, and amounts below zero, which are credits; do not divide by an amount',
    ...['amounts of zero', 'amounts below zero'],
  ],
  [
    'record-names',
    'take a name with its zone, with a final dot and without them for the same',
    ...['with the zone', 'with the zone and a final dot', 'all with the zone'],
  ],
  ['ids-below', 'take an id for a text of any form', 'prefixed'],
  [
    'usage',
    'show use without a limit, or beyond it, and divide by no limit of zero',
    ...['no limits', 'limits of zero', 'more than the limit'],
  ],
  [
    'bundle-files',
    'hand the bundle to the user as it is, or find its files by what they hold',
    'other names',
  ],
  [
    'bundle-media-type',
    'take a download for what it is by its first bytes, not by its media type',
    ...['application/zip; charset=binary', 'application/octet-stream'],
  ],
  ['invoice-pdf', 'compare media types without their parameters', '2.0'],
  [
    'file-names',
    'name a file yourself where `Content-Disposition` does not, or names it in another form',
    ...['none', 'encoded'],
  ],
  [
    'further-records',
    'compare times as instants with their fractions, and give rows a second key to sort by',
    ...['created at one time', 'created within one second'],
  ],
  ['updated-at', 'take a record with the same `updated_at` for a newer one', 'to the minute'],
  [
    'clock',
    "reckon from the platform's times, in UTC and by the calendar: days differ in length, months too",
    ...['end of October', 'end of the year'],
  ],
  [
    'clock',
    "compare the platform's times with each other, not with your own clock; the last day of February is the 28th or 29th",
    'end of February',
  ],
  ['currency', 'take the number of decimals from the currency: JPY has none, KWD three', ...['JPY', 'KWD']],
  ['currency', 'add up nothing that has another currency', 'several in a list'],
  ['balance', LARGE, 'beyond 32 bits'],
  [
    'tax',
    'show the lines and sums of the reply, and reckon none yourself, or in whole minor units',
    ...['7 %, with a fee', 'in lines that misround'],
  ],
  ['deliveries', 'handle each `id` of an event once', 'twice'],
  [
    'deliveries',
    'order events by their `timestamp`, or read the record again in place of what the event says of it',
    'out of order',
  ],
  ['deliveries', 'verify the bytes of the body as they came, before they are parsed', 'with white space'],
  [
    'deliveries',
    'accept a delivery that is some minutes old, as Standard Webhooks does',
    'half a minute late',
  ],
  ['deliveries', 'compare media types without their parameters', 'with a charset'],
  ['deliveries', 'accept a delivery when one of its signatures is valid', 'two signatures'],
  [
    'deliveries',
    'answer events of types and records that you do not know with 2xx, and ignore them',
    ...['further types', 'of other records'],
  ],
  ['deliveries', 'ignore members that you do not know', 'with further members'],
  [
    'deliveries',
    'keep events of a record or endpoint until you know it: they may come before its reply',
    'before the reply',
  ],
  [
    'numbers',
    'show numbers of invoices, orders and tickets as they are, and take nothing from their form',
    'with slashes',
  ],
  [
    'written',
    'compare e-mail addresses and domain names in any letter case, and name servers in any order',
    ...['e-mail in lower case', 'name servers in order'],
  ],
  [
    'tokens',
    'take a token for a text of any length, and its end from `expires_at`',
    ...['few claims', 'long'],
  ],
  [
    'session-length',
    'reckon from `expires_at`, and refresh before it by a part of what is left',
    'five minutes',
  ],
  ['refreshed', 'keep the user of the log-in: a refresh need not show it again', 'never'],
  ['webhook-secrets', 'take a secret with and without `whsec_`', 'without a prefix'],
  ['api-key-form', 'take a key for a text of any length', 'like a JWT'],
  ['media-type', 'compare media types without their parameters', 'application/json; charset=utf-8'],
  ['header-case', 'read headers by name in any letter case', 'lower'],
  [
    'exposed-headers',
    'wait for a time of your own where a page cannot read `Retry-After`: an API of another origin need not expose its headers',
    'none',
  ],
  ['further-headers', 'ignore headers that you do not know', 'some'],
  [
    'encoding',
    'let the HTTP library decode bodies, and take no length of a text from `Content-Length`',
    ...['gzip', 'chunked', 'escaped'],
  ],
];

/** Failures that a lawful platform may have at any time. */
export const UNLUCKY: readonly Row[] = [
  ['clock', 'reckon in UTC: no hour of it is left out or comes twice', 'end of March'],
  ['early-limits', WAIT, 'some requests'],
  ['early-limits', WAIT_AGAIN, 'three times in a row'],
  [
    'outages',
    'send a read, a PUT, a DELETE or a request with its `Idempotency-Key` again, with the same key',
    ...['503 before the effect', '503 after the effect', 'connection cut after the effect'],
    'a gateway before the effect',
  ],
  [
    'outages',
    'read what became of a POST without an `Idempotency-Key` before you repeat it: nothing promises that it did not happen',
    'connection cut after a POST without a key',
  ],
  [
    'session-length',
    'refresh the session on 401, once, and send the request again',
    ...['ten requests', 'four seconds'],
  ],
  [
    'network',
    'show that a request is under way, give each request a time limit, repeat only what may be repeated, and drop the reply to a search that another one followed',
    ...['jittery', 'slow', 'slow writes', 'no reply, once', 'overtaken'],
  ],
  [
    'others-move-balance',
    'read the balance again where it matters, and reckon none yourself',
    ...['once', 'at a top-up'],
  ],
  [
    'others-add-rows',
    'take each row once, by its id: a row that is added moves others to the next page',
    'while paged',
  ],
  ['states-between', 'wait for as long as a state lasts, and show that it does', 'long'],
  [
    'lag',
    'show what the reply to a write says until reads show it too',
    ...['lists, 300 ms, undeclared', 'reads, 300 ms, undeclared', 'one read'],
  ],
];

/** What a client does that copes with a freedom of `--any-deployment`, all values of which are tried. */
export const ANY_DEPLOYMENT: readonly Row[] = [
  ['pages', 'read the next page where the list points to it, in whatever form, until it points nowhere'],
  ['accepted', 'take any 2xx status for success, and read from the record whether the work has ended'],
  [
    'queries',
    'let the client be told the names of query parameters, and check that the rows are those asked for',
  ],
  ['written', 'show a value as the reply has it, and do not expect it in the form in which it was sent'],
  [
    'replays',
    'take the reply to a repeat for that to the first request by what it says, not byte for byte; where the repeat is refused, read what became of the first',
  ],
  ['top-ups', 'take a top-up as credited when the wallet shows it, and its cost from there'],
  ['further-actions', 'read the record again where the reply to an action or an update does not show it'],
  [
    'unknown',
    'send only the members that the request has in the document: no `id`, `status` or `created_at`',
  ],
  ['id-form', 'take an id for a text of any form'],
  ['deliveries', 'let the receiver be told how the deployment signs deliveries and names their members'],
];
