import { inArray, sql } from 'drizzle-orm'
import { CUSTOMER } from '#shared/permissions.ts'
import { bothNames, type Text, text } from '#shared/text.ts'
import { holders } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'

/** Nobody is told before this hour of the customer's day. */
const HOUR = 8
/** What is overdue is told of again after so many days. */
const AGAIN_DAYS = 7

type Due = {
  id: string
  officePath: string
  farmPath: string
  chineseName: string
  englishName: string
  house: string | null
  /** A test of safety; else maintenance. */
  isTest: boolean
  isOverdue: boolean
  today: string
}

/** Plans of which the farm is to be told today: on the day they are due, on the day after, and every week from then on. */
const duePlans = (db: Db, at: Date) =>
  db.execute<Due>(sql`
    select p.id, p.office_path as "officePath", p.farm_path as "farmPath", i.chinese_name as "chineseName",
      i.english_name as "englishName", h.name as house, i.proof is not null as "isTest", p.next_on < t.today as "isOverdue", t.today::text as today
    from overhaul_plan p
      join overhaul_item i on i.id = p.item_id
      join office o on o.id = p.office_id
      join office c on c.path = p.farm_path and c.disabled_at is null and c.deleted_at is null
      left join house h on h.id = p.house_id,
      lateral (select ((${at.toISOString()}::timestamptz - make_interval(hours => ${HOUR})) at time zone o.time_zone)::date as today) t
    where p.ended_at is null and h.deleted_at is null and p.next_on <= t.today
      and (p.told_on is null or p.told_on < p.next_on or (p.told_on = p.next_on and p.next_on < t.today)
        or p.told_on <= t.today - ${AGAIN_DAYS}::int)
    order by p.next_on, h.name, p.id
    for update of p skip locked`)

/** What a kind of plan is called in a message: one, several, and what it has become. */
const words = {
  test: {
    late: text('安全测试已逾期', 'Safety test overdue'),
    manyLate: text('项安全测试已逾期', 'safety tests overdue'),
    due: text('今天到期的安全测试', 'Safety test due today'),
    manyDue: text('项安全测试到期', 'safety tests due today'),
  },
  work: {
    late: text('维护已逾期', 'Maintenance overdue'),
    manyLate: text('项维护已逾期', 'maintenance items overdue'),
    due: text('今天到期的维护', 'Maintenance due today'),
    manyDue: text('项维护到期', 'maintenance items due today'),
  },
} as const

/** What is due or overdue, the first by name. */
function titleOf([first, ...more]: readonly Due[]): Text {
  const item = bothNames(first ?? { chineseName: '', englishName: '' })
  const place = first?.house ? `${first.house} · ` : ''
  const count = more.length + 1
  const of = words[first?.isTest ? 'test' : 'work']
  const [one, many] = first?.isOverdue ? [of.late, of.manyLate] : [of.due, of.manyDue]
  if (more.length === 0)
    return text(`${one['zh-CN']}：${place}${item['zh-CN']}`, `${one['en-US']}: ${place}${item['en-US']}`)
  const today = first?.isOverdue ? '' : '今天有 '
  return text(
    `${today}${count} ${many['zh-CN']}：${place}${item['zh-CN']}等`,
    `${count} ${many['en-US']}: ${place}${item['en-US']} and others`,
  )
}

/**
 * Tells the people of a farm who do the work, those who may record it, what is due and what is overdue: one message an office
 * for its tests of safety and one for its maintenance, an overdue one as a warning. Answers whom. Any number of processes may run it.
 */
export const remindOfPlans = (store: Store, at = new Date()): Promise<string[]> =>
  store.transaction(SYSTEM, async db => {
    const { rows } = await duePlans(db, at)
    const told: string[] = []
    for (const group of Map.groupBy(
      rows,
      due => `${due.officePath} ${due.isTest} ${due.isOverdue}`,
    ).values()) {
      const [first] = group
      if (!first) continue
      const { officePath, farmPath, isOverdue } = first
      const people = await holders(
        db,
        CUSTOMER,
        ['device_overhaul_item_client:add'],
        sql`starts_with(${officePath}, ${account.officePath}) and starts_with(${account.officePath}, ${farmPath})`,
      )
      told.push(
        ...(await tell(db, people, {
          title: titleOf(group),
          level: isOverdue ? 'warning' : 'info',
          messageType: 'to_do',
          businessType: 'overhaul',
          subjectId: null,
        })),
      )
    }
    for (const [today, group] of Map.groupBy(rows, due => due.today))
      await db
        .update(overhaulPlan)
        .set({ toldOn: today })
        .where(
          inArray(
            overhaulPlan.id,
            group.map(({ id }) => id),
          ),
        )
    return told
  })
