import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { newId } from '../../../platform/database/ids.ts'
import type { Db } from '../../../platform/database/store.ts'
import { secondFactor } from '../../../platform/database/tables/personal.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import type { Owner } from './factors.ts'

const ISSUER = 'Smart Farm'
const PERIOD_S = 30
/** Phone clocks differ: the previous and the next code are accepted too. */
const WINDOW = 1
const SECRET_BYTES = 20

const sealedFor = (appSecret: string, rowId: string) => ({ appSecret, kind: 'second factor', rowId }) as const

export interface NewTotp {
  /** To type by hand. */
  secret: string
  /** For the QR code. */
  uri: string
}

/** Begins with a new app: stores its secret, which is not valid until a first code proves that the app has it. */
export async function beginTotp(db: Db, owner: Owner, username: string, appSecret: string): Promise<NewTotp> {
  const secret = new Secret({ size: SECRET_BYTES })
  const id = newId()
  // An earlier unconfirmed one is dropped; a confirmed one stays and makes this fail.
  await db
    .delete(secondFactor)
    .where(
      and(
        eq(secondFactor.accountId, owner.accountId),
        eq(secondFactor.kind, 'totp'),
        isNull(secondFactor.confirmedAt),
      ),
    )
  await db.insert(secondFactor).values({
    id,
    accountId: owner.accountId,
    officePath: owner.officePath,
    kind: 'totp',
    name: '',
    secret: seal(sealedFor(appSecret, id), secret.base32),
  })
  const totp = new TOTP({ issuer: ISSUER, label: username, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * Whether a code of the account's app is right at this moment and was not used before. `isNew`: for the app that waits for
 * its first code, which confirms it.
 */
export async function takeTotp(
  db: Db,
  accountId: string,
  code: string,
  { appSecret, isNew = false }: { appSecret: string; isNew?: boolean },
): Promise<boolean> {
  const [factor] = await db
    .select()
    .from(secondFactor)
    .where(and(eq(secondFactor.accountId, accountId), eq(secondFactor.kind, 'totp')))
  if (!factor?.secret || (factor.confirmedAt === null) !== isNew) return false
  const secret = unseal(sealedFor(appSecret, factor.id), factor.secret)
  if (secret === null) return false
  const now = Date.now()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token: code.replace(/\s/g, ''),
    window: WINDOW,
    timestamp: now,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1_000 / PERIOD_S) + delta
  const at = new Date(now)
  const [taken] = await db
    .update(secondFactor)
    .set({ lastStep: step, lastUsedAt: at, ...(isNew && { confirmedAt: at }) })
    .where(
      and(
        eq(secondFactor.id, factor.id),
        // Two calls with the same code at the same moment: only one of them changes the row.
        or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step)),
      ),
    )
    .returning({ id: secondFactor.id })
  return taken !== undefined
}
