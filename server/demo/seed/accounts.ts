import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Kind } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import * as schema from '../../platform/database/schema.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { builtInRoles } from './roles.ts'

export type OwnerDb = NodePgDatabase<typeof schema>

/** Writes the provider's nine built-in roles. Returns their ids by key. */
export async function addBuiltInRoles(db: OwnerDb): Promise<Map<string, string>> {
  const ids = new Map(builtInRoles.map(role => [role.key, newId()]))
  await db.insert(schema.role).values(
    builtInRoles.map(({ key, kind, name, permissions }) => ({
      id: ids.get(key) as string,
      officePath: ROOT_PATH,
      chineseName: name['zh-CN'],
      englishName: name['en-US'],
      kind,
      builtIn: true,
      key,
      permissions,
    })),
  )
  return ids
}

export interface NewAccount {
  office: { id: string; path: string }
  username: string
  email?: string
  password: string
  kind: Kind
  actualName: string
  language?: Language
  timeZone?: string
  roleId: string
}

/** Adds a user with one role. */
export async function addAccount(db: OwnerDb, account: NewAccount): Promise<void> {
  const id = newId()
  const { office, username, email, password, roleId, kind, actualName, language, timeZone } = account
  await db.insert(schema.account).values({
    id,
    officeId: office.id,
    officePath: office.path,
    username,
    usernameKey: username.toLowerCase(),
    ...(email && { email, emailKey: email.toLowerCase() }),
    passwordHash: await hashPassword(password),
    kind,
    actualName,
    language,
    timeZone,
  })
  await db.insert(schema.accountRole).values({ accountId: id, roleId, officePath: office.path })
}
