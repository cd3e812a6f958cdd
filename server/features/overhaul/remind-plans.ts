import { inArray, sql } from 'drizzle-orm'
import { bothNames, type Text, text } from '#shared/text.ts'
import { tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Services } from '../../platform/services.ts'
import { HEARS_OF_PLANS, type Hearing, hearingsAt, REMINDS } from './plan-hearers.ts'

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

/** Says to owners why they are told of it. */
const forOwner = (title: Text): Text =>
  text(`${title['zh-CN']}（负责人收不到提醒）`, `${title['en-US']} (nobody who records it can be reached)`)

/** Tells of plans of one place, which are of one kind. Answers whom. */
async function tellOf(
  db: Db,
  group: readonly [Due, ...Due[]],
  { doers, instead }: Hearing,
): Promise<string[]> {
  const [{ officePath, isOverdue }] = group
  await notingNobody(db, [...doers, ...instead], {
    side: 'farm',
    path: officePath,
    business: 'overhaul',
    grants: HEARS_OF_PLANS,
  })
  const title = titleOf(group)
  const message = { ...REMINDS, subjectId: null }
  return [
    ...(await tell(db, doers, { ...message, title, level: isOverdue ? 'warning' : 'info' })),
    ...(await tell(db, instead, { ...message, title: forOwner(title) })),
  ]
}

type Parts = Pick<Services, 'store' | 'config'>

/**
 * Tells the people of a farm who do the work, those who may record it, what is due and what is overdue: one message an office
 * for its tests of safety and one for its maintenance, an overdue one as a warning. Where it gets to none of them, because they
 * left, lost the right or have no address, the owners are told as well, as a warning that says so. Answers whom. Any number of
 * processes may run it.
 */
export const remindOfPlans = ({ store, config }: Parts, at = new Date()): Promise<string[]> =>
  store.transaction(SYSTEM, async db => {
    const { rows } = await duePlans(db, at)
    const hearings = await hearingsAt(db, rows, config)
    const told: string[] = []
    const groups = Map.groupBy(rows, due => `${due.officePath} ${due.isTest} ${due.isOverdue}`)
    for (const [first, ...more] of groups.values()) {
      const hearing = first && hearings.get(first.officePath)
      if (hearing) told.push(...(await tellOf(db, [first, ...more], hearing)))
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
