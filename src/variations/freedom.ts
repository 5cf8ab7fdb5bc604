// A freedom: one thing that a lawful deployment of the platform may do otherwise than the mock.
import { answer, changeAt, onEachRecord, onSuccess, replace } from './edits.ts';
import type { Hooks, RequestMatcher } from './exchange.ts';

/** Makes a server behave by one value of a freedom. */
export type Apply = (p: Hooks) => void;

/** One thing that a deployment may do otherwise, because the specification leaves it open. */
export type Freedom = {
  readonly name: string;
  /** what a deployment chooses */
  readonly title: string;
  /** the sentence of the specification that leaves it open, or what it does not say */
  readonly open: string;
  /** the value of the mock itself */
  readonly own: string;
  /** the other values; null for a value that the mapping of names and forms applies */
  readonly values: Readonly<Record<string, Apply | null>>;
  /** whether several values stand in one deployment */
  readonly many?: boolean;
  /** the permissions that the suite needs to judge it */
  readonly allow?: readonly ('rate-limit-burst' | 'webhooks')[];
  /** why a run of the suite may leave sentences unjudged, for all values or for some of them */
  readonly incomplete?: string | Readonly<Record<string, string>>;
  /** the chance that a seed chooses another value, in percent; 0 for a freedom that keeps whole areas from being judged */
  readonly chance: number;
};

type More = Partial<Pick<Freedom, 'allow' | 'incomplete' | 'chance' | 'own' | 'many'>>;

/** Defines a freedom whose own value is called `own`, and which one seed of 25 chooses, unless said otherwise. */
export const freedom = (
  name: string,
  title: string,
  open: string,
  values: Freedom['values'],
  more: More = {},
): Freedom => ({ name, title, open, values, own: 'own', chance: 4, ...more });

/** Returns freedoms that only users choose, by name: no seed does, whose deployments test the suite. */
export const onlyByName = (...freedoms: Freedom[]): Freedom[] =>
  freedoms.map((one) => ({ ...one, chance: 0 }));

/** Builds the values of a freedom from a list; each value is a name, or gets one. */
export const eachValue = <V extends string | number>(
  values: readonly V[],
  apply: (value: V) => Apply,
  name: (value: V) => string = String,
): Record<string, Apply> => Object.fromEntries(values.map((value) => [name(value), apply(value)]));

// The values of freedoms as rows: which requests, and what happens to them or to their replies.

const row =
  <Args extends unknown[]>(change: (p: Hooks, ...args: Args) => void) =>
  (...args: Args): Apply =>
  (p) =>
    change(p, ...args);

/** Edits the replies to matching requests. */
export const editReply = row<Parameters<Hooks['reply']>>((p, ...args) => p.reply(...args));
/** Edits matching requests before the server reads them, or replies in its place. */
export const editRequest = row<Parameters<Hooks['request']>>((p, ...args) => p.request(...args));
/** Edits the JSON body of successful replies: see `onSuccess`. */
export const editBody = row(onSuccess);
/** Edits every record in successful replies: see `onEachRecord`. */
export const editRecords = row(onEachRecord);
/** Replaces replies that fit a condition: see `replace`. */
export const replaceReply = row(replace);
/** Replies in place of the server: see `answer`. */
export const answerWith = row(answer);

/** Changes members of the records in the successful replies to matching requests. */
export const changeShown =
  (where: RequestMatcher, members: string | readonly string[], edit: (value: unknown) => unknown): Apply =>
  (p) =>
    onEachRecord(p, where, (record) => {
      for (const path of [members].flat()) changeAt(record, path, edit);
    });

/** Changes members of the bodies of matching requests before the server reads them. */
export const changeSent =
  (where: RequestMatcher, members: string | readonly string[], edit: (value: unknown) => unknown): Apply =>
  (p) =>
    p.request(where, ({ json }) => {
      for (const path of [members].flat()) changeAt(json, path, edit);
    });

/** Edits texts, and leaves other values as they are. */
export const text =
  (edit: (value: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? edit(value) : value;
