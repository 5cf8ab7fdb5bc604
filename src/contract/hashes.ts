// The hash functions of @noble/hashes, which also run in browsers. Only this file imports the package.
export { hmac } from '@noble/hashes/hmac.js';
export { sha1 } from '@noble/hashes/legacy.js';
export { pbkdf2 } from '@noble/hashes/pbkdf2.js';
export { sha256 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
