import { and, eq, sql } from 'drizzle-orm'
import type { OverhaulPlan, overhaul } from '#shared/contracts/overhaul.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { repairTickets } from '../../farm/tickets/repair-tickets.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulDeed, overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { withDeletion } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { addEntry } from '../../platform/records/entries.ts'
import { changeRows, noteFound } from '../../platform/records/rows.ts'
import { followMaintenance } from './next-maintenance.ts'
import { checksOf, findPlan, isPlanned, OVERHAUL, today } from './overhaul.queries.ts'
import { expectAnew } from './running-hours.ts'

type Finishing = Call<typeof overhaul.finish>

/**
 * A cycle in days counts from today by the office's calendar; other cycles end when the house is empty, or after running
 * hours.
 */
export const nextDay = sql`case when ${overhaulItem.cycleKind} = 'days' then ${today} + ${overhaulItem.cycle} end`

const wantsProof = text('此项是安全测试，请按测试记录', 'This is a safety test. Record it as one')
const isChanged = text('检查表已更改，请重新打开', 'The check list has changed. Open it again')

/** Locks the plan until the transaction ends; the history gets its former state and customer. */
export async function openPlan(call: ChangingCall & { params: { id: string } }, which = isPlanned) {
  const isIt = and(eq(overhaulPlan.id, call.params.id), which)
  const [row] = await call.db.select().from(overhaulPlan).where(isIt).for('update')
  if (!row) throw refuse.notFound()
  return noteFound(call, { row }, async () => withDeletion(await findPlan(call, row.id, which), row.endedAt))
}

/** Records a finished overhaul: the next date counts from today, and failed points open a repair. */
export async function finish(call: Finishing): Promise<OverhaulPlan> {
  const { db, body } = call
  const { row: locked, shown: plan } = await openPlan(call)
  refuseOlder(body, plan.version, plan)
  if (plan.proof !== null) throw refuse.invalid([{ field: 'failed', message: wantsProof }])
  const checks = judged(await checksOf(db, locked.itemId), body.failed, call.language)
  const failed = checks.filter(({ isFailed }) => isFailed).map(({ text }) => text[call.language])
  const repairId = failed.length > 0 ? await openRepair(call, plan, { ...body, failed }) : null
  await keepDeed(call, locked, { ...body, checks, repairId })
  await planNext(db, locked)
  const { houseId } = locked
  const { machine } = plan
  if (houseId && machine) await expectAnew(call, houseId, machine)
  await followMaintenance(call, locked.farmPath)
  return findPlan(call, locked.id)
}

type PlanRow = typeof overhaulPlan.$inferSelect
interface Deed {
  checks: (typeof overhaulDeed.$inferInsert)['checks']
  reading: string
  note: string
  pictures: readonly string[]
  repairId: string | null
}

/** Adds what was done to a plan's timeline. */
export async function keepDeed(
  by: Parameters<typeof addEntry>[0],
  { id, officePath }: Pick<PlanRow, 'id' | 'officePath'>,
  { checks, reading, note, pictures, repairId }: Deed,
): Promise<void> {
  const isFailed = checks.some(check => check.isFailed)
  const entryId = await addEntry(by, {
    module: OVERHAUL,
    recordId: id,
    officePath,
    step: isFailed ? 'failed' : 'passed',
    text: note,
    // The repair keeps them, if there is one.
    [repairId === null ? 'pictures' : 'named']: pictures,
  })
  await by.db.insert(overhaulDeed).values({ entryId, planId: id, officePath, checks, reading, repairId })
}

/** The next date of a plan that was done: it counts from today. */
export async function planNext(
  db: Db,
  { id, officeId, itemId }: Pick<PlanRow, 'id' | 'officeId' | 'itemId'>,
): Promise<void> {
  const next = db
    .select({ on: sql`${nextDay}` })
    .from(overhaulItem)
    .innerJoin(office, eq(office.id, officeId))
    .where(eq(overhaulItem.id, itemId))
  await changeRows(db, overhaulPlan, eq(overhaulPlan.id, id), {
    lastAt: sql`now()`,
    nextOn: sql`(${next})`,
    ranHours: null,
    ranBefore: null,
    toldOn: null,
  })
}

/** The check list with the reported failures; a line that is no longer on it is refused. */
function judged(checks: readonly Text[], failed: readonly string[], language: Language) {
  const isOn = (line: string) => checks.some(check => check[language] === line)
  if (!failed.every(isOn)) throw refuse.invalid([{ field: 'failed', message: isChanged }])
  return checks.map(check => ({ text: check, isFailed: failed.includes(check[language]) }))
}

/** Opens a repair for the failed points: the project manager is told as for any other repair. */
export async function openRepair(
  call: ChangingCall,
  plan: OverhaulPlan,
  { failed, note, reading, pictures }: Pick<Deed, 'note' | 'reading' | 'pictures'> & { failed: string[] },
): Promise<string> {
  const [item] = await call.db
    .select({ machine: overhaulItem.machineKind })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .where(eq(overhaulPlan.id, plan.id))
  const { id } = await repairTickets.create(
    call,
    { houseId: plan.house?.id, deviceId: plan.device?.id },
    {
      title: (failed.length === 1 && failed[0] ? failed[0] : plan.item).slice(0, 100),
      equipment: plan.equipment,
      machine: item?.machine ?? null,
      description: [...failed, note, reading].filter(said => said !== '').join('\n'),
      phone: '',
      statement: STATEMENT_VERSION,
    },
    pictures,
  )
  return id
}
