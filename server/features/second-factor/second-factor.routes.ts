import { eq } from 'drizzle-orm'
import { secondFactor as contract } from '#shared/contracts/second-factor.ts'
import { needsSecondFactor, STAFF } from '#shared/permissions.ts'
import { codesLeft, factorsOf, forgetFactors } from '../../people/accounts/second-factor/factors.ts'
import { keepPasskey, offerPasskey } from '../../people/accounts/second-factor/passkeys.ts'
import { renewCodes } from '../../people/accounts/second-factor/recovery-codes.ts'
import { beginTotp, takeTotp } from '../../people/accounts/second-factor/totp.ts'
import { secondFactor } from '../../platform/database/tables/personal.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Services } from '../../platform/services.ts'

const isRequired = ({ services: { config }, viewer }: { services: Services; viewer: Viewer }) =>
  !config.demo && viewer.kind === STAFF && needsSecondFactor(viewer.grants)

/** Recovery codes come with the first factor; later factors leave them unchanged. */
async function codesForFirst({ db, viewer, services }: ChangingCall) {
  if ((await codesLeft(db, viewer.accountId)) > 0) return { recoveryCodes: null }
  return { recoveryCodes: await renewCodes(db, viewer, services.config.appSecret) }
}

const told = (at: Date | null) => at?.toISOString() ?? null

export const secondFactorFeature = feature('second-factor', contract, {
  state: async call => {
    const { db, viewer } = call
    const factors = await factorsOf(db, viewer.accountId)
    const shown = factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: told(lastUsedAt),
    }))
    return {
      isRequired: isRequired(call),
      app: shown.find(({ kind }) => kind === 'totp') ?? null,
      passkeys: shown.filter(({ kind }) => kind === 'passkey'),
      recoveryCodesLeft: await codesLeft(db, viewer.accountId),
    }
  },
  beginApp: async call => {
    const { db, viewer, services } = call
    const factors = await factorsOf(db, viewer.accountId)
    if (factors.some(({ kind }) => kind === 'totp')) throw refuse.invalid([], 'factor.hasApp')
    return beginTotp(db, viewer, viewer.username, services.config.appSecret)
  },
  confirmApp: async call => {
    const { db, viewer, body, services } = call
    const { appSecret } = services.config
    if (!(await takeTotp(db, viewer.accountId, body.code, { appSecret, isNew: true })))
      throw refuse.invalid([{ field: 'code', message: 'factor.wrong' }])
    return codesForFirst(call)
  },
  beginPasskey: async call => {
    const { db, viewer, services } = call
    const factors = await factorsOf(db, viewer.accountId)
    return { ...(await offerPasskey(db, viewer, factors, services.config.publicUrl)) }
  },
  addPasskey: async call => {
    const { db, viewer, body, services } = call
    if (!(await keepPasskey(db, viewer, body, services.config.publicUrl)))
      throw refuse.invalid([{ field: 'response', message: 'factor.passkeyFailed' }], 'factor.passkeyFailed')
    return codesForFirst(call)
  },
  remove: async call => {
    const { db, viewer, body } = call
    const factors = await factorsOf(db, viewer.accountId)
    if (!factors.some(({ id }) => id === body.id)) throw refuse.notFound()
    if (factors.length > 1) await db.delete(secondFactor).where(eq(secondFactor.id, body.id))
    else if (isRequired(call)) throw refuse.invalid([], 'factor.needed')
    else await forgetFactors(db, viewer.accountId)
    return null
  },
  renewCodes: async call => {
    const { db, viewer, services } = call
    const factors = await factorsOf(db, viewer.accountId)
    if (factors.length === 0) throw refuse.invalid([], 'factor.none')
    return { recoveryCodes: await renewCodes(db, viewer, services.config.appSecret) }
  },
})
