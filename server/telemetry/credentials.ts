import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
const PREFIX = 'sha256:'

/** A new MQTT password; only its hash is stored. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** What is stored in `device.credential_hash`, by the SHA-256 of the secret in hex. */
export const hashOf = (sha256: string): string => PREFIX + sha256

/** The same by the secret: a random one of 32 bytes needs no slow hash. */
export const hashSecret = (secret: string | Uint8Array): string =>
  hashOf(createHash('sha256').update(secret).digest('hex'))

/** Takes the same time for right and wrong secrets, and for devices without one. */
export function isSecret(sent: Uint8Array, stored: string | null): boolean {
  const known = stored?.startsWith(PREFIX) === true
  const expected = Buffer.from(known ? stored : hashSecret(''))
  const given = Buffer.from(hashSecret(sent))
  return expected.length === given.length && timingSafeEqual(expected, given) && known
}
