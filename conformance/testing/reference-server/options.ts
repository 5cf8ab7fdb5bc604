// The switches of the second server: every one is a choice the specification leaves open.

export type Options = {
  /** which of the two stated error forms; 'mixed' alternates from answer to answer */
  errors: 'flat' | 'envelope' | 'mixed';
  /** how a 422 names a field inside an item */
  fieldKeys: 'dots' | 'brackets' | 'leaf';
  /** how the message for an invalid billing cycle lists the allowed values */
  cycleMessage: 'names' | 'pattern';
  /** what a list looks like */
  lists: 'bare' | 'items' | 'results';
  /** elements per page where a list has pages */
  pageSize: number;
  /** what another tenant's id is answered with */
  foreign: 403 | 404;
  /** what a body that is no JSON is answered with */
  malformed: 400 | 422;
  /** what an order for an unknown customer is answered with */
  unknownCustomer: 404 | 422;
  /** what a wrong password is answered with */
  wrongPassword: 401 | 422;
  /** what a refused action and a short wallet are answered with */
  conflict: 400 | 402 | 409 | 422;
  /** members nobody asked for */
  extraMembers: 'ignored' | 'refused';
  /** status of a replayed answer */
  replayStatus: 200 | 201;
  /** the same idempotency key with another body */
  otherBody: 400 | 409 | 422 | 'replay';
  /** a replay that arrives while the first still runs */
  inFlight: 'wait' | 409 | 429;
  /** status of a creation other than an order */
  created: 200 | 201;
  /** what an action and a DELETE answer with */
  actions: 'empty' | 'resource';
  actionStatus: 200 | 201;
  /** GET of a deactivated customer */
  deactivated: 'gone' | 'inactive';
  /** one service per item, or one per unit of quantity */
  services: 'item' | 'unit';
  /** payment method that leaves an order pending; null: only the wallet is taken */
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
  /** length of the rate-limit window in milliseconds; a minute in real life */
  window: number;
  /** every n-th request is refused with 429 as if others had used up the limit; 0: never */
  stray: number;
  /** so many log-ins after one that breached the limit are refused as well, as if others had been faster */
  crowded: number;
  /** every n-th request is answered 503 by a gateway, as HTML; 0: never */
  hiccup: number;
  /** what refusals of the limit and of ids that are none come as: the service's JSON, or a gateway's page */
  gateway: 'none' | 'pages';
  /** whether the rate-limit headers tell what is left when a request comes in, or when its reply goes out */
  figures: 'arrival' | 'reply';
  /** whose requests a limit counts */
  purse: 'caller' | 'address';
  /** the limit that is told for a log-in: its own, or the global one */
  loginFigure: 'own' | 'global';
  /** a limit on the list of customers, whoever asks; 0: none */
  listLimit: number;
  /** milliseconds a log-in takes */
  slowLogin: number;
  /** how often a one-time code counts; 'once': another run used those of the step a log-in first comes in and of the next */
  codes: 'again' | 'once';
  /** log-ins a user may have at the same time */
  sessions: 'many' | 'one';
  /** what a log-in of an unknown address is answered with */
  unknownEmail: 401 | 404;
  /** what the wallets hold; 'short': too little for any order, said in another language */
  funds: 'ample' | 'short';
  /** what is named when a member of an item's `config` is invalid */
  configKey: 'member' | 'config';
  /** so many looks into the wallet until what an order costs shows */
  debitLag: number;
  /** whether customers are kept here; 'elsewhere': none can be created, and one is known */
  customers: 'here' | 'elsewhere';
  /** which token the target file calls expired: one that is, or by mistake one that is good and does not tell */
  expired: 'expired' | 'live';
  /** whose the limited key is */
  limitedKey: 'tenantA' | 'tenantB';
  /** ids of what the specification does not say to have a UUID: one all the same, a word, or but digits */
  ids: 'uuid' | 'word' | 'digits';
  /** what a tenant that was terminated is shown as to a platform admin: marked, or in the list only */
  closedTenant: 'marked' | 'listed';
  /** what a tenant may see of its own record */
  ownTenant: 'shown' | 'forbidden';
  /** milliseconds until an instance, or what was asked of it, is ready */
  building: number;
  /** what an instance tells its state as */
  power: 'power' | 'status' | 'flags';
  /** what becomes of a reply to a ticket that is settled */
  lateReply: 'reopens' | 'refused' | 'new';
  /** where a ticket shows its replies: all in one thread with what opened it, or beside it, the newest first */
  thread: 'thread' | 'answers';
  /** what a webhook endpoint may point to; 'public' refuses this machine, 'silent' takes it and never gets through */
  reach: 'any' | 'public' | 'silent';
  /** whether an endpoint that was switched off by its deletion is still shown */
  deletedEndpoint: 'gone' | 'muted';
  /** what a revoked key is shown as */
  revokedKey: 'gone' | 'shown';
  /** whether a key may look after keys, or a user must */
  keysByKeys: boolean;
  /** what a key's usage is told as */
  usage: 'figures' | 'series' | 'later';
  /** milliseconds until a new thing is seen by reads, and until a retired token stops working */
  readLag: number;
  revocationLag: number;
  body: 'plain' | 'pretty' | 'gzip';
  mediaType: string;
  wwwAuthenticate: boolean;
};

/** As far from the contract's own choices as the specification allows. */
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

/** Sets of switches that together try every alternative once. */
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
