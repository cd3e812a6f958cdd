import { randomBytes } from 'node:crypto'
import { signedHeaders } from '../../platform/network/sign-webhook.ts'
import { seal, unseal } from '../../platform/secrets/seal.ts'

/** Prefix of a secret by Standard Webhooks; the rest is its bytes in base64. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

const sealedFor = (appSecret: string, rowId: string) =>
  ({ appSecret, kind: 'webhook secret', rowId }) as const

export const sealSecret = (appSecret: string, rowId: string, secret: string): string =>
  seal(sealedFor(appSecret, rowId), secret)

/** Null if it was sealed with another APP_SECRET. */
export const openSecret = (appSecret: string, rowId: string, sealed: string): string | null =>
  unseal(sealedFor(appSecret, rowId), sealed)

/** The headers by which a receiver checks a message; see {@link signedHeaders}. */
export const signed = (secret: string, id: string, at: Date, body: string): Record<string, string> =>
  signedHeaders(body, { id, at: at.getTime(), secret: Buffer.from(secret.slice(PREFIX.length), 'base64') })
