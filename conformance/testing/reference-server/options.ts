// The options of the reference server: each is a question that the specification leaves open.

export type Options = {
  /** the error form; 'mixed' alternates between replies */
  errors: 'flat' | 'envelope' | 'mixed';
  /** how a 422 names a field inside an item */
  fieldKeys: 'dots' | 'brackets' | 'leaf';
  /** how the message for an invalid billing cycle lists the allowed values */
  cycleMessage: 'names' | 'pattern';
  /** what a list looks like */
  lists: 'bare' | 'items' | 'results';
  /** elements per page where a list has pages */
  pageSize: number;
  /** status for another tenant's id */
  foreign: 403 | 404;
  /** status for a body that is no JSON */
  malformed: 400 | 422;
  /** status for an order of an unknown customer */
  unknownCustomer: 404 | 422;
  /** status for a wrong password */
  wrongPassword: 401 | 422;
  /** status for a refused action and for insufficient funds */
  conflict: 400 | 402 | 409 | 422;
  /** unknown members of a request */
  extraMembers: 'ignored' | 'refused';
  /** status of a replayed reply */
  replayStatus: 200 | 201;
  /** the same idempotency key with another body */
  otherBody: 400 | 409 | 422 | 'replay';
  /** a replay that arrives while the first request is still running */
  inFlight: 'wait' | 409 | 429;
  /** status of a creation other than an order */
  created: 200 | 201;
  /** the reply to an action or a DELETE */
  actions: 'empty' | 'resource';
  actionStatus: 200 | 201;
  /** GET of a deactivated customer */
  deactivated: 'gone' | 'inactive';
  /** one service per item, or one per unit of quantity */
  services: 'item' | 'unit';
  /** the payment method that leaves an order pending; null: only the wallet is accepted */
  deferred: string | null;
  currency: string;
  /** tax in percent, rounded line by line */
  tax: number;
  times: 'zulu' | 'offset' | 'fraction';
  jwt: 'EdDSA' | 'ES256' | 'RS256';
  keys: 'plain' | 'jwt-like';
  /** how a login asks for the second factor */
  challenge: 401 | 403 | 422 | 200;
  challengeName: 'mfa_token' | 'challenge_token' | 'ticket';
  reset: 'epoch' | 'delta';
  limits: { general: number; auth: number };
  /** length of the rate-limit window in milliseconds; deployments use a minute */
  window: number;
  /** refuses every n-th request with 429, as if other callers had used up the limit; 0: none */
  stray: number;
  /** refuses this number of log-ins after the one that exceeded the limit, as if other callers had been faster */
  crowded: number;
  /** replies to every n-th request with a gateway's 503 in HTML; 0: never */
  hiccup: number;
  /** the form of 429 and of refusals of malformed ids: the service's JSON, or a gateway's page */
  gateway: 'none' | 'pages';
  /** whether rate-limit headers show what remains when the request arrives, or when the reply is sent */
  figures: 'arrival' | 'reply';
  /** what a rate limit is counted by */
  purse: 'caller' | 'address';
  /** the limit in the headers of a log-in: its own, or the global one */
  loginFigure: 'own' | 'global';
  /** a rate limit of the customer list for all callers together; 0: none */
  listLimit: number;
  /** duration of a log-in in milliseconds */
  slowLogin: number;
  /**
   * how often a one-time code is accepted; 'once': another run has used the codes of the first log-in's time step and
   * of the next
   */
  codes: 'again' | 'once';
  /** sessions that a user may have at the same time */
  sessions: 'many' | 'one';
  /** status for a log-in of an unknown address */
  unknownEmail: 401 | 404;
  /** the wallets' balance; 'short': too little for any order, with the refusal in another language */
  funds: 'ample' | 'short';
  /** the member that a refusal names when a member of an item's `config` is invalid */
  configKey: 'member' | 'config';
  /** number of wallet reads until the charge of an order shows */
  debitLag: number;
  /** whether this server has customers; 'elsewhere': none can be created, and one exists */
  customers: 'here' | 'elsewhere';
  /** the token that the target file calls expired: an expired one, or by mistake a valid one without expiry */
  expired: 'expired' | 'live';
  /** the tenant of the limited key */
  limitedKey: 'tenantA' | 'tenantB';
  /** form of the ids that the specification does not call UUIDs: UUIDs, words, or digits */
  ids: 'uuid' | 'word' | 'digits';
  /** how a platform admin sees a terminated tenant: marked as such, or in the list only */
  closedTenant: 'marked' | 'listed';
  /** whether a tenant may read its own record */
  ownTenant: 'shown' | 'forbidden';
  /** milliseconds until an instance, or a change of it, is ready */
  building: number;
  /** the member that shows an instance's state */
  power: 'power' | 'status' | 'flags';
  /** the effect of a reply to a closed ticket */
  lateReply: 'reopens' | 'refused' | 'new';
  /**
   * where a ticket shows its replies: in one thread with the opening message, or in a list of their own, newest first
   */
  thread: 'thread' | 'answers';
  /** URLs that a webhook endpoint may have; 'public' refuses this machine, 'silent' accepts it and never delivers */
  reach: 'any' | 'public' | 'silent';
  /** whether a deleted endpoint that is switched off can still be read */
  deletedEndpoint: 'gone' | 'muted';
  /** how a revoked key is shown */
  revokedKey: 'gone' | 'shown';
  /** whether a key may manage keys; otherwise only a user may */
  keysByKeys: boolean;
  /** the form of a key's usage */
  usage: 'figures' | 'series' | 'later';
  /** milliseconds until reads show a new resource, and until a revoked token is refused */
  readLag: number;
  revocationLag: number;
  body: 'plain' | 'pretty' | 'gzip';
  mediaType: string;
  wwwAuthenticate: boolean;
};

/** Decisions as far from the contract's own as the specification allows. */
export const defaults: Options = {
  errors: 'flat',
  fieldKeys: 'brackets',
  cycleMessage: 'pattern',
  lists: 'bare',
  pageSize: 4,
  foreign: 403,
  malformed: 422,
  unknownCustomer: 404,
  wrongPassword: 401,
  conflict: 409,
  extraMembers: 'ignored',
  replayStatus: 200,
  otherBody: 409,
  inFlight: 'wait',
  created: 200,
  actions: 'empty',
  actionStatus: 200,
  deactivated: 'gone',
  services: 'item',
  deferred: 'invoice',
  currency: 'xts',
  tax: 19,
  times: 'offset',
  jwt: 'EdDSA',
  keys: 'jwt-like',
  challenge: 403,
  challengeName: 'mfa_token',
  reset: 'epoch',
  limits: { general: 60, auth: 10 },
  window: 60_000,
  stray: 0,
  crowded: 0,
  hiccup: 0,
  gateway: 'none',
  figures: 'arrival',
  purse: 'caller',
  loginFigure: 'own',
  listLimit: 0,
  slowLogin: 0,
  codes: 'again',
  sessions: 'many',
  unknownEmail: 401,
  funds: 'ample',
  configKey: 'member',
  debitLag: 0,
  customers: 'here',
  expired: 'expired',
  limitedKey: 'tenantA',
  ids: 'uuid',
  closedTenant: 'listed',
  ownTenant: 'forbidden',
  building: 0,
  power: 'power',
  lateReply: 'reopens',
  thread: 'thread',
  reach: 'any',
  deletedEndpoint: 'gone',
  revokedKey: 'gone',
  keysByKeys: true,
  usage: 'figures',
  readLag: 0,
  revocationLag: 0,
  body: 'plain',
  mediaType: 'application/json; charset=utf-8',
  wwwAuthenticate: false,
};

/** Sets of options that together use every alternative once. */
export const variants: Record<string, Partial<Options>> = {
  'as it comes': {},
  'pages of items, envelopes, another 404': {
    lists: 'items',
    errors: 'envelope',
    foreign: 404,
    malformed: 400,
    unknownCustomer: 422,
    fieldKeys: 'dots',
    cycleMessage: 'names',
    reset: 'delta',
    wwwAuthenticate: true,
  },
  'results, mixed forms, RS256': {
    lists: 'results',
    errors: 'mixed',
    jwt: 'RS256',
    keys: 'plain',
    times: 'fraction',
    fieldKeys: 'leaf',
    challenge: 422,
    challengeName: 'ticket',
  },
  'idempotency refuses': { otherBody: 422, inFlight: 409, replayStatus: 201, conflict: 422, created: 201 },
  'idempotency replays': { otherBody: 'replay', inFlight: 429, conflict: 400, actionStatus: 201 },
  'another body is a bad request, short wallets are 402': { otherBody: 400, conflict: 402, services: 'unit' },
  'resources as answers': { actions: 'resource', deactivated: 'inactive', times: 'zulu', jwt: 'ES256' },
  'strict about members': { extraMembers: 'refused', wrongPassword: 422 },
  'only the wallet pays': { deferred: null, tax: 0, currency: 'USD' },
  'challenge within a success': { challenge: 200, challengeName: 'challenge_token' },
  'others use the limit too': { stray: 13 },
  'slow to show and to forget': { readLag: 300, revocationLag: 300 },
  'pretty bodies': { body: 'pretty', mediaType: 'application/json' },
  'compressed bodies': { body: 'gzip', mediaType: 'application/json;charset=UTF-8' },
  'generous limits': { limits: { general: 600, auth: 60 } },
  'others log in as soon as the limit allows': { crowded: 3 },
  'a gateway that hiccups': { hiccup: 11 },
  'a gateway that refuses with pages of its own': { gateway: 'pages', stray: 13 },
  'figures of when the reply goes out': { figures: 'reply' },
  'a limit per address, told as the global one': { purse: 'address', loginFigure: 'global' },
  'a limit on a list': { listLimit: 60, limits: { general: 600, auth: 10 } },
  'slow log-ins': { slowLogin: 1000, limits: { general: 600, auth: 65 } },
  'codes count once, and were used before': { codes: 'once' },
  'one log-in per user, an unknown address is not found': { sessions: 'one', unknownEmail: 404 },
  'short wallets': { funds: 'short', conflict: 422 },
  'config is named, debits show late': { configKey: 'config', debitLag: 1 },
  'customers are kept elsewhere': { customers: 'elsewhere' },
  'instances take their time, tenants are marked': {
    building: 9000,
    power: 'status',
    closedTenant: 'marked',
    ownTenant: 'shown',
    lateReply: 'refused',
    thread: 'answers',
    revokedKey: 'shown',
    usage: 'series',
    actionStatus: 201,
  },
  'instances take longer than anybody waits': { building: 600_000, power: 'status', foreign: 404 },
  'flags in place of states': {
    power: 'flags',
    lateReply: 'new',
    deletedEndpoint: 'muted',
    actions: 'resource',
    conflict: 422,
    errors: 'envelope',
  },
  'ids are words': { ids: 'word', foreign: 404, lists: 'results' },
  'ids are digits': { ids: 'digits', created: 201, actions: 'resource', errors: 'envelope' },
  'only the public may be told': { reach: 'public', keysByKeys: false, usage: 'later' },
  'nothing gets through to this machine': { reach: 'silent', lists: 'items', conflict: 422, power: 'status' },
  'a target file with mistakes': { expired: 'live', limitedKey: 'tenantB' },
};
