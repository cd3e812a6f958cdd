import { randomBytes } from 'node:crypto'
import { addressKey } from '../../http/address.ts'
import { refuse } from '../../http/errors.ts'
import { hashToken } from '../../http/identify.ts'
import { isPassword, PasswordsBusy } from '../../http/passwords.ts'
import type { Services } from '../../services.ts'
import type { Attempt, LoginGuard } from './login-guard.ts'
import { findSignIn, openSession } from './session.queries.ts'

export interface Credentials {
  username: string
  password: string
}

/**
 * Checks the password and opens a session; the answer is its token. What is wrong with an account is told only to who
 * knows its password, and an account that does not exist takes as long to be refused as a wrong password.
 */
export async function signIn(
  { store, events }: Services,
  guard: LoginGuard,
  { username, password }: Credentials,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<string> {
  const usernameKey = username.normalize('NFC').toLowerCase()
  const found = await findSignIn(store, usernameKey)
  const address = addressKey(ip)
  const isKnown = found?.addresses.some(known => addressKey(known) === address) ?? false
  const attempt: Attempt = { account: usernameKey, address, isKnown }
  const wait = guard.enter(attempt)
  if (wait > 0) throw refuse.tooMany(wait, ['login.wait', { seconds: wait }])

  const isRight = await checked(password, found?.passwordHash, () => guard.withdrawn(attempt))
  if (!found || !isRight) throw refuse.invalid([{ field: 'password', message: 'login.wrong' }], 'login.wrong')
  guard.succeeded(attempt)
  if (found.isDisabled) throw refuse.invalid([], 'login.disabled')
  if (found.isOfficeDisabled) throw refuse.invalid([], 'login.officeDisabled')
  if (found.isTrialOver) throw refuse.invalid([], 'login.trialOver')

  const token = randomBytes(32).toString('base64url')
  await openSession(store, { tokenHash: hashToken(token), account: found, ip, userAgent })
  // The oldest session may have had to make room.
  events.emit('access', { accountIds: [found.id] })
  return token
}

async function checked(password: string, stored: string | undefined, withdraw: () => void): Promise<boolean> {
  try {
    return await isPassword(password, stored)
  } catch (error) {
    withdraw()
    throw error instanceof PasswordsBusy ? refuse.busy() : error
  }
}
