import { and, eq, isNull } from 'drizzle-orm'
import type { Flock, FlockChange, FlockForm } from '#shared/contracts/flocks.ts'
import { openingFieldsOf, openingOf } from '#shared/opening.ts'
import { type ReadinessItem, readinessOf } from '#shared/readiness.ts'
import type { HouseType } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { withdrawalOn } from '#shared/withdrawal.ts'
import { dateIn } from '#shared/zone-time.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { finalOfFlock, todayOf } from '../../farm/flocks/flock-course.ts'
import { giveProgramme } from '../../farm/flocks/flock-programme.ts'
import {
  breedFaults,
  endFault,
  flockAtTheSameTime,
  flockFaults,
  hasFlock,
  keptUntil,
  otherBirds,
} from '../../farm/flocks/flock-rules.ts'
import { type FoundFlock, findFlock, recordsOf, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { nextNumber, placementDayOf } from '../../farm/flocks/house-flock.ts'
import { houseFor } from '../../farm/flocks/house-for.ts'
import { litterFaults } from '../../farm/flocks/litter-rules.ts'
import { beginningOf, type MoveRow, movesOf, saidByMove } from '../../farm/flocks/moves/move-rows.ts'
import { type Along, keepInStep } from '../../farm/flocks/moves/record-in-step.ts'
import { lookFaults } from '../../farm/houses/signal-looks.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { columnsOf, openingIn } from './flock-columns.ts'

type Changing = ChangingCall & { params: { id: string } }

/** A standard that the flock cannot be compared with: one that the viewer's farm has not, or of other birds. */
async function standardFaults(
  { db }: ChangingCall,
  { standardId }: FlockChange,
  type: HouseType,
): Promise<FieldFault[]> {
  if (!standardId) return []
  const [found] = await db
    .select({ houseTypes: breedStandard.houseTypes })
    .from(breedStandard)
    .where(eq(breedStandard.id, standardId))
  if (!found) return [{ field: 'standardId', message: 'row.notFound' }]
  const message = text('该标准不适用于此类鸡舍', 'This standard is not for birds in such a house')
  return found.houseTypes.includes(type) ? [] : [{ field: 'standardId', message }]
}

/** Alarms and screens follow the flock that a house has. */
const tellHouses = ({ services, afterwards }: ChangingCall) =>
  afterwards(() => void services.events.emit('registry', { deviceIds: [] }))

/** A flock that comes into a house, or was placed already; refused if the house has one. */
export async function createFlock(call: ChangingCall & { body: FlockForm }): Promise<Flock> {
  const { db, body, viewer, language } = call
  const at = await houseFor(call, body.houseId)
  const today = dateIn(at.timeZone, new Date())
  const opening = openingIn(body)
  const faults: FieldFault[] = flockFaults({ ...body, opening }, { today, records: [], soldUndated: 0 })
  faults.push(...breedFaults(body.breed, at.type))
  faults.push(...(await standardFaults(call, body, at.type)), ...(await lookFaults(db, at.id, 'houseId')))
  faults.push(...(await litterFaults(db, at.id, body.litter)))
  if (faults.length > 0) throw refuse.invalid(faults)
  const [open] = await db
    .select({ number: flock.number, placedOn: flock.placedOn })
    .from(flock)
    .where(and(eq(flock.houseId, at.id), isNull(flock.endedOn), isNull(flock.deletedAt)))
  if (open)
    throw refuse.invalid([
      {
        field: 'houseId',
        message: [
          text(
            '该鸡舍已有批次 {number}（{day} 入舍），请先结束该批次',
            'This house has had flock {number} since {day}. Close that flock first',
          ),
          { number: open.number, day: open.placedOn },
        ],
      },
    ])
  const other = await flockAtTheSameTime(db, { houseId: at.id, placedOn: body.placedOn, endedOn: null })
  if (other) throw refuse.invalid([{ field: 'placedOn', message: hasFlock(other.number) }])
  const id = newId()
  await addRow(call, flock, {
    id,
    number: await nextNumber(db, body.placedOn),
    houseId: at.id,
    officePath: at.farm.path,
    farmPath: at.farm.farmPath,
    type: at.type,
    ...columnsOf(at.type, body),
    placementDay: body.placementDay ?? placementDayOf(at.officeId),
  })
  const found = await findFlock(db, viewer.scope, id, language)
  await giveProgramme(db, found.row)
  call.named({ number: text(found.row.number, found.row.number) })
  tellHouses(call)
  return shownFlock(found)
}

/** The flock as it was, locked and noted for the history; refused when somebody else has changed it since. */
async function open(call: Changing & { body?: { version?: number | undefined } | undefined }) {
  const { db, params, viewer, language, named } = call
  const find = () => findFlock(db, viewer.scope, params.id, language)
  const found = await openFound(call, flock.id, find, shownFlock)
  const { number, version } = found.row
  named({ number: text(number, number) })
  refuseOlder(call.body, version, found.shown)
  return found
}

/** What a flock's form is checked against. */
async function around(call: Changing, found: FoundFlock) {
  const records = await recordsOf(call.db, [found.row.id])
  return { today: todayOf(found), records, soldUndated: found.row.soldUndated }
}

/** One flock of a house is changed at a time. */
const lockHouse = (db: Changing['db'], houseId: string) =>
  db.select({ type: house.type }).from(house).where(eq(house.id, houseId)).for('update')

async function write(call: Changing, columns: Partial<typeof flock.$inferInsert>): Promise<void> {
  const { db, params } = call
  await changeRows(db, flock, eq(flock.id, params.id), columns)
  tellHouses(call)
}

async function store(call: Changing, columns: Partial<typeof flock.$inferInsert>): Promise<Flock> {
  const { db, params, viewer, language } = call
  await write(call, columns)
  return shownFlock(await findFlock(db, viewer.scope, params.id, language))
}

const isClosed = [text('该批次已结束，请先重新打开', 'This flock is closed. Reopen it first'), {}] as const

export async function changeFlock(call: Changing & { body: FlockChange }): Promise<Flock> {
  const { body } = call
  const found = await open(call)
  const { type } = found.row
  const unfit = [...breedFaults(body.breed, type), ...(await standardFaults(call, body, type))]
  if (unfit.length > 0) throw refuse.invalid(unfit)
  if (found.row.endedOn !== null) throw refuse.conflict({ yours: body, current: null }, isClosed)
  const { id, houseId } = found.row
  await lockHouse(call.db, houseId)
  const beginning = await asSystem(call.db, call.viewer.scope, () => beginningOf(call.db, id))
  // Of birds that another house gave, that house says how old they are and what they have behind them.
  const opening = openingFieldsOf(openingOf(openingOfChanged(body, found, beginning)))
  const faults: FieldFault[] = flockFaults(
    // What males brought along follows their number.
    { ...body, opening: beginning?.males ? { ...opening, openingMalesPlaced: null } : opening },
    await around(call, found),
  )
  if (beginning) faults.push(...movedFaults(body, found, beginning))
  if (body.litter !== found.row.litter) faults.push(...(await litterFaults(call.db, houseId, body.litter)))
  const { placedOn } = body
  const other = await flockAtTheSameTime(call.db, { houseId, placedOn, endedOn: null, except: id })
  if (other) faults.push({ field: 'placedOn', message: hasFlock(other.number) })
  if (faults.length > 0) throw refuse.invalid(faults)
  const placementDay = body.placementDay ?? found.row.placementDay
  const along = beginning ? alongPlaced(body, found, beginning) : []
  const stored = { ...columnsOf(found.row.type, body), ...opening, placementDay }
  await write(call, { ...stored, ...(beginning && { hatchedOn: found.row.hatchedOn }) })
  await keepInStep({ db: call.db, scope: call.viewer.scope, by: call.viewer }, id, along)
  return shownFlock(await findFlock(call.db, call.viewer.scope, id, call.language))
}

/** Males that came from elsewhere have a past of their own. */
const openingOfChanged = (body: FlockChange, { row }: FoundFlock, beginning: MoveRow | undefined) => {
  if (!beginning) return openingIn(body)
  const { openingMalesPlaced = null, openingMalesLost = null } = body
  return { ...row, ...(beginning.males === 0 && { openingMalesPlaced, openingMalesLost }) }
}

/** How the move that brought the birds changes with how many came; males that came from elsewhere are not of it. */
function alongPlaced(body: FlockChange, { row }: FoundFlock, move: MoveRow): Along[] {
  const birds = body.placedCount - (row.placedCount ?? 0)
  const males = move.males === 0 ? 0 : (body.placedMales ?? 0) - (row.placedMales ?? 0)
  if (birds === 0 && males === 0) return []
  return [{ field: birds === 0 ? 'placedMales' : 'placedCount', move, more: { birds, males } }]
}

/** The day and the age of birds that were moved follow from the move. */
function movedFaults(
  { placedOn, hatchedOn, placedMales }: FlockChange,
  { row }: FoundFlock,
  { males }: MoveRow,
): FieldFault[] {
  const changed = {
    placedOn: placedOn !== row.placedOn,
    hatchedOn: (hatchedOn ?? null) !== row.hatchedOn,
    // More males taken away than the move brought.
    placedMales: males > 0 && (placedMales ?? 0) < (row.placedMales ?? 0) - males,
  }
  return (['placedOn', 'hatchedOn', 'placedMales'] as const)
    .filter(field => changed[field])
    .map(field => ({ field, message: saidByMove }))
}

export async function closeFlock(
  call: Changing & { body: { endedOn: string; reason: string; version?: number | undefined } },
) {
  const { body } = call
  const found = await open(call)
  if (found.row.endedOn !== null) throw refuse.conflict({ yours: body, current: null }, isClosed)
  const { records, today } = await around(call, found)
  const { alive, males } = found.shown
  const carried = await carriedMedicine(call.db, call.viewer.scope, found.row, records)
  const { meat: meatUntil } = withdrawalOn(body.endedOn, [...records, ...carried])
  const lastOn = records.at(-1)?.day ?? null
  const fault = endFault(body.endedOn, found.row.placedOn, {
    today,
    lastOn,
    alive: alive === 0 ? (males ?? 0) : alive,
    meatUntil,
    reopenedFrom: found.row.reopenedFrom,
    reason: body.reason,
  })
  if (fault) throw refuse.invalid([fault])
  const final = await finalOfFlock(call.db, { ...found.row, endedOn: body.endedOn })
  return store(call, { endedOn: body.endedOn, closeReason: body.reason, reopenedFrom: null, final })
}

export async function reopenFlock(
  call: Changing & { body: { reason: string; version?: number | undefined } },
) {
  const { db, body } = call
  const found = await open(call)
  if (found.row.endedOn === null)
    throw refuse.conflict({ yours: body, current: null }, text('该批次未结束', 'This flock is not closed'))
  const { id, houseId, placedOn } = found.row
  const [place] = await lockHouse(db, houseId)
  const unfit = place && otherBirds(found.row, place)
  if (unfit) throw refuse.conflict({ yours: body, current: null }, unfit)
  const other = await flockAtTheSameTime(db, { houseId, placedOn, endedOn: null, except: id })
  if (other) throw refuse.conflict({ yours: body, current: null }, hasFlock(other.number))
  return store(call, { endedOn: null, closeReason: '', reopenedFrom: found.row.endedOn, final: null })
}

/** Ticks or unticks a point of the check list, whatever else has changed; only up to the day the birds come. */
export async function checkReadiness(
  call: Changing & { body: { item: ReadinessItem; isRight: boolean; version?: undefined } },
) {
  const { body, viewer } = call
  const { row } = await open(call)
  if (row.endedOn !== null) throw refuse.conflict({ yours: body, current: null }, isClosed)
  if (!readinessOf(row.type).includes(body.item))
    throw refuse.invalid([
      { field: 'item', message: text('该类鸡舍无此检查项', 'This house has no such check') },
    ])
  const { [body.item]: _, ...others } = row.readiness
  const checked = { by: viewer.actualName, at: new Date().toISOString() }
  return store(call, { readiness: body.isRight ? { ...others, [body.item]: checked } : others })
}

/** The records of a flock are its breeding archive, which the law wants kept for years after it has gone. */
function refuseKept(found: FoundFlock): void {
  const until = keptUntil(found.row)
  if (until !== 'always' && until !== null && until < todayOf(found)) return
  const why =
    until === null
      ? text(
          '该批次已有养殖记录，请结束批次；养殖档案须保存',
          'This flock has records. Close it: its breeding archive must be kept',
        )
      : until === 'always'
        ? text('种禽养殖档案须长期保存，不能删除', 'The archive of breeders is kept for good')
        : text(
            '养殖档案须保存至 {day}，此前不能删除',
            'The breeding archive must be kept until {day} and cannot be deleted before',
          )
  const message = until === null || until === 'always' ? why : ([why, { day: until }] as const)
  throw refuse.invalid([{ field: 'id', message }], message)
}

/** A flock with birds in the house is closed, not deleted. */
export async function removeFlock(call: Changing): Promise<null> {
  const found = await open(call)
  const { state, alive, males } = found.shown
  const [moved] = await asSystem(call.db, call.viewer.scope, () => movesOf(call.db, call.params.id))
  if (moved) {
    const why = text('请先撤回该批次的转群', 'Take back the moves of this flock first')
    throw refuse.conflict({ yours: {}, current: null }, why)
  }
  if (state === 'running' && (alive !== 0 || males)) {
    const why = text('鸡舍内还有鸡，请先结束批次', 'There are birds in the house. Close the flock instead')
    throw refuse.invalid([{ field: 'id', message: why }], why)
  }
  if (found.told.lastOn !== null) refuseKept(found)
  await write(call, { deletedAt: new Date() })
  return null
}
