// The textual form of a UUID (RFC 9562, section 4), of any version, in either case.
const PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A text that is a UUID and nothing else. */
export const UUID = new RegExp(`^${PATTERN}$`, 'i');
/** Every UUID in a text. */
export const UUIDS = new RegExp(PATTERN, 'gi');
