import { eq, sql } from 'drizzle-orm'
import type { session as contract } from '#shared/contracts/session.ts'
import { askPassword } from '../../people/accounts/ask-password.ts'
import { askFactor } from '../../people/accounts/second-factor/ask-factor.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'

/** Takes the password, and the second factor if there is one, as proof of who is using this session. */
export async function prove(call: Call<(typeof contract)['prove']>): Promise<null> {
  const { db, viewer, body, services } = call
  const [own] = await db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, viewer.accountId))
  if (!own) throw refuse.unauthorized()
  await askPassword(call, body.password, own.passwordHash, withdraw =>
    askFactor(services, viewer, body, withdraw),
  )
  await db.update(session).set({ provedAt: sql`now()` }).where(eq(session.tokenHash, viewer.tokenHash))
  return null
}
