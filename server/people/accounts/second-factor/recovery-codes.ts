import { createHmac, randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/database/store.ts'
import { recoveryCode } from '../../../platform/database/tables/personal.ts'
import type { Owner } from './factors.ts'

const CODES = 10
/** No characters that could be confused when read from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

const newCode = () => {
  const letters = Array.from({ length: 2 * GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`
}
const plain = (typed: string) => typed.toLowerCase().replace(/[^a-z0-9]/g, '')
/** Keyed: with only the table, somebody could try out some 50 bits. */
const hashOf = (appSecret: string, code: string) =>
  createHmac('sha256', appSecret)
    .update(`recovery code ${plain(code)}`)
    .digest('hex')

/** Ten new codes that replace all old ones; shown once, only their hashes are stored. */
export async function renewCodes(db: Db, owner: Owner, appSecret: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, owner.accountId))
  await db.insert(recoveryCode).values(
    codes.map(code => ({
      accountId: owner.accountId,
      officePath: owner.officePath,
      codeHash: hashOf(appSecret, code),
    })),
  )
  return codes
}

/** Whether a code is one of the account's unused ones; marks it as used. */
export async function takeCode(db: Db, accountId: string, code: string, appSecret: string): Promise<boolean> {
  const [taken] = await db
    .update(recoveryCode)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCode.accountId, accountId),
        eq(recoveryCode.codeHash, hashOf(appSecret, code)),
        isNull(recoveryCode.usedAt),
      ),
    )
    .returning({ accountId: recoveryCode.accountId })
  return taken !== undefined
}
