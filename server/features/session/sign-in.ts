import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Login } from '#shared/contracts/session.ts'
import type { Attempt, LoginGuard } from '../../people/accounts/login-guard.ts'
import { askFactor } from '../../people/accounts/second-factor/ask-factor.ts'
import { addressKey } from '../../platform/http/address.ts'
import { Refusal, refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { isPassword } from '../../platform/http/passwords.ts'
import type { Services } from '../../platform/services.ts'
import { findSignIn, openSession, type SignIn } from './session.queries.ts'

type Credentials = z.output<typeof Login>

interface Caller {
  ip: string
  userAgent: string
}

/**
 * Checks the password, own or mailed, and opens a session; the answer is its token. Only somebody who knows the password is
 * told what is wrong with an account, and refusing an unknown account takes as long as a wrong password. A refusal is logged
 * with the account, never with the input: passwords get typed into the wrong field.
 */
export async function signIn(
  services: Services,
  guard: LoginGuard,
  { username, ...proof }: Credentials,
  caller: Caller,
): Promise<string> {
  const loginKey = username.normalize('NFC').toLowerCase()
  const found = await findSignIn(services.store, loginKey)
  const address = addressKey(caller.ip)
  const isKnown = found?.addresses.some(known => addressKey(known) === address) ?? false
  // By what was typed: a tally per account would reveal that a login id and an address belong to one person.
  const attempt: Attempt = { account: loginKey, address, isKnown }
  try {
    return await enter(services, guard, { attempt, found, proof, caller })
  } catch (error) {
    if (error instanceof Refusal)
      services.log.info(
        { accountId: found?.id ?? null, ip: caller.ip, why: error.message },
        'sign-in refused',
      )
    throw error
  }
}

interface Entering {
  attempt: Attempt
  found: SignIn | undefined
  proof: Omit<Credentials, 'username'>
  caller: Caller
}

async function enter(
  services: Services,
  guard: LoginGuard,
  { attempt, found, proof: { password, otp, passkey }, caller }: Entering,
): Promise<string> {
  const wait = guard.enter(attempt)
  if (wait > 0) throw refuse.tooMany(wait, ['login.wait', { seconds: wait }])

  const withdraw = () => guard.withdrawn(attempt)
  const isOwn = await checked(password, found?.passwordHash, withdraw)
  // Even if none was mailed: the time of a refusal must not reveal it.
  const isMailed = !isOwn && (await checked(password, found?.mailedHash, withdraw))
  if (!found || !(isOwn || isMailed))
    throw refuse.invalid([{ field: 'password', message: 'login.wrong' }], 'login.wrong')
  const closed = closedBecause(found, isOwn && !found.mustChangePassword)
  if (closed) {
    guard.succeeded(attempt)
    throw closed
  }
  const owner = { accountId: found.id, officePath: found.officePath }
  await askFactor(services, owner, { otp, passkey }, withdraw)

  const token = randomBytes(32).toString('base64url')
  const mailedHash = isMailed ? found.mailedHash : null
  const opened = { tokenHash: hashToken(token), account: found, ...caller, mailedHash }
  if (!(await openSession(services.store, opened)))
    throw refuse.invalid([{ field: 'password', message: 'login.wrong' }], 'login.wrong')
  guard.succeeded(attempt)
  // The oldest session may have been ended to make room.
  services.events.emit('access', { accountIds: [found.id] })
  return token
}

/** Why nobody can sign in to this account at the moment, if so; `isChosen`: with a password chosen by its user. */
function closedBecause(found: SignIn, isChosen: boolean) {
  const { isDisabled, isOfficeDisabled, isTrialOver, approval, refusedBecause, isHeld, heldHours } = found
  if (isDisabled) return refuse.invalid([], 'login.disabled')
  if (isOfficeDisabled) return refuse.invalid([], 'login.officeDisabled')
  if (isTrialOver) return refuse.invalid([], 'login.trialOver')
  if (approval === 'pending') return refuse.invalid([], 'login.pending')
  if (approval === 'rejected') return refuse.invalid([], ['login.rejected', { reason: refusedBecause ?? '' }])
  if (isHeld && !isChosen)
    return refuse.invalid([], heldHours ? ['login.heldHours', { hours: heldHours }] : 'login.held')
  return undefined
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
