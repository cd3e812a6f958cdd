import { addressKey } from '../../platform/http/address.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { isPassword } from '../../platform/http/passwords.ts'
import type { Services } from '../../platform/services.ts'
import { type LoginGuard, loginGuard } from './login-guard.ts'

const guards = new WeakMap<Services, LoginGuard>()
/** An unattended session must not be usable to guess the password. */
function guardOf(services: Services): LoginGuard {
  const guard = guards.get(services) ?? loginGuard()
  guards.set(services, guard)
  return guard
}

/**
 * Lets the call continue only with the caller's own password: 401 with `isLogin` for a wrong one, with growing waits.
 * `stored` is its hash. `andThen` may ask for more; its refusal counts as a failed try too, unless it withdraws it.
 */
export async function askPassword(
  { services, viewer, ip }: Pick<ChangingCall, 'services' | 'viewer' | 'ip'>,
  password: string,
  stored: string,
  andThen: (withdraw: () => void) => Promise<void> = async () => {},
): Promise<void> {
  const guard = guardOf(services)
  const attempt = { account: viewer.accountId, address: addressKey(ip), isKnown: false }
  const wait = guard.enter(attempt)
  if (wait > 0) throw refuse.tooMany(wait, ['login.wait', { seconds: wait }])
  const isRight = await isPassword(password, stored).catch(error => {
    guard.withdrawn(attempt)
    throw error
  })
  if (!isRight) throw refuse.needsMore('password.wrongOld')
  await andThen(() => guard.withdrawn(attempt))
  guard.succeeded(attempt)
}
