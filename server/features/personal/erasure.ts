import { eq, sql } from 'drizzle-orm'
import { CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import { caresFor, holders, managersOf, type Told } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { sayBoth } from '../../platform/http/texts.ts'

const ERASES: readonly Grant[] = ['user_manage:delete']

/** Who may erase a person: others in their organisation at or above them; if there are none, the provider. */
async function erasersOf(db: Db, { accountId, kind, officePath, scope }: Viewer): Promise<Told[]> {
  const isNear =
    kind === STAFF ? caresFor(officePath) : sql`starts_with(${officePath}, ${account.officePath})`
  const own = await holders(db, kind, ERASES, sql`${account.id} <> ${accountId} and ${isNear}`)
  if (own.length > 0 || kind === STAFF) return own
  const path = kind === CUSTOMER ? scope.farm : officePath
  const meant = { side: 'provider', path, business: 'erasure', grants: ERASES } as const
  return notingNobody(db, await managersOf(db, path, ERASES), meant)
}

/** Notes that the viewer wants their data erased, and tells those who may do it. A repeated request changes nothing. */
export async function askErasure(call: ChangingCall): Promise<void> {
  const { db, viewer, services, afterwards } = call
  const { rowCount } = await db
    .update(account)
    .set({ erasureAskedAt: sql`now()` })
    .where(sql`${account.id} = ${viewer.accountId} and ${account.erasureAskedAt} is null`)
  if (rowCount === 0) return
  const told = await asSystem(db, viewer.scope, async () =>
    tell(db, await erasersOf(db, viewer), {
      title: sayBoth(['user.erasureAsked', { name: viewer.actualName }]),
      level: 'info',
      messageType: 'to_do',
      businessType: 'erasure',
      subjectId: viewer.accountId,
    }),
  )
  afterwards(() => services.events.emit('notice', { accountIds: told }))
}

/** Withdraws the request. */
export const withdrawErasure = (db: Db, accountId: string) =>
  db.update(account).set({ erasureAskedAt: null }).where(eq(account.id, accountId))
