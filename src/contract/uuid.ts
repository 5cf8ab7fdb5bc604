// Regular expressions for UUIDs as text (RFC 9562, section 4), of any version, in upper or lower case.
const PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Matches a text that consists of one UUID. */
export const UUID = new RegExp(`^${PATTERN}$`, 'i');
/** Matches every UUID within a text. */
export const UUIDS = new RegExp(PATTERN, 'gi');
