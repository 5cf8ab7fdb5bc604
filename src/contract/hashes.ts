// The hash functions that are the same on every machine and in every browser, from @noble/hashes.
export { hmac } from '@noble/hashes/hmac.js';
export { sha1 } from '@noble/hashes/legacy.js';
export { pbkdf2 } from '@noble/hashes/pbkdf2.js';
export { sha256, sha512 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
