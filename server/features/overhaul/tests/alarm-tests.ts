import { and, eq, isNull, sql } from 'drizzle-orm'
import type { overhaulTests, TestBasis } from '#shared/contracts/overhaul-tests.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { ANSWER_MINUTES } from '#shared/safety-tests.ts'
import { type Text, text } from '#shared/text.ts'
import { onCallAt } from '../../../farm/alarms/on-call.ts'
import { isUnanswered, startTest } from '../../../farm/alarms/test-alarm.ts'
import { wakesAnybody } from '../../../farm/alarms/ways/wakes.ts'
import { appendEntry } from '../../../farm/test-log/append-entry.ts'
import { ownersOf } from '../../../people/customers/people.ts'
import { tell } from '../../../people/notices/tell.ts'
import { tellScreens } from '../../../people/notices/tell-screens.ts'
import { asSystem } from '../../../platform/database/as-system.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { alarmTest } from '../../../platform/database/tables/alarm-rules.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { account } from '../../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../../platform/database/tables/overhaul.ts'
import type { Call } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import { noteFound } from '../../../platform/records/rows.ts'
import type { Services } from '../../../platform/services.ts'
import { putNext } from '../next-maintenance.ts'
import { keepDeed, planNext } from '../overhaul.finish.ts'
import { answersTo, findTest, testBasis } from './test-basis.ts'

type Parts = Pick<Services, 'store' | 'config'>

const says = {
  tooSoon: text('刚刚测试过，请十分钟后再试', 'A test was just sent. Try again in ten minutes'),
  noAlarm: text('此项不是报警测试', 'This is not an alarm test'),
  nobody: text('测试报警无人应答', 'Nobody answered the test alarm'),
  noVoice: text(
    '报警测试：没有人能通过电话或短信收到报警，夜间可能叫不醒人',
    'Alarm test: the chain reaches nobody by phone or SMS, alarms at night may wake nobody',
  ),
}
const itemName = text('报警测试', 'Alarm test')

/** Sends a test alarm for the houses of a plan's office, to everybody who would be told of a real one. */
export async function sendAlarm(call: Call<typeof overhaulTests.sendAlarm>): Promise<TestBasis> {
  const { db, viewer } = call
  const { proof, plan, officePath, farmPath } = await findTest(call)
  if (proof !== 'alarm') throw refuse.invalid([{ field: 'id', message: says.noAlarm }], says.noAlarm)
  await noteFound(call, { path: officePath }, () => plan)
  const by = { accountId: viewer.accountId, name: viewer.actualName }
  // Colleagues above a farm team are told as well.
  const told = await asSystem(db, viewer.scope, () => startTest(db, { officePath, farmPath }, by))
  if (told === null) throw refuse.tooMany(600, says.tooSoon)
  tellScreens(call, told)
  return testBasis(call)
}

/** Test alarms that everybody has answered, or whose time to answer has passed. */
const isOver = (
  at: Date,
) => sql`(${alarmTest.startedAt} <= ${at.toISOString()}::timestamptz - make_interval(mins => ${ANSWER_MINUTES})
  or not exists (select from ${noticeMessage} where ${noticeMessage}.business_type = 'alarm-test'
    and ${noticeMessage}.subject_id = ${alarmTest}.id and ${isUnanswered}))`

/** Enters one test alarm that is over in the log, and sets the dates of its plans. Null if none is. */
const settleNext = ({ store, config }: Parts, at: Date): Promise<string[] | null> =>
  store.transaction(SYSTEM, async db => {
    const [test] = await db
      .select()
      .from(alarmTest)
      .where(and(isNull(alarmTest.settledAt), isOver(at)))
      .orderBy(alarmTest.startedAt)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!test) return null
    await db.update(alarmTest).set({ settledAt: sql`now()` }).where(eq(alarmTest.id, test.id))
    const { officePath, farmPath, accountId, startedAt } = test
    const [starter] = accountId
      ? await db
          .select({ id: account.id, name: account.actualName })
          .from(account)
          .where(eq(account.id, accountId))
      : []
    const people = await answersTo(db, test.id)
    const reached = new Set(people.map(({ id }) => id))
    const on = await onCallAt(db, { officePath, farmPath }, startedAt.getTime(), id => reached.has(id))
    const duty = new Set(on.map(each => each.accountId))
    const told = people.map(({ id, answeredAt }, i) => ({
      // The first is who sent it.
      who: i + 1,
      isOnCall: duty.has(id),
      answeredAt: answeredAt?.toISOString() ?? null,
    }))
    const asked = told.some(({ isOnCall }) => isOnCall) ? told.filter(({ isOnCall }) => isOnCall) : told
    const isPassed = asked.some(({ answeredAt }) => answeredAt !== null)
    const { number } = await appendEntry(db, config.appSecret, {
      officePath,
      at: startedAt,
      house: null,
      item: itemName,
      isPassed,
      facts: { kind: 'alarm', told },
      pictures: [],
      people: [
        { accountId: starter?.id ?? null, name: starter?.name ?? '', words: '' },
        ...people.map(({ id, name }) => ({ accountId: id, name, words: '' })),
      ],
    })
    await markPlans(db, { officePath, starter, number, isPassed })
    await putNext(db, farmPath, null)
    const title = isPassed ? await faultOfChains(db, officePath, config) : says.nobody
    if (!title) return []
    return tell(db, await ownersOf(db, farmPath), {
      title,
      level: 'warning',
      messageType: 'to_do',
      businessType: 'overhaul',
      subjectId: null,
    })
  })

/** A test that was answered on a screen says nothing of the night: whether chains of houses of the office wake nobody. */
async function faultOfChains(db: Db, officePath: string, config: Services['config']): Promise<Text | null> {
  const rows = await testedIn(db, officePath)
  for (const { houseId, farmPath } of rows.map(({ plan }) => plan))
    if (houseId !== null && !(await wakesAnybody(db, { houseId, officePath, farmPath }, config)))
      return says.noVoice
  return null
}

/** The planned test alarms of an office. */
const testedIn = (db: Db, officePath: string) =>
  db
    .select({ plan: overhaulPlan })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, and(eq(overhaulItem.id, overhaulPlan.itemId), eq(overhaulItem.proof, 'alarm')))
    .where(and(eq(overhaulPlan.officePath, officePath), isNull(overhaulPlan.endedAt)))

interface Done {
  officePath: string
  starter: { id: string; name: string } | undefined
  number: number
  isPassed: boolean
}

/** One test alarm is the test of every house of the office. */
async function markPlans(db: Db, { officePath, starter, number, isPassed }: Done): Promise<void> {
  for (const { plan } of await testedIn(db, officePath)) {
    await planNext(db, plan)
    if (!starter) continue
    const said: Text = isPassed ? itemName : says.nobody
    const viewer = { accountId: starter.id, actualName: starter.name, kind: CUSTOMER } as const
    await keepDeed({ db, viewer }, plan, {
      checks: [{ text: said, isFailed: !isPassed }],
      reading: `№ ${number}`,
      note: '',
      pictures: [],
      repairId: null,
    })
  }
}

/** Enters every test alarm that is over in the log; answers whom it told. */
export async function settleAlarms(parts: Parts, at = new Date()): Promise<string[]> {
  const told: string[] = []
  for (;;) {
    const accountIds = await settleNext(parts, at)
    if (accountIds === null) return told
    told.push(...accountIds)
  }
}
