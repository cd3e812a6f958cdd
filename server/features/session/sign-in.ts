import { randomBytes } from 'node:crypto'
import type { Attempt, LoginGuard } from '../../accounts/login-guard.ts'
import { addressKey } from '../../http/address.ts'
import { refuse } from '../../http/errors.ts'
import { hashToken } from '../../http/identify.ts'
import { isPassword } from '../../http/passwords.ts'
import type { Services } from '../../services.ts'
import { findSignIn, openSession } from './session.queries.ts'

export interface Credentials {
  username: string
  password: string
}

/**
 * Checks the password, own or mailed, and opens a session; the answer is its token. What is wrong with an account is told only to who
 * knows its password, and an account that does not exist takes as long to be refused as a wrong password.
 */
export async function signIn(
  { store, events }: Services,
  guard: LoginGuard,
  { username, password }: Credentials,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<string> {
  const loginKey = username.normalize('NFC').toLowerCase()
  const found = await findSignIn(store, loginKey)
  const address = addressKey(ip)
  const isKnown = found?.addresses.some(known => addressKey(known) === address) ?? false
  const attempt: Attempt = { account: found?.id ?? loginKey, address, isKnown }
  const wait = guard.enter(attempt)
  if (wait > 0) throw refuse.tooMany(wait, ['login.wait', { seconds: wait }])

  const withdraw = () => guard.withdrawn(attempt)
  const isOwn = await checked(password, found?.passwordHash, withdraw)
  // Also where none was mailed: how long a refusal takes must not tell that one was.
  const isMailed = !isOwn && (await checked(password, found?.mailedHash, withdraw))
  if (!found || !(isOwn || isMailed))
    throw refuse.invalid([{ field: 'password', message: 'login.wrong' }], 'login.wrong')
  guard.succeeded(attempt)
  if (found.isDisabled) throw refuse.invalid([], 'login.disabled')
  if (found.isOfficeDisabled) throw refuse.invalid([], 'login.officeDisabled')
  if (found.isTrialOver) throw refuse.invalid([], 'login.trialOver')
  if (found.approval === 'pending') throw refuse.invalid([], 'login.pending')
  if (found.approval === 'rejected')
    throw refuse.invalid([], ['login.rejected', { reason: found.refusedBecause ?? '' }])

  const token = randomBytes(32).toString('base64url')
  const mailedHash = isMailed ? found.mailedHash : null
  await openSession(store, { tokenHash: hashToken(token), account: found, ip, userAgent, mailedHash })
  // The oldest session may have had to make room.
  events.emit('access', { accountIds: [found.id] })
  return token
}

async function checked(
  password: string,
  stored: string | null | undefined,
  withdraw: () => void,
): Promise<boolean> {
  try {
    return await isPassword(password, stored)
  } catch (error) {
    withdraw()
    throw error
  }
}
