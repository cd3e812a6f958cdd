import type { PasskeyAnswer } from '#shared/contracts/session.ts'
import { type Store, SYSTEM } from '../../../platform/database/store.ts'
import { refuse } from '../../../platform/http/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { factorsOf, type Owner } from './factors.ts'
import { askPasskey, takePasskey } from './passkeys.ts'
import { takeCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'

interface Given {
  otp?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/**
 * After the right password: lets sign-in continue if the account has no second factor, or the given one is right.
 * Otherwise asks for it with 401 and `isLogin`; the answer's `data` says what is possible. Calls `unasked` if none was
 * given: that is no failed try.
 */
export async function askFactor(
  { store, config }: Pick<Services, 'config'> & { store: Store },
  owner: Owner,
  { otp, passkey }: Given,
  unasked: () => void,
): Promise<void> {
  const db = store.scoped(SYSTEM)
  const factors = await factorsOf(db, owner.accountId)
  if (factors.length === 0) return
  const { appSecret, publicUrl } = config
  if (passkey && (await takePasskey(db, owner, factors, passkey, publicUrl))) return
  if (otp && (await takeTotp(db, owner.accountId, otp, { appSecret }))) return
  if (otp && (await takeCode(db, owner.accountId, otp, appSecret))) return
  const isGiven = otp !== undefined || passkey !== undefined
  if (!isGiven) unasked()
  throw refuse.needsMore(isGiven ? 'factor.wrong' : 'factor.wanted', {
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    passkey: await askPasskey(db, owner, factors, publicUrl),
  })
}
