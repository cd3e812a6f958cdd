import { eq, sql } from 'drizzle-orm'
import {
  type FlockAccount,
  type FlockAccountForm,
  type FlockClose,
  flockAccounts,
} from '#shared/contracts/flock-accounts.ts'
import { text } from '#shared/text.ts'
import { withdrawalOn } from '#shared/withdrawal.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { accountOf, readClose } from '../../farm/flocks/flock-close.ts'
import { todayOf } from '../../farm/flocks/flock-course.ts'
import { withheld } from '../../farm/flocks/flock-rules.ts'
import { type FoundFlock, findFlock, recordsOf, seenFlocks } from '../../farm/flocks/flocks.queries.ts'
import { refreshCarried } from '../../farm/flocks/moves/carried.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { openFound } from '../../platform/records/rows.ts'
import { closeWorkbook } from './close-workbook.ts'

type Changing = ChangingCall & { params: { id: string }; body: FlockAccountForm }

/** Days that were not of the flock, and lots that do not add up. */
function accountFaults({ lots, eggs }: FlockAccountForm, found: FoundFlock): FieldFault[] {
  const { placedOn, placedCount } = found.row
  const today = todayOf(found)
  const faults: FieldFault[] = []
  const dayFault = (field: 'lots' | 'eggs', days: readonly string[]) => {
    const wrong = days.find(day => day < placedOn || day > today)
    if (wrong)
      faults.push({
        field,
        message: [
          text(
            '{day} 不在入舍日期 {placed} 与今天之间',
            '{day} is not between the placement on {placed} and today',
          ),
          { day: wrong, placed: placedOn },
        ],
      })
  }
  dayFault(
    'lots',
    lots.map(({ day }) => day),
  )
  dayFault(
    'eggs',
    eggs.map(({ day }) => day),
  )
  const sold = lots.reduce((sum, { birds }) => sum + birds, 0)
  const had = (placedCount ?? Number.POSITIVE_INFINITY) + found.told.movedIn
  if (sold > had)
    faults.push({
      field: 'lots',
      message: [
        text('共售 {sold} 只，多于入舍和转入的 {had} 只', '{sold} birds sold, of {had} placed and moved in'),
        { sold, had },
      ],
    })
  const unfit = lots.find(({ condemned, birds }) => (condemned ?? 0) > birds)
  if (unfit)
    faults.push({
      field: 'lots',
      message: [
        text('{day} 的不合格只数多于该批只数', 'More birds condemned on {day} than there were in the lot'),
        { day: unfit.day },
      ],
    })
  const heavy = lots.find(({ carcassKg, liveKg }) => carcassKg && liveKg && carcassKg > liveKg)
  if (heavy)
    faults.push({
      field: 'lots',
      message: [
        text('{day} 的胴体重大于活重', 'The carcasses of {day} weigh more than the live birds'),
        { day: heavy.day },
      ],
    })
  return faults
}

/**
 * Birds and eggs sold while medicine forbids it. What the daily records have as sold was held against it there, and days that
 * were accounted before their medicine was told may still be completed.
 */
async function withdrawalFaults(
  { db, viewer }: Changing,
  { lots, eggs }: FlockAccountForm,
  { row, account }: FoundFlock & { account: FlockAccount },
): Promise<FieldFault[]> {
  const records = await recordsOf(db, [row.id])
  const given = [...records, ...(await carriedMedicine(db, viewer.scope, row, records))]
  const left = new Set(records.flatMap(({ day, sold }) => (sold ? [day] : [])))
  const accounted = (rows: readonly { day: string }[]) => new Set(rows.map(({ day }) => day))
  const [knownLots, knownEggs] = [accounted(account.lots), accounted(account.eggs)]
  const faults: FieldFault[] = []
  for (const { day } of lots) {
    const { meat } = withdrawalOn(day, given)
    if (meat !== null && !left.has(day) && !knownLots.has(day))
      faults.push({ field: 'lots', message: withheld(meat) })
  }
  for (const { day } of eggs) {
    const until = withdrawalOn(day, given).eggs
    if (until !== null && !knownEggs.has(day)) faults.push({ field: 'eggs', message: eggsWithheld(until) })
  }
  return faults
}

const eggsWithheld = (day: string): FieldFault['message'] => [
  text(
    '鸡蛋休药期至 {day}，此前所产鸡蛋不得出售。用药前所产的鸡蛋，请填写其产蛋日期',
    'Eggs are withheld until {day} because of medicine. Enter eggs laid before it was given under the day they were laid',
  ),
  { day },
]

/** Keeps what a flock was sold for and what it cost; also after it is closed. */
async function keep(call: Changing): Promise<FlockClose> {
  const { db, params, body, viewer, language } = call
  const read = async () => {
    const found = await findFlock(db, viewer.scope, params.id, language)
    return { ...found, account: await accountOf(call, found) }
  }
  const found = await openFound(call, flock.id, read, ({ account }) => account)
  const { row, account } = found
  call.named({ number: text(row.number, row.number) })
  refuseOlder(body, account.version, account)
  const faults = [...accountFaults(body, found), ...(await withdrawalFaults(call, body, found))]
  if (faults.length > 0) throw refuse.invalid(faults)
  const { currency, lots, eggs, costs, note } = body
  const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)
  const columns = {
    currency,
    lots: lots.toSorted(byDay),
    eggs: eggs.toSorted(byDay),
    costs,
    note,
    changedAt: new Date(),
  }
  await db
    .insert(flockAccount)
    .values({ flockId: row.id, officePath: row.officePath, farmPath: row.farmPath, ...columns })
    .onConflictDoUpdate({
      target: flockAccount.flockId,
      set: { ...columns, version: sql`${flockAccount.version} + 1` },
    })
  await refreshCarried(db, viewer.scope, [row.id])
  return readClose(call, await findFlock(db, viewer.scope, params.id, language))
}

export const flockAccountsFeature = feature('flock-accounts', flockAccounts, {
  get: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'readings', seenFlocks([found]))
    return readClose(call, found)
  },
  update: keep,
  closeWorkbook: async call => {
    const { db, viewer, language, body } = call
    const [found] = await db.select({ number: flock.number }).from(flock).where(eq(flock.id, body.flockId))
    if (!found) throw refuse.invalid([{ field: 'flockId', message: 'row.notFound' }])
    const { row } = await findFlock(db, viewer.scope, body.flockId, language)
    call.named({ number: text(row.number, row.number) })
    return exporting(closeWorkbook)(call)
  },
})
