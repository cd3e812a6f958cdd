import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { alarmsLabel } from '#shared/alarm-groups.ts'
import { languages, type Text } from '#shared/text.ts'
import { tell } from '../../people/notices/tell.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { type alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { say, type TextKey } from '../../platform/http/texts.ts'
import type { Answering } from './answers.ts'

type Row = typeof alarm.$inferSelect

const keyOf = ({ answer, via, isProven, late }: Answering): TextKey | null => {
  if (answer === 'going') return 'alarm.told.going'
  if (answer !== 'on_site') return null
  if (via === 'panel') return 'alarm.told.panel'
  if (late) return 'alarm.told.wasOnSite'
  return isProven ? 'alarm.told.onSite' : 'alarm.told.unproven'
}

/**
 * Tells everybody else who was told of these alarms that somebody is on the way, or on site, and whether that is proven; it
 * waits on their screens and wakes nobody. `db` carries the system's scope. Returns the accounts that were told.
 */
export async function tellOthers(db: Db, rows: readonly Row[], answering: Answering): Promise<string[]> {
  const key = keyOf(answering)
  const [first, ...more] = rows
  if (!key || !first) return []
  const ids = rows.map(({ id }) => id)
  const people = await db
    .selectDistinct({ id: account.id, officePath: account.officePath })
    .from(alarmEvent)
    .innerJoin(account, and(anyOf(alarmEvent.alarmId, ids), isNotNull(alarmEvent.accountId)))
    .where(
      and(
        sql`${account.id} is distinct from ${answering.accountId}`,
        inArray(account.id, accountsOf(db, ids)),
      ),
    )
  const houses = await db
    .select({ name: house.name })
    .from(house)
    .where(anyOf(house.id, new Set(rows.flatMap(({ houseIds }) => houseIds))))
    .orderBy(house.name)
  const label = alarmsLabel(rows.map(({ code }) => code))
  const title = Object.fromEntries(
    languages.map(language => [
      language,
      say(language, [
        key,
        {
          name: answering.name ?? '',
          time: answering.late?.clock ?? '',
          houses: houses.map(({ name }) => name).join(language === 'zh-CN' ? '、' : ', '),
          alarm: label[language],
        },
      ]),
    ]),
  ) as Text
  return tell(db, people, {
    title,
    level: 'info',
    messageType: 'device_alarm',
    businessType: 'alarm',
    subjectId: first.id,
    also: more.length > 0 ? more.map(({ id }) => id) : null,
    isMailed: true,
  })
}

/** Who was told of alarms. */
const accountsOf = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: alarmEvent.accountId })
    .from(alarmEvent)
    .where(and(anyOf(alarmEvent.alarmId, ids), inArray(alarmEvent.kind, ['told', 'answer'])))
