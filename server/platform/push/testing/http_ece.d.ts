declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  /** Opens what was encrypted for the holder of the private key. Throws when it was for somebody else, or altered. */
  export function decrypt(
    body: Buffer,
    keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
