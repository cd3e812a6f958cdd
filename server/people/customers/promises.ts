import { lt, sql } from 'drizzle-orm'
import { ANSWER_SOON_HOURS, PROMISED_HOURS } from '#shared/inquiries.ts'
import type { Grant } from '#shared/permissions.ts'
import { bothNames, type Text } from '#shared/text.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { promiseTold } from '../../platform/database/tables/consents.ts'
import { say } from '../../platform/http/texts.ts'
import type { Services } from '../../platform/services.ts'
import { tell } from '../notices/tell.ts'
import { circlesOf } from './people.ts'

type Step = (typeof promiseTold.step.enumValues)[number]

/** A wait that began longer ago is not told any more; what was told of it is forgotten later. Days */
const [PAST_DAYS, KEPT_DAYS] = [14, 60]

/** What the provider has promised an answer to, and who can give it. */
const needed: Readonly<Record<'inquiry' | 'agent', readonly Grant[]>> = {
  inquiry: ['admin_inquiry:edit'],
  agent: ['user_manage:enable'],
}

interface Due extends Record<string, unknown> {
  business: keyof typeof needed
  id: string
  number: string
  path: string
  chineseName: string
  englishName: string
  since: Date
  /** Steps that have come and were not told. */
  steps: Step[]
}

/** Everything whose promised answer is due within hours, or overdue, and was not yet told. */
async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select w.business, w.id, w.number, w.path, o.chinese_name as "chineseName", o.english_name as "englishName",
      date_trunc('milliseconds', w.waits_since) as since, array_agg(s.step) as steps
    from (select 'inquiry' as business, id, number, coalesce(farm_path, office_path) as path, waits_since from inquiry
        where waits_since is not null
      union all select 'agent', a.id, a.number, at.path, a.waits_since from agency a join office at on at.id = a.office_id
        where a.waits_since is not null) w
      join office o on o.path = w.path
      cross join (values ('ending', ${PROMISED_HOURS - ANSWER_SOON_HOURS}::int), ('ended', ${PROMISED_HOURS}::int)) s (step, hours)
    where w.waits_since <= now() - make_interval(hours => s.hours) and w.waits_since > now() - make_interval(days => ${PAST_DAYS}::int)
      and not exists (select from promise_told t where t.subject_id = w.id and t.since = date_trunc('milliseconds', w.waits_since) and t.step = s.step)
    group by w.business, w.id, w.number, w.path, o.chinese_name, o.english_name, w.waits_since
    order by w.waits_since, w.id`)
  return rows.map(row => ({ ...row, since: new Date(row.since) }))
}

/**
 * Tells the next people that a promised answer is due soon, and those after them that it is overdue, each once. Returns how
 * many promises there were.
 */
export async function watchPromises({ store, events }: Pick<Services, 'store' | 'events'>): Promise<number> {
  const due = await readDue(store.scoped(SYSTEM))
  for (const each of due) {
    const told = await store.transaction(SYSTEM, db => give(db, each))
    if (told.length > 0) events.emit('notice', { accountIds: told })
  }
  await store
    .scoped(SYSTEM)
    .delete(promiseTold)
    .where(lt(promiseTold.at, sql`now() - make_interval(days => ${KEPT_DAYS}::int)`))
  return due.length
}

/** If both steps were missed, only the last is told. Another process at the same point takes the rows first. */
async function give(db: Db, due: Due): Promise<string[]> {
  const { id: subjectId, since, steps, business, path, number } = due
  const step: Step = steps.includes('ended') ? 'ended' : 'ending'
  const given = await db
    .insert(promiseTold)
    .values(steps.map(each => ({ subjectId, since, step: each })))
    .onConflictDoNothing()
    .returning()
  if (!given.some(row => row.step === step)) return []
  const circles = await circlesOf(db, path, needed[business], { isWork: true })
  // The first were told when it was asked.
  const next = circles.slice(0, step === 'ending' ? 2 : 3).at(-1) ?? []
  const names = bothNames(due)
  const says = (language: keyof Text) =>
    say(language, [
      `promise.${business}.${step}`,
      { number, customer: names[language], hours: ANSWER_SOON_HOURS },
    ])
  const title = { 'zh-CN': says('zh-CN'), 'en-US': says('en-US') }
  return tell(db, next, { title, level: 'warning', messageType: 'to_do', businessType: business, subjectId })
}
