import { eq, sql } from 'drizzle-orm'
import type { OverhaulPlan, overhaul } from '#shared/contracts/overhaul.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { repairTickets } from '../../farm/tickets/repair-tickets.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulDeed, overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { addEntry } from '../../platform/records/entries.ts'
import { changeRows, noteFound } from '../../platform/records/rows.ts'
import { followMaintenance } from './next-maintenance.ts'
import { checksOf, findPlan, OVERHAUL, today } from './overhaul.queries.ts'
import { expectAnew } from './running-hours.ts'

type Finishing = Call<typeof overhaul.finish>

/**
 * A cycle in days counts from today by the office's calendar; other cycles end when the house is empty, or after running
 * hours.
 */
export const nextDay = sql`case when ${overhaulItem.cycleKind} = 'days' then ${today} + ${overhaulItem.cycle} end`

const isChanged = text('检查表已更改，请重新打开', 'The check list has changed. Open it again')

/** Locks the plan until the transaction ends; the history gets its former state and customer. */
export async function openPlan(call: ChangingCall & { params: { id: string } }) {
  const isIt = eq(overhaulPlan.id, call.params.id)
  const [row] = await call.db.select().from(overhaulPlan).where(isIt).for('update')
  if (!row) throw refuse.notFound()
  return noteFound(call, { row }, () => findPlan(call, row.id))
}

/** Records a finished overhaul: the next date counts from today, and failed points open a repair. */
export async function finish(call: Finishing): Promise<OverhaulPlan> {
  const { db, body } = call
  const { row: locked, shown: plan } = await openPlan(call)
  refuseOlder(body, plan.version, plan)
  const checks = judged(await checksOf(db, locked.itemId), body.failed, call.language)
  const failed = checks.filter(({ isFailed }) => isFailed).map(({ text }) => text[call.language])
  const isFailed = failed.length > 0
  const repairId = isFailed ? await openRepair(call, plan, failed) : null
  const entryId = await addEntry(call, {
    module: OVERHAUL,
    recordId: locked.id,
    officePath: locked.officePath,
    step: isFailed ? 'failed' : 'passed',
    text: body.note,
    // The repair keeps them: it outlives the plan.
    [isFailed ? 'named' : 'pictures']: body.pictures,
  })
  const { officePath } = locked
  await db
    .insert(overhaulDeed)
    .values({ entryId, planId: locked.id, officePath, checks, reading: body.reading, repairId })
  const next = db
    .select({ on: sql`${nextDay}` })
    .from(overhaulItem)
    .innerJoin(office, eq(office.id, locked.officeId))
    .where(eq(overhaulItem.id, locked.itemId))
  await changeRows(db, overhaulPlan, eq(overhaulPlan.id, locked.id), {
    lastAt: sql`now()`,
    nextOn: sql`(${next})`,
    ranHours: null,
  })
  const { houseId } = locked
  const { machine } = plan
  if (houseId && machine) await expectAnew(call, houseId, machine)
  await followMaintenance(call, locked.farmPath)
  return findPlan(call, locked.id)
}

/** The check list with the reported failures; a line that is no longer on it is refused. */
function judged(checks: readonly Text[], failed: readonly string[], language: Language) {
  const isOn = (line: string) => checks.some(check => check[language] === line)
  if (!failed.every(isOn)) throw refuse.invalid([{ field: 'failed', message: isChanged }])
  return checks.map(check => ({ text: check, isFailed: failed.includes(check[language]) }))
}

/** Opens a repair for the failed points: the project manager is told as for any other repair. */
async function openRepair(call: Finishing, plan: OverhaulPlan, failed: string[]): Promise<string> {
  const { note, reading, pictures } = call.body
  const { id } = await repairTickets.create(
    call,
    { houseId: plan.house?.id, deviceId: plan.device?.id },
    {
      title: (failed.length === 1 && failed[0] ? failed[0] : plan.item).slice(0, 100),
      equipment: plan.equipment,
      description: [...failed, note, reading].filter(said => said !== '').join('\n'),
      phone: '',
      statement: STATEMENT_VERSION,
    },
    pictures,
  )
  return id
}
