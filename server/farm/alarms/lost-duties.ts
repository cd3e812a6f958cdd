import { and, asc, eq, or, sql } from 'drizzle-orm'
import { CUSTOMER } from '#shared/permissions.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { holders, OWNS, ownersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Telling, tellScreens } from '../../people/notices/tell-screens.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { account, accountRole } from '../../platform/database/tables/offices.ts'
import { say } from '../../platform/http/texts.ts'

type Duty = typeof alarmDuty.$inferSelect
interface Person {
  id: string
  /** Null: it was erased, and no message may name them. */
  actualName: string | null
}
type Call = { db: Db; viewer: { scope: Scope } } & Telling

/** Whether an account still hears the alarms of a farm. */
async function hears(db: Db, accountId: string, farmPath: string): Promise<boolean> {
  const isTheirs = sql`${account.id} = ${accountId} and ${isOfFarm(account.officeId, farmPath)}`
  return (await holders(db, CUSTOMER, ['house_alarm:query'], isTheirs)).length > 0
}

/** A Monday. */
const MONDAY = Date.parse('2026-11-16T12:00Z')

/** `Sat, Sun 07:00–19:00` */
function shiftIn(language: Language, { weekdays, fromClock, untilClock }: Duty): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const names = weekdays.map(day => format.format(MONDAY + (day - 1) * 86_400_000))
  return `${names.join(language === 'zh-CN' ? '、' : ', ')} ${fromClock}–${untilClock}`
}

function titleIn(language: Language, { id, actualName }: Person, duties: readonly Duty[]): string {
  const shifts = (own: readonly Duty[]) => own.map(duty => shiftIn(language, duty)).join('; ')
  const own = duties.filter(duty => duty.accountId === id)
  const others = duties.filter(duty => duty.accountId !== id)
  const key =
    others.length === 0 ? 'duty.lost.own' : own.length === 0 ? 'duty.lost.standIn' : 'duty.lost.both'
  const name = actualName ?? say(language, 'duty.lost.erased')
  return say(language, [key, { name, shifts: shifts(own), others: shifts(others) }])
}

/** Somebody who hears the alarms of a farm, and their shifts there. */
interface Standing {
  person: Person
  farmPath: string
  duties: Duty[]
}

/** Null: they stand on no plan, or do not hear its alarms. */
async function standingOf(db: Db, person: Person): Promise<Standing | null> {
  const { id } = person
  const duties = await db
    .select()
    .from(alarmDuty)
    .where(or(eq(alarmDuty.accountId, id), eq(alarmDuty.substituteId, id)))
    .orderBy(asc(alarmDuty.fromClock), alarmDuty.id)
  const farmPath = duties[0]?.farmPath
  return farmPath !== undefined && (await hears(db, id, farmPath)) ? { person, farmPath, duties } : null
}

/** Tells the farm's owners, if the person hears its alarms no more. */
async function tellLost(db: Db, { person, farmPath, duties }: Standing): Promise<string[]> {
  if (await hears(db, person.id, farmPath)) return []
  const title = Object.fromEntries(
    languages.map(language => [language, titleIn(language, person, duties)]),
  ) as Text
  const meant = { side: 'farm', path: farmPath, business: 'duty', grants: OWNS } as const
  const owners = await notingNobody(db, await ownersOf(db, farmPath), meant)
  return tell(db, owners, {
    title,
    level: 'warning',
    messageType: 'to_do',
    businessType: 'duty',
    subjectId: null,
  })
}

/**
 * Does work that may take people away from a farm's alarms: disabled, deleted, moved, without the right. Of those who stand on
 * the on-call plan, the farm's owners are told which shifts are without them.
 */
export async function tellingLostDuties<T>(
  call: Call,
  people: readonly Person[],
  work: () => Promise<T>,
): Promise<T> {
  const { db, viewer } = call
  const before = await asSystem(db, viewer.scope, async () => {
    const found: Standing[] = []
    for (const person of people) {
      const standing = await standingOf(db, person)
      if (standing) found.push(standing)
    }
    return found
  })
  const result = await work()
  if (before.length === 0) return result
  const told = await asSystem(db, viewer.scope, async () => {
    const all: string[] = []
    for (const standing of before) all.push(...(await tellLost(db, standing)))
    return all
  })
  tellScreens(call, told)
  return result
}

/** The holders of a role who stand on an on-call plan, of any farm. */
export const onCallWithRole = ({ db, viewer }: Call, roleId: string): Promise<Person[]> =>
  asSystem(db, viewer.scope, () =>
    db
      .selectDistinct({ id: account.id, actualName: account.actualName })
      .from(account)
      .innerJoin(accountRole, and(eq(accountRole.accountId, account.id), eq(accountRole.roleId, roleId)))
      .innerJoin(alarmDuty, or(eq(alarmDuty.accountId, account.id), eq(alarmDuty.substituteId, account.id)))
      .orderBy(account.id),
  )
