import { and, isNull, or } from 'drizzle-orm'
import { anyOf } from '../../database/any-of.ts'
import { type Store, SYSTEM } from '../../database/store.ts'
import { account } from '../../database/tables/offices.ts'
import type { FieldFault } from '../../http/errors.ts'

interface Named {
  username: string
  email?: string | null | undefined
}

/** People sign in with either, so they are compared with each other too. */
export const loginKeys = ({ username, email }: Named): string[] =>
  [username, ...(email ? [email] : [])].map(text => text.normalize('NFC').toLowerCase())

/** Which login ids and e-mail addresses of these forms belong to somebody already, in lower case; for many at once. */
export async function loginsInUse(store: Store, forms: readonly Named[]): Promise<Set<string>> {
  const keys = [...new Set(forms.flatMap(loginKeys))]
  if (keys.length === 0) return new Set()
  const { usernameKey, emailKey, deletedAt } = account
  const rows = await store
    .scoped(SYSTEM)
    .select({ usernameKey, emailKey })
    .from(account)
    .where(and(isNull(deletedAt), or(anyOf(usernameKey, keys), anyOf(emailKey, keys))))
  return new Set(rows.flatMap(({ usernameKey, emailKey }) => [usernameKey, ...(emailKey ? [emailKey] : [])]))
}

/** What is wrong with the names of a row when these are taken. */
export function takenFaults(form: Named, taken: ReadonlySet<string>): FieldFault[] {
  const [username = '', email = ''] = loginKeys(form)
  return [
    ...(taken.has(username) ? [{ field: 'username', message: 'account.usernameTaken' as const }] : []),
    ...(taken.has(email) ? [{ field: 'email', message: 'account.emailTaken' as const }] : []),
  ]
}
