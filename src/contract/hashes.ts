// Exports the hash functions of @noble/hashes, which give the same result in Node and in every browser. Only this
// file imports @noble/hashes.
export { hmac } from '@noble/hashes/hmac.js';
export { sha1 } from '@noble/hashes/legacy.js';
export { pbkdf2 } from '@noble/hashes/pbkdf2.js';
export { sha256, sha512 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
