/**
 * Import this before anything uses SHA-512. It keeps SHA-512 fast, and with it Ed25519 and the derivation of keys.
 *
 * Every copy of @noble/hashes holds a 64-bit number as `{ h, l }`. When Keccak is loaded, such objects hold numbers
 * above 2^31 for the first time, and V8 changes their layout. If SHA-512 was in use before, then after the next garbage
 * collection V8 (as of Node 20) does not optimise it again, and it stays 20 times slower until the process ends. When
 * Keccak is loaded first, the layout never changes.
 */
import '@noble/hashes/sha3.js'
