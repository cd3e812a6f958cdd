import { and, isNull, or } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

interface Named {
  username: string
  email?: string | null | undefined
}

/** People sign in with either, so login ids and addresses are compared with each other too. */
export const loginKeys = ({ username, email }: Named): string[] =>
  [username, ...(email ? [email] : [])].map(text => text.normalize('NFC').toLowerCase())

/** Login ids and addresses in use for signing in, in lower case. */
interface LoginsInUse {
  everywhere: ReadonlySet<string>
  /** Of accounts that the viewer sees. */
  seen: ReadonlySet<string>
}

/** Which login ids and e-mail addresses of these forms are taken; for many at once. */
export async function loginsInUse(
  { store, db }: { store: Store; db: Db },
  forms: readonly Named[],
): Promise<LoginsInUse> {
  const keys = [...new Set(forms.flatMap(loginKeys))]
  // One after the other: `db` may be a transaction, and the job has one thread.
  const everywhere = await keysAmong(store.scoped(SYSTEM), keys)
  return { everywhere, seen: await keysAmong(db, keys) }
}

async function keysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { usernameKey, emailKey, deletedAt } = account
  const rows = await db
    .select({ usernameKey, emailKey })
    .from(account)
    .where(and(isNull(deletedAt), or(anyOf(usernameKey, keys), anyOf(emailKey, keys))))
  return new Set(rows.flatMap(({ usernameKey, emailKey }) => [usernameKey, ...(emailKey ? [emailKey] : [])]))
}

/**
 * Faults of a row's login id and address: login ids are unique for all; about addresses nobody is told more than they see.
 */
export function takenFaults(form: Named, { everywhere, seen }: LoginsInUse): FieldFault[] {
  const [username = '', email = ''] = loginKeys(form)
  return [
    ...(everywhere.has(username) ? [{ field: 'username', message: 'account.usernameTaken' as const }] : []),
    ...(seen.has(email) ? [{ field: 'email', message: 'account.emailTaken' as const }] : []),
  ]
}

/** How many of these login ids belong to people the viewer does not see. */
export const usernamesElsewhere = (forms: readonly Named[], { everywhere, seen }: LoginsInUse): number => {
  const keys = new Set(forms.map(({ username }) => loginKeys({ username })[0] ?? ''))
  return [...keys].filter(key => everywhere.has(key) && !seen.has(key)).length
}

/** Whether somebody the viewer does not see signs in with the form's address. */
export const isElsewhere = (form: Named, { everywhere, seen }: LoginsInUse): boolean => {
  const [, email = ''] = loginKeys(form)
  return everywhere.has(email) && !seen.has(email)
}
