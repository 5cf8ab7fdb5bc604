// The options of the reference server. Each option is a question that the specification leaves open.

export type Options = {
  /** the form of error bodies; 'mixed' alternates between the flat and the envelope form */
  errors: 'flat' | 'envelope' | 'mixed';
  /** how a 422 names a field of an order item */
  fieldKeys: 'dots' | 'brackets' | 'leaf';
  /** how the message for an invalid billing cycle lists the allowed values */
  cycleMessage: 'names' | 'pattern';
  /**
   * the shape of list replies; 'linked' is a bare array with a Link header (RFC 8288), 'cursor' has an opaque text for
   * the next page
   */
  lists: 'bare' | 'items' | 'results' | 'linked' | 'cursor';
  /** number of elements per page, for list shapes that have pages */
  pageSize: number;
  /** status of the reply to a request with another tenant's id */
  foreign: 403 | 404;
  /** status of the reply to a request body that is not JSON */
  malformed: 400 | 422;
  /** status of the reply to an order for an unknown customer */
  unknownCustomer: 404 | 422;
  /** status of the reply to a log-in with a wrong password */
  wrongPassword: 401 | 422;
  /** status of the reply to an action that the state does not allow, and to insufficient funds */
  conflict: 400 | 402 | 409 | 422;
  /** what the server does with unknown members of a request body */
  extraMembers: 'ignored' | 'refused';
  /** status of the reply to a replayed request */
  replayStatus: 200 | 201;
  /** status of the reply to a used Idempotency-Key with another body; 'replay' returns the first reply again */
  otherBody: 400 | 409 | 422 | 'replay';
  /**
   * the reply to a replayed request that arrives while the first request is still running: a status, or 'wait' for
   * the first reply
   */
  inFlight: 'wait' | 409 | 429;
  /** status of the reply to a creation other than an order */
  created: 200 | 201;
  /** the body of the reply to an action or a DELETE */
  actions: 'empty' | 'resource';
  actionStatus: 200 | 201;
  /** the reply to GET of a deactivated customer: not found, or shown as inactive */
  deactivated: 'gone' | 'inactive';
  /** how many services an order creates: one per item, or one per unit of quantity */
  services: 'item' | 'unit';
  /** the payment method that leaves an order pending; null when only the wallet is accepted */
  deferred: string | null;
  /** number of orders that await payment when the server starts; the target file names them */
  waitingOrders: number;
  currency: string;
  /** tax in percent, rounded on each line of the order */
  tax: number;
  times: 'zulu' | 'offset' | 'fraction';
  jwt: 'EdDSA' | 'ES256' | 'RS256';
  keys: 'plain' | 'jwt-like';
  /** status with which a log-in asks for the second factor */
  challenge: 401 | 403 | 422 | 200;
  challengeName: 'mfa_token' | 'challenge_token' | 'ticket';
  reset: 'epoch' | 'delta';
  limits: { general: number; auth: number };
  /** length of the rate-limit window in milliseconds; deployments use one minute */
  window: number;
  /** refuses every n-th request with 429, as if other callers had used up the limit; 0 refuses none */
  stray: number;
  /**
   * number of further log-ins that are refused after the log-in that exceeded the limit, as if other callers had used
   * up the next window
   */
  crowded: number;
  /** replies to every n-th request with a gateway's 503 page in HTML; 0 replies with none */
  hiccup: number;
  /**
   * who sends 429 and the refusals of malformed ids: the service as JSON ('none'), or a gateway as an HTML page
   * ('pages')
   */
  gateway: 'none' | 'pages';
  /**
   * whether the rate-limit headers show the remaining number at the arrival of the request or at the sending of the
   * reply
   */
  figures: 'arrival' | 'reply';
  /** whether a rate limit is counted per caller or per IP address */
  bucket: 'caller' | 'address';
  /** which limit the headers of a log-in show: the limit of log-ins, or the global limit */
  loginFigure: 'own' | 'global';
  /** a separate rate limit for the customer list, in requests per window; 0 sets no separate limit */
  listLimit: number;
  /** how long a log-in takes, in milliseconds */
  slowLogin: number;
  /**
   * whether a TOTP code is accepted again or only once; with 'once', another run has already used the codes of the
   * time step of the first log-in and of the next time step
   */
  codes: 'again' | 'once';
  /** the number of sessions that a user may have at the same time */
  sessions: 'many' | 'one';
  /** status of the reply to a log-in with an unknown e-mail address */
  unknownEmail: 401 | 404;
  /**
   * the balance of the wallets; with 'short' the balance is too low for any order, and the refusal is in another
   * language
   */
  funds: 'ample' | 'short';
  /** the name in a refusal when a member of an order item's `config` is invalid: the member, or `config` */
  configKey: 'member' | 'config';
  /** number of reads of the wallet before the balance shows the charge for an order */
  debitLag: number;
  /** whether this server manages customers; with 'elsewhere' none can be created, and one customer exists */
  customers: 'here' | 'elsewhere';
  /** the token that the target file calls expired: an expired token, or by mistake a valid token without expiry */
  expired: 'expired' | 'live';
  /** the tenant to which the limited API key belongs */
  limitedKey: 'tenantA' | 'tenantB';
  /** the form of ids that need not be UUIDs according to the specification: UUIDs, words, or digits */
  ids: 'uuid' | 'word' | 'digits';
  /**
   * where a resource shows its id, except in orders and sessions, whose members are stated: in `id`, in `key`, or in
   * `meta.ref`
   */
  idMember: 'id' | 'key' | 'meta';
  /** how a platform admin sees a terminated tenant: marked as terminated, or only in the list */
  closedTenant: 'marked' | 'listed';
  /** whether a tenant may read its own tenant record */
  ownTenant: 'shown' | 'forbidden';
  /** how long the creation or a change of an instance takes, in milliseconds */
  building: number;
  /** the member that shows the state of an instance */
  power: 'power' | 'status' | 'flags';
  /** what a reply to a closed ticket does: it reopens the ticket, is refused, or opens a new ticket */
  lateReply: 'reopens' | 'refused' | 'new';
  /** where a ticket shows its replies: in one thread with the opening message, or in a separate list, newest first */
  thread: 'thread' | 'answers';
  /**
   * which URLs a webhook endpoint may have; 'public' refuses URLs of this machine, 'silent' accepts them and never
   * delivers
   */
  reach: 'any' | 'public' | 'silent';
  /** whether a deleted webhook endpoint is not found ('gone') or can still be read as switched off ('muted') */
  deletedEndpoint: 'gone' | 'muted';
  /** whether a revoked API key is not found ('gone') or can still be read ('shown') */
  revokedKey: 'gone' | 'shown';
  /** whether API keys may manage API keys; otherwise only users may */
  keysByKeys: boolean;
  /** the form in which the usage of an API key is shown: totals, a series of days, or no numbers yet */
  usage: 'figures' | 'series' | 'later';
  /**
   * how long reads do not show a new resource, in milliseconds; `revocationLag` is how long a revoked token is still
   * accepted
   */
  readLag: number;
  revocationLag: number;
  body: 'plain' | 'pretty' | 'gzip';
  mediaType: string;
  wwwAuthenticate: boolean;
};

/** The default options: they differ from the choices of this contract as much as the specification allows. */
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
  waitingOrders: 0,
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
  bucket: 'caller',
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
  idMember: 'id',
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

/** Named sets of options; together the sets use every alternative of every option at least once. */
export const variants: Record<string, Partial<Options>> = {
  'default options': {},
  'paged lists, envelope errors, 404 for foreign ids': {
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
  'lists as results, mixed error forms, RS256': {
    lists: 'results',
    errors: 'mixed',
    jwt: 'RS256',
    keys: 'plain',
    times: 'fraction',
    fieldKeys: 'leaf',
    challenge: 422,
    challengeName: 'ticket',
  },
  'replays with another body or in parallel are refused': {
    otherBody: 422,
    inFlight: 409,
    replayStatus: 201,
    conflict: 422,
    created: 201,
  },
  'replays with another body get the first reply': {
    otherBody: 'replay',
    inFlight: 429,
    conflict: 400,
    actionStatus: 201,
  },
  '400 for a key with another body, 402 for insufficient funds': {
    otherBody: 400,
    conflict: 402,
    services: 'unit',
  },
  'actions reply with the resource': {
    actions: 'resource',
    deactivated: 'inactive',
    times: 'zulu',
    jwt: 'ES256',
  },
  'unknown members are refused': { extraMembers: 'refused', wrongPassword: 422 },
  'the wallet is the only payment method': { deferred: null, tax: 0, currency: 'USD' },
  'the wallet is the only payment method, staff left orders waiting': { deferred: null, waitingOrders: 8 },
  'the 2FA challenge has status 200': { challenge: 200, challengeName: 'challenge_token' },
  'other callers use up the rate limit': { stray: 13 },
  'read lag and revocation lag': { readLag: 300, revocationLag: 300 },
  'indented JSON bodies': { body: 'pretty', mediaType: 'application/json' },
  'compressed bodies': { body: 'gzip', mediaType: 'application/json;charset=UTF-8' },
  '300 log-ins a minute': { limits: { general: 2400, auth: 300 } },
  'high rate limits': { limits: { general: 600, auth: 60 } },
  'other callers use up the limit of log-ins': { crowded: 3 },
  'a gateway that sometimes replies 503': { hiccup: 11 },
  'a gateway that refuses with HTML pages': { gateway: 'pages', stray: 13 },
  'rate-limit headers as of the reply': { figures: 'reply' },
  'rate limits per IP address, log-ins show the global limit': { bucket: 'address', loginFigure: 'global' },
  'a rate limit for the customer list': { listLimit: 60, limits: { general: 600, auth: 10 } },
  'slow log-ins': { slowLogin: 1000, limits: { general: 600, auth: 65 } },
  'TOTP codes are accepted once and were used before': { codes: 'once' },
  'one session per user, 404 for an unknown e-mail address': { sessions: 'one', unknownEmail: 404 },
  'insufficient funds': { funds: 'short', conflict: 422 },
  'refusals name `config`, charges show late': { configKey: 'config', debitLag: 1 },
  'no customer can be created': { customers: 'elsewhere' },
  'instances take seconds, terminated tenants are marked': {
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
  'instances take ten minutes': { building: 600_000, power: 'status', foreign: 404 },
  'states are shown as flags': {
    power: 'flags',
    lateReply: 'new',
    deletedEndpoint: 'muted',
    actions: 'resource',
    conflict: 422,
    errors: 'envelope',
  },
  'other names, lists, states, errors, ids and times, three rows a page': {
    lists: 'linked',
    pageSize: 3,
    errors: 'mixed',
    fieldKeys: 'dots',
    foreign: 404,
    conflict: 422,
    ids: 'word',
    idMember: 'key',
    power: 'status',
    building: 3000,
    thread: 'answers',
    deactivated: 'inactive',
    times: 'fraction',
    extraMembers: 'refused',
    actionStatus: 201,
    limits: { general: 600, auth: 10 },
  },
  'pages by an opaque cursor, ids within another member': {
    lists: 'cursor',
    pageSize: 3,
    ids: 'digits',
    idMember: 'meta',
    power: 'flags',
    actions: 'resource',
  },
  'ids are words': { ids: 'word', foreign: 404, lists: 'results' },
  'ids are digits': { ids: 'digits', created: 201, actions: 'resource', errors: 'envelope' },
  'webhooks to public URLs only': { reach: 'public', keysByKeys: false, usage: 'later' },
  'webhooks never reach this machine': { reach: 'silent', lists: 'items', conflict: 422, power: 'status' },
  'the target file has mistakes': { expired: 'live', limitedKey: 'tenantB' },
};
