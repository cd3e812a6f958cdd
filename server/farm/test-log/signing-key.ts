import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { signingKey } from '../../platform/database/tables/test-log.ts'
import { seal, unseal } from '../../platform/secrets/seal.ts'

/** A key signs for this long, then a new one does. */
const YEARS = sql`interval '2 years'`
/** Hex digits of a fingerprint that name a key. */
const FINGERPRINT = 16

/** Signs with the server's current key. */
export interface Signer {
  keyId: string
  /** Ed25519 over the text, base64. */
  sign(text: string): string
}

const sealedFor = (appSecret: string, rowId: string) => ({ appSecret, kind: 'signing key', rowId }) as const

/** The private key of a row; null if it is retired, or was sealed with another APP_SECRET. */
function openKey(row: typeof signingKey.$inferSelect, appSecret: string): KeyObject | null {
  if (row.sealedKey === null) return null
  const der = unseal(sealedFor(appSecret, row.id), row.sealedKey)
  return der === null
    ? null
    : createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
}

/**
 * The signer for an entry, in the system's scope. A key too old, or one that this APP_SECRET does not open, is retired: its
 * private part is deleted, its public part stays. One transaction at a time changes keys.
 */
export async function currentSigner(db: Db, appSecret: string): Promise<Signer> {
  const [known] = await db
    .select({ row: signingKey, isOld: sql<boolean>`${signingKey.fromAt} < now() - ${YEARS}` })
    .from(signingKey)
    .where(isNull(signingKey.untilAt))
  const key = known && !known.isOld ? openKey(known.row, appSecret) : null
  if (known && key) return signerOf(known.row.id, key)
  return renewKey(db, appSecret)
}

/** Retires the current key and makes another. */
export async function renewKey(db: Db, appSecret: string): Promise<Signer> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('signing key', 0))`)
  await db.update(signingKey).set({ untilAt: sql`now()`, sealedKey: null }).where(isNull(signingKey.untilAt))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const id = createHash('sha256').update(der).digest('hex').slice(0, FINGERPRINT)
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await db.insert(signingKey).values({
    id,
    publicKey: der.toString('base64'),
    sealedKey: seal(sealedFor(appSecret, id), secret),
  })
  return signerOf(id, privateKey)
}

const signerOf = (keyId: string, key: KeyObject): Signer => ({
  keyId,
  sign: text => sign(null, Buffer.from(text), key).toString('base64'),
})

/** Whether a text was signed by the key of this name. */
export async function isSigned(
  db: Db,
  { text, signature, keyId }: { text: string; signature: string; keyId: string },
): Promise<boolean> {
  const [row] = await db.select().from(signingKey).where(eq(signingKey.id, keyId))
  if (!row) return false
  const key = createPublicKey({ key: Buffer.from(row.publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/** The public keys, newest first: whoever noted one can verify entries without this server. */
export const publicKeys = (db: Db) =>
  db
    .select({
      id: signingKey.id,
      publicKey: signingKey.publicKey,
      fromAt: signingKey.fromAt,
      untilAt: signingKey.untilAt,
    })
    .from(signingKey)
    .orderBy(sql`${signingKey.fromAt} desc`, signingKey.id)
