// How much of a target's replies, and of a run's time, the suite takes: no target decides how much memory or time a run needs.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of one reply's body, as sent and as decoded. */
export const MAX_REPLY_BYTES = 16 * MIB;
/** Bytes of a body beyond which it counts as large. */
export const LARGE_REPLY_BYTES = 256 * KIB;
/** Bytes of large bodies that one run reads in all; when they are used up, no large body is read any more. */
export const MAX_LARGE_BYTES = 96 * MIB;
/** Levels of arrays and objects within each other in one JSON body. */
export const MAX_JSON_DEPTH = 200;
/** Members and elements of one JSON body. */
export const MAX_JSON_VALUES = 250_000;
/** Content codings of one reply: a server has no use for more than two. */
export const MAX_CODINGS = 3;
/** Bytes of replies that earlier reads are answered from again. */
export const MAX_CACHED_BYTES = 8 * MIB;
/** Elements of a list, over all of its pages. */
export const MAX_LIST_ITEMS = 100_000;
/** Characters of an id in a path, and of a link to a next page. */
export const MAX_ID_LENGTH = 1024;
export const MAX_LINK_LENGTH = 4096;
/** Characters of a bearer token: beyond that no server takes its header. */
export const MAX_TOKEN_LENGTH = 8 * KIB;
/** Characters of recorded exchanges (HAR, NDJSON): beyond that they are kept without bodies. */
export const MAX_RECORDED_LENGTH = 64 * MIB;
/** Characters of the message of a result. */
export const MAX_MESSAGE_LENGTH = 4000;

/** Milliseconds that a run takes by default, clean-up not included. */
export const DEFAULT_MAX_TIME = 30 * 60_000;
/** Milliseconds that clean-up takes: what is left then is named in the report and the ledger. */
export const MAX_CLEAN_UP_TIME = 10 * 60_000;

/** Part of the heap that Node may use, from which on the run ends by itself: V8 ends the process at its limit, reports and all. */
export const MAX_HEAP_SHARE = 0.9;
