import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { CUSTOMER } from '#shared/permissions.ts'
import { bothNames } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { sayBoth, type TextKey } from '../../platform/http/texts.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { tell } from '../notices/tell.ts'
import { type Telling, tellScreens } from '../notices/tell-screens.ts'
import { daysOf, type Hold } from './hold.ts'
import { ownersOf, type Told } from './people.ts'

/** What was done to a customer's accounts. */
export type Touched =
  | { what: 'created' | 'login' | 'email' | 'password' | 'factor' | 'roles' | 'moved'; username: string }
  | { what: 'enabled' | 'disabled' | 'removed' | 'restored'; username: string }
  | { what: 'owner'; username: string; accountId: string }
  | { what: 'imported'; count: number }
  | { what: 'erased' }

const textOf = {
  created: 'user.told.created',
  login: 'user.told.login',
  email: 'user.told.email',
  password: 'user.told.password',
  factor: 'user.told.factor',
  roles: 'user.told.roles',
  moved: 'user.told.moved',
  enabled: 'user.told.enabled',
  disabled: 'user.told.disabled',
  removed: 'user.told.removed',
  restored: 'user.told.restored',
  erased: 'user.told.erased',
  owner: 'user.told.owner',
  imported: 'user.told.imported',
} as const satisfies Record<Touched['what'], TextKey>

/** Who acts; the language is the call's, but a reader's own choice takes precedence. */
type Acting = Pick<ChangingCall, 'db' | 'viewer' | 'language'> & Telling

/** The names of a customer and of the acting office, both within the actor's scope. */
async function namesOf(db: Db, officePath: string, viewer: Viewer) {
  const names = { chineseName: office.chineseName, englishName: office.englishName }
  const [farm] = await db
    .select({ path: office.path, names, email: customer.email })
    .from(customer)
    .innerJoin(office, eq(office.path, customer.officePath))
    .where(sql`starts_with(${officePath}, ${customer.officePath})`)
    .orderBy(sql`length(${customer.officePath}) desc`)
    .limit(1)
  const [above] = await db.select({ names }).from(office).where(eq(office.id, viewer.officeId))
  return { farm: farm && { ...farm, names: bothNames(farm.names) }, by: above && bothNames(above.names) }
}

/** People at the customer's own node: if it has no owner, they are told what an owner would be. */
const peopleOf = (db: Db, farmPath: string): Promise<Told[]> =>
  db
    .select({
      id: account.id,
      officePath: account.officePath,
      actualName: account.actualName,
      email: account.email,
      language: account.language,
    })
    .from(account)
    .where(
      and(
        eq(account.officePath, farmPath),
        eq(account.kind, CUSTOMER),
        ne(account.passwordHash, NO_PASSWORD),
        isNull(account.deletedAt),
        isNull(account.disabledAt),
      ),
    )

/**
 * Tells a customer's owners, by message and by mail whatever they chose, what somebody of an office above did to its
 * accounts: whoever signs in with one sees the farm, even if it is not shared. If nobody there can confirm it, the
 * customer's own address is told as well. Does nothing if the actor works there, or the office at the path is not part of
 * a customer.
 */
export async function tellFarm(
  acting: Acting,
  officePath: string,
  touched: Touched,
  hold: Hold | null = null,
): Promise<void> {
  const { db, viewer, language } = acting
  const { farm, by } = await namesOf(db, officePath, viewer)
  if (!farm || viewer.officePath.startsWith(farm.path)) return
  const { what, ...values } = touched
  const done = sayBoth([
    textOf[what],
    { ...values, by: viewer.actualName, office: by ?? '', company: farm.names },
  ])
  const days = hold && daysOf(hold)
  const held = hold && sayBoth(days ? ['user.told.heldDays', { done, days }] : ['user.told.held', { done }])
  const says = held ?? done
  const isOther = ({ id }: Told) => touched.what !== 'owner' || id !== touched.accountId
  const owners = (await ownersOf(db, farm.path)).filter(isOther)
  const people = owners.length > 0 ? owners : (await peopleOf(db, farm.path)).filter(isOther)
  const accountIds = await tell(db, people, {
    title: says,
    level: 'warning',
    messageType: 'to_do',
    businessType: hold ? 'userWaiting' : 'user',
    subjectId: null,
    isMailed: true,
  })
  tellScreens(acting, accountIds)
  const readers = people.map(({ email, language, actualName }) => ({ email, language, name: actualName }))
  const contact = { email: farm.email, language: null, name: null }
  const isKnown = readers.some(({ email }) => email === farm.email)
  const isAlsoContact = (what === 'owner' || hold?.heldUntil) && !isKnown
  for (const { email, ...known } of isAlsoContact ? [...readers, contact] : readers) {
    if (!email) continue
    const reader = known.language ?? language
    const name = known.name ?? farm.names[reader]
    await queueMail(db, {
      to: email,
      language: reader,
      template: 'accountTouched',
      values: { name, done: done[reader], says: says[reader] },
    })
  }
}
