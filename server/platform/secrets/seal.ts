import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Kinds of stored secrets; each has its own key. */
export type SecretKind =
  | 'id card number'
  | 'second factor'
  | 'mail'
  | 'camera password'
  | 'webhook secret'
  | 'house code'
  | 'signing key'

export interface SealedFor {
  appSecret: string
  kind: SecretKind
  /** Id of its row: a value copied into another row cannot be opened there. */
  rowId: string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** 96 random bits, as GCM requires. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Format of a sealed value, so that another cipher or key can follow while old values stay readable. */
const VERSION = 'v1'

const keyOf = ({ appSecret, kind }: SealedFor): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, '', `smart farm ${kind} ${VERSION}`, KEY_BYTES))

const boundTo = ({ rowId }: SealedFor): Buffer => Buffer.from(`${VERSION} ${rowId}`)

/** A secret in stored form: `v1.` and nonce, cipher text and tag in base64url. Encrypted with APP_SECRET. */
export function seal(sealed: SealedFor, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(sealed), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(sealed))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${bytes.toString('base64url')}`
}

/** The text of a stored secret; null if it was sealed with another APP_SECRET, for something else, or altered. */
export function unseal(sealed: SealedFor, stored: string): string | null {
  const [version, encoded] = stored.split('.')
  const bytes = Buffer.from(encoded ?? '', 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(sealed), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(sealed))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
