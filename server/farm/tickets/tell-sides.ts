import { and, eq, isNull, sql } from 'drizzle-orm'
import type { MessageType } from '#shared/contracts/notices.ts'
import { AGENT, CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import type { Text } from '#shared/text.ts'
import { holders, managersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Telling, tellScreens } from '../../people/notices/tell-screens.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { recordEntry } from '../../platform/database/tables/tickets.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { sayBoth } from '../../platform/http/texts.ts'

interface About {
  module: string
  /** Of messages; it picks the screen they lead to. */
  businessType: string
  record: { id: string; number: string; officePath: string; farmPath: string | null }
  /** `{name}` of whoever acts, `{number}`, `{customer}`. */
  says: Text
  /** What staff hold who look after such records. */
  staff: readonly Grant[]
  /** What people of the customer or agent hold who are told, beside those who wrote. */
  clients: readonly Grant[]
  /** Of what staff do, as the customer's people choose how to hear of it. */
  clientType: MessageType
}

/**
 * Tells the other side of a record what was done with it: its project manager and the staff who wrote to it what a customer did,
 * the customer's people who wrote to it what staff did.
 */
export async function tellOtherSide(call: { db: Db; viewer: Viewer } & Telling, about: About): Promise<void> {
  const { db, viewer } = call
  const { module, record, businessType, says, staff, clients, clientType } = about
  const told = await asSystem(db, viewer.scope, async () => {
    const ofStaff = viewer.kind !== STAFF
    const path = record.farmPath ?? record.officePath
    const managers = ofStaff
      ? await managersOf(db, path, staff)
      : await holders(db, record.farmPath === null ? AGENT : CUSTOMER, clients, eq(account.officePath, path))
    const writers = await writersOf(db, module, record.id, ofStaff)
    const people = new Map([...managers, ...writers].map(person => [person.id, person]))
    people.delete(viewer.accountId)
    const customer = await nameOf(db, record)
    const title = sayBoth([says, { name: viewer.actualName, number: record.number, customer }])
    const message = {
      level: 'info',
      messageType: ofStaff ? 'to_do' : clientType,
      businessType,
      subjectId: record.id,
      title,
    } as const
    return tell(db, [...people.values()], message)
  })
  tellScreens(call, told)
}

/** Who wrote to the record, of the provider's staff or of the others, and still has an account in use. */
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
