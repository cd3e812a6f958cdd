declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  /** Decrypts with the holder's private key. Throws if it was meant for somebody else, or altered. */
  export function decrypt(
    body: Buffer,
    keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
