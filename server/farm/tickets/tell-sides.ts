import { and, eq, isNull, sql } from 'drizzle-orm'
import type { MessageType } from '#shared/contracts/notices.ts'
import type { Unheard } from '#shared/contracts/system-monitor.ts'
import { AGENT, CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import type { Text } from '#shared/text.ts'
import { ACTS, agentsPeople, holders, managersOf, OWNS, ownersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Telling, tellScreens } from '../../people/notices/tell-screens.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { recordEntry } from '../../platform/database/tables/tickets.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { sayBoth } from '../../platform/http/texts.ts'

interface About {
  module: string
  /** Of the messages; it decides which screen they lead to. */
  businessType: Unheard
  record: { id: string; number: string; officePath: string; farmPath: string | null }
  /** With `{name}` of the acting person, `{number}`, `{customer}`. */
  says: Text
  /** It was just made: nobody but its author has written in it. */
  isNew: boolean
  /** Grants of the staff who look after such records. */
  staff: readonly Grant[]
  /** Grants of the customer's or agent's people who are told, besides those who wrote. */
  clients: readonly Grant[]
  /** Message type of what staff do, for which the customer's people choose their channels. */
  clientType: MessageType
}

/**
 * Tells the other side of a record what was done with it: what a customer did goes to its project manager, or else whoever of
 * the provider can do it, and to the staff who wrote in it, what staff did to the customer's people who wrote in it.
 */
export async function tellOtherSide(call: { db: Db; viewer: Viewer } & Telling, about: About): Promise<void> {
  const { db, viewer } = call
  const { module, record, businessType, says, isNew, staff, clients, clientType } = about
  const told = await asSystem(db, viewer.scope, async () => {
    const ofStaff = viewer.kind !== STAFF
    const path = record.farmPath ?? record.officePath
    const writers = isNew ? [] : await writersOf(db, module, record.id, ofStaff)
    const [others, customer] = await Promise.all([
      ofStaff ? managersOf(db, path, staff, { isWork: true }) : clientsOf(db, about, writers.length > 0),
      nameOf(db, record),
    ])
    const all = [...new Map([...others, ...writers].map(person => [person.id, person])).values()]
    const people = await notingNobody(db, all, {
      side: ofStaff ? 'provider' : record.farmPath === null ? 'agent' : 'farm',
      path,
      business: businessType,
      grants: ofStaff ? staff : [...clients, ...(record.farmPath === null ? ACTS : OWNS)],
    })
    const title = sayBoth([says, { name: viewer.actualName, number: record.number, customer }])
    const message = {
      level: 'info',
      messageType: ofStaff ? 'to_do' : clientType,
      businessType,
      subjectId: record.id,
      title,
    } as const
    return tell(
      db,
      people.filter(({ id }) => id !== viewer.accountId),
      message,
    )
  })
  tellScreens(call, told)
}

/**
 * The customer's or agent's people who hold any of the grants; its owners or whoever acts for the agent if nobody who wrote
 * is left to tell.
 */
async function clientsOf(db: Db, { record, clients }: About, isHeard: boolean) {
  const { farmPath, officePath } = record
  const isThere = eq(account.officePath, farmPath ?? officePath)
  const people = await holders(db, farmPath === null ? AGENT : CUSTOMER, clients, isThere)
  if (people.length > 0 || isHeard) return people
  return farmPath === null ? agentsPeople(db, officePath, ACTS) : ownersOf(db, farmPath)
}

/** People who wrote in the record, of the provider's staff or of the others, and whose account is still in use. */
const writersOf = (db: Db, module: string, recordId: string, areStaff: boolean) =>
  db
    .selectDistinct({ id: account.id, officePath: account.officePath })
    .from(recordEntry)
    .innerJoin(account, eq(account.id, recordEntry.accountId))
    .where(
      and(
        eq(recordEntry.module, module),
        eq(recordEntry.recordId, recordId),
        sql`(${account.kind} = ${STAFF}) = ${areStaff}`,
        isNull(account.deletedAt),
        isNull(account.disabledAt),
      ),
    )

async function nameOf(db: Db, { farmPath, officePath }: About['record']): Promise<Text> {
  const { chineseName, englishName } = office
  const [found] = await db
    .select({ chineseName, englishName })
    .from(office)
    .where(eq(office.path, farmPath ?? officePath))
  return {
    'zh-CN': found?.chineseName || found?.englishName || '',
    'en-US': found?.englishName || found?.chineseName || '',
  }
}
