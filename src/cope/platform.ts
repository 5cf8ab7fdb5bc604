// What `cope` needs of the platform that the user's tests run against, and what it sees of their requests.

/** A request that the user's tests sent, and its reply. */
export type SentRequest = {
  /** when the request arrived and when its reply was sent, on a clock that runs in real time, in ms */
  arrived: number;
  replied: number;
  /** tells clients apart: the credential, else the address */
  caller: string;
  /** the id of the operation; null when the request reached none */
  operation: string | null;
  /** whether the operation takes an `Idempotency-Key` */
  takesKey: boolean;
  key: string | null;
  method: string;
  /** path and query */
  url: string;
  body: string;
  status: number;
  /** whether the client got no reply, because the connection was closed */
  isClosed: boolean;
  /** the seconds in `Retry-After`; null without one */
  retryAfter: number | null;
  /** whether the request changed something: replays and refusals do not */
  hasEffect: boolean;
  /** the values of freedoms that changed the request or its reply, as `name=value` */
  varied: readonly string[];
  /** the body of the reply; empty for a file */
  replyText(): string;
  /**
   * Returns the request and its reply with bodies and the reason, without secrets.
   * @param choices the values that decided; the headers of the reply are shown where its body does not show them
   */
  show(choices: readonly string[]): string;
};

/** A platform that serves one run. */
export type Running = {
  /** its address and the credentials of its personas, for the environment of the command */
  env: Readonly<Record<string, string>>;
  /** the requests so far, the oldest first */
  requests(): readonly SentRequest[];
  /** the webhooks that have reached their receivers, as text */
  deliveries(): readonly string[];
  /** Ends it. Requests that have no reply yet are among the requests from then on. */
  close(): Promise<void>;
};

/**
 * Starts a platform with a new world.
 * @param choices values of freedoms, as `name=value`
 * @param only the operations, or requests such as `GET /v1/orders?page=2`, to which they apply; undefined for all
 */
export type StartPlatform = (choices: readonly string[], only?: readonly string[]) => Promise<Running>;
