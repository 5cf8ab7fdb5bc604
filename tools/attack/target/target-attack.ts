// A hostile target of the suite, and the functions that write its replies.
import type { AttackHead, Piece } from '../model.ts';

/** A request as the target receives it. */
export type Asked = {
  method: string;
  /** path and query of the request, as sent */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
};

/** The reply that the conforming platform would send. */
export type Lawful = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** A reply of the hostile target: a changed reply, or bytes that are written directly to the socket. */
export type Hostile =
  | { status: number; headers: Record<string, string | string[]>; body: string | Uint8Array }
  | { raw: readonly Piece[] };

/** The servers that a hostile target may name. */
export type Places = {
  /** origin of the hostile target: `http://127.0.0.1:port` */
  self: string;
  /** origin of a foreign server, which must not receive a credential */
  foreign: string;
};

/** A hostile target: which checks meet it, what it answers, and what must hold of the suite. */
export type TargetAttack = AttackHead & {
  /** ids of the checks that the suite runs */
  only?: readonly string[];
  args?: readonly string[];
  env?: Record<string, string>;
  /**
   * builds the reply of the hostile target
   * @returns null to send the reply of the conforming platform
   */
  answers(asked: Asked, lawful: Lawful, places: Places): Hostile | null;
  must?: {
    /** allowed exit codes of the suite; default: every documented code except 2, 6 and 130 */
    exits?: readonly number[];
    /** time limit of the suite's run in seconds; default 60 */
    seconds?: number;
    /** number of seconds after which the suite gets SIGINT; the run must end within ten more seconds */
    interruptAfter?: number;
    /** pattern that must match the standard output or standard error of the suite */
    says?: RegExp;
  };
};

/** Builds a reply with a JSON body; a text is taken as it is, so that it may be invalid JSON. */
export const json = (value: unknown, status = 200): Hostile => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

/** Edits the JSON body of the lawful reply; a body that is no JSON stays as it is. */
export const spoil = (lawful: Lawful, edit: (body: Record<string, unknown>) => unknown): Hostile => {
  const text = typeof lawful.body === 'string' ? lawful.body : new TextDecoder().decode(lawful.body);
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    return { ...lawful, body: JSON.stringify(edit(body) ?? body) };
  } catch {
    return lawful;
  }
};

/** Replaces headers of the lawful reply, in any letter case of their names. */
export const withHeaders = (lawful: Lawful, headers: Record<string, string | string[]>): Hostile => {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(lawful.headers).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...lawful, headers: { ...Object.fromEntries(kept), ...headers } };
};

/** Tells whether a request goes to an auth endpoint. */
export const isLogin = ({ url }: Asked): boolean => url.startsWith('/v1/auth/');
/** Tells whether a request asks for a list. */
export const isList = ({ method, url }: Asked): boolean =>
  method === 'GET' && /^\/v1\/[a-z/-]+(\?|$)/.test(url) && !/\/auth\/|wallet/.test(url);
/** Tells whether the lawful reply is a success. */
export const good = ({ status }: Lawful): boolean => status >= 200 && status < 300;
/** Replaces every id in a response body by the given id. */
export const ids = (body: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === 'id' && typeof value === 'string' ? id : value,
  );

/** Declares an attack on the checks whose ids begin with one of `only`. */
export const row = (
  id: string,
  title: string,
  only: readonly string[],
  answers: TargetAttack['answers'],
  more: Partial<TargetAttack> = {},
): TargetAttack => ({
  id: `target/${id}`,
  title,
  only,
  answers,
  ...more,
});

/** The ids of a few checks that every target meets: enough for an attack that any reply can carry. */
export const FEW = ['customers/', 'auth/login'];
/** Declares an attack that answers everything but log-ins with bytes of its own. */
export const raws = (id: string, title: string, ...raw: Piece[]): TargetAttack =>
  row(id, title, FEW, (asked) => (isLogin(asked) ? null : { raw }), {
    args: ['--timeout', '1s', '--max-time', '8s'],
  });
/** The beginning of a lawful reply, byte for byte. */
export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
