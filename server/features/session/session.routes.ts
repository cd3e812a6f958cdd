import { session } from '#shared/contracts/session.ts'
import { type LoginGuard, loginGuard } from '../../people/accounts/login-guard.ts'
import { feature } from '../../platform/http/feature.ts'
import { hashToken } from '../../platform/http/identify.ts'
import type { Services } from '../../platform/services.ts'
import { platformOf } from './platform.ts'
import { prove } from './prove.ts'
import { closeSession, noteInfo, readUserInfo } from './session.queries.ts'
import { signIn } from './sign-in.ts'

const guards = new WeakMap<Services, LoginGuard>()
/** One guard for each server of the process. */
function guardOf(services: Services): LoginGuard {
  const guard = guards.get(services) ?? loginGuard()
  guards.set(services, guard)
  return guard
}

export const sessionFeature = feature('session', session, {
  login: ({ services, body, ip, userAgent }) => signIn(services, guardOf(services), body, { ip, userAgent }),

  userInfo: async ({ services, db, viewer, query, language, ip, userAgent }) => {
    await noteInfo(db, viewer, query.channel ?? platformOf(userAgent), ip)
    return readUserInfo(services, viewer, language)
  },

  prove,

  logout: async ({ services, token, ip, userAgent }) => {
    const from = { ip, platform: platformOf(userAgent) }
    const accountId = token && (await closeSession(services.store, hashToken(token), from))
    if (accountId) services.events.emit('access', { accountIds: [accountId] })
    return null
  },

  appVersion: ({ services: { config } }) => ({
    android: { url: config.androidUrl },
    ios: { url: config.iosUrl },
    website: { url: config.officialSiteUrl },
  }),
})
