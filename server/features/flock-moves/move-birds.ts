import { and, eq, isNull } from 'drizzle-orm'
import type { FlockMove, FlockMoveForm } from '#shared/contracts/flock-moves.ts'
import { type DayFigures, ledgerOf } from '#shared/flock-figures/ledger.ts'
import { categoryOf } from '#shared/flocks.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { type Language, text } from '#shared/text.ts'
import { withdrawalOn } from '#shared/withdrawal.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { baseOf, finalOfFlock } from '../../farm/flocks/flock-course.ts'
import { moveProgramme } from '../../farm/flocks/flock-programme.ts'
import { flockAtTheSameTime, hasFlock } from '../../farm/flocks/flock-rules.ts'
import {
  type FoundFlock,
  flocksWhere,
  type RecordRow,
  recordsOf,
  zoneOf,
} from '../../farm/flocks/flocks.queries.ts'
import { goesTo } from '../../farm/flocks/goes-to.ts'
import { nextNumber } from '../../farm/flocks/house-flock.ts'
import { litterFaults } from '../../farm/flocks/litter-rules.ts'
import { refreshCarried } from '../../farm/flocks/moves/carried.ts'
import { addMoved, houseMore, housesHens, shortIn } from '../../farm/flocks/moves/in-step.ts'
import { type Moved, malesUnknown, shownMoves } from '../../farm/flocks/moves/move-rows.ts'
import { lookFaults } from '../../farm/houses/signal-looks.ts'
import { newId } from '../../platform/database/ids.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { farmOffice } from '../../platform/http/farm-office.ts'
import { addRow, changeRows } from '../../platform/records/rows.ts'
import { joinedSaleFaults } from './joined-sales.ts'

type Moving = ChangingCall & { body: FlockMoveForm }

const wrong = (field: keyof FlockMoveForm, message: FieldFault['message']) =>
  refuse.invalid([{ field, message }])

/** The house the birds go to, locked until the transaction ends. */
async function houseFor({ db }: Moving, houseId: string) {
  const [found] = await db
    .select({ id: house.id, name: house.name, type: house.type, officeId: house.officeId })
    .from(house)
    .where(and(eq(house.id, houseId), isNull(house.deletedAt)))
    .for('update')
  if (!found) throw wrong('toHouseId', 'row.notFound')
  return { ...found, farm: await farmOffice(db, found.officeId) }
}
type Target = Awaited<ReturnType<typeof houseFor>>

/** The flock they leave, locked. */
async function flockFrom({ db, viewer, language, body }: Moving): Promise<FoundFlock> {
  await db.select({ id: flock.id }).from(flock).where(eq(flock.id, body.fromFlockId)).for('update')
  const [found] = await flocksWhere(db, viewer.scope, language, eq(flock.id, body.fromFlockId))
  if (!found) throw wrong('fromFlockId', 'row.notFound')
  if (found.row.endedOn !== null)
    throw wrong('fromFlockId', text('该批次已结束，请先重新打开', 'This flock is closed. Reopen it first'))
  return found
}

/** What is wrong with the house or the day, whatever the number of birds. */
function placeFaults({ body }: Moving, from: FoundFlock, to: Target, today: string): FieldFault[] {
  const faults: FieldFault[] = []
  const fault = (field: keyof FlockMoveForm, message: FieldFault['message']) =>
    faults.push({ field, message })
  if (to.id === from.row.houseId)
    fault('toHouseId', text('鸡只已在该鸡舍', 'The birds are in this house already'))
  else if (to.farm.farmPath !== from.row.farmPath)
    fault('toHouseId', text('该鸡舍不属于同一养殖场', 'This house belongs to another farm'))
  else if (!goesTo[from.row.type].includes(to.type))
    fault('toHouseId', [
      text('{from}的鸡不能转入{to}', 'Birds of a {from} house are not moved to a {to} house'),
      { from: houseTypeNames[from.row.type], to: houseTypeNames[to.type] },
    ])
  if (body.day > today) fault('day', text('不能晚于今天', 'Cannot be in the future'))
  if (body.day < from.row.placedOn)
    fault('day', [text('早于入舍日期 {day}', 'The birds were placed on {day}'), { day: from.row.placedOn }])
  return faults
}

/** Days within which a laying house is filled from rearing, and by which the ages of those pullets may differ. */
const HOUSED_WITHIN = 14
const AGES_APART = 7

const otherKind = text(
  '该鸡舍有批次 {number}，品种或日龄不同，不能并入',
  'Flock {number} is in this house. It is of another breed or age, so they cannot join it',
)
const housedLong = text(
  '该鸡舍有批次 {number}。育成鸡只能并入 {days} 天内由转群开始的批次',
  'Flock {number} is in this house. Pullets only join a flock that a move began in the last {days} days',
)

/** The flock in the house that they join; undefined if it is free and they begin one. */
async function flockJoined(call: Moving, from: FoundFlock, to: Target): Promise<FoundFlock | undefined> {
  const { db, viewer, language, body } = call
  const other = await flockAtTheSameTime(db, { houseId: to.id, placedOn: body.day, endedOn: null })
  if (!other) return undefined
  const [there] = await flocksWhere(db, viewer.scope, language, eq(flock.number, other.number))
  const isThere = there && there.row.endedOn === null && there.row.placedOn <= body.day
  if (!isThere) throw wrong('toHouseId', hasFlock(other.number))
  const isHousing = housesHens(from.row, there.row)
  const apart = Math.abs(daysBetween(baseOf(from.row).dayZero, baseOf(there.row).dayZero))
  const isAlike =
    apart <= (isHousing ? AGES_APART : 0) &&
    from.row.breed === there.row.breed &&
    from.row.standardId === there.row.standardId
  const isOpen = isHousing
    ? there.row.takenOver && daysBetween(there.row.placedOn, body.day) <= HOUSED_WITHIN
    : from.row.type === there.row.type
  if (!isAlike) throw wrong('toHouseId', [otherKind, { number: other.number }])
  if (!isOpen || to.type !== there.row.type)
    throw wrong('toHouseId', [housedLong, { number: other.number, days: HOUSED_WITHIN }])
  if (!body.join)
    throw wrong('join', [
      text(
        '该鸡舍有同品种、同日龄的批次 {number}。如要并入，请勾选',
        'Flock {number}, of the same breed and age, is in this house. Tick this if they are to join it',
      ),
      { number: other.number },
    ])
  await db.select({ id: flock.id }).from(flock).where(eq(flock.id, there.row.id)).for('update')
  return there
}

/** Whether they may go: enough birds on every day, and medicine in them explained. */
function birdFaults(
  { body }: Moving,
  from: FoundFlock,
  records: readonly RecordRow[],
  carried: Awaited<ReturnType<typeof carriedMedicine>>,
): FieldFault[] {
  const { day, birds } = body
  const faults: FieldFault[] = []
  if (birds > 0 && from.row.placedCount === null)
    faults.push({
      field: 'fromFlockId',
      message: text('请先填写该批次的入舍数', 'Enter first how many birds were placed in this flock'),
    })
  const days = ledgerOf(baseOf(from.row), records)
  const before = days.findLast(each => each.day <= day)?.alive
  const alive = [
    { day, alive: before ?? (from.row.placedCount ?? 0) - from.row.soldUndated },
    ...days.filter(each => each.day > day),
  ]
  const short = alive.find(each => each.alive !== null && each.alive < birds)
  if (short && birds > 0 && from.row.placedCount !== null)
    faults.push({
      field: 'birds',
      message: [
        text('{day} 存栏只有 {alive} 只', 'On {day} there are only {alive} birds'),
        { day: short.day, alive: Math.max(0, short.alive ?? 0) },
      ],
    })
  faults.push(...maleFaults(body, from, days))
  const { meat, eggs } = withdrawalOn(day, [...records, ...carried])
  const until = [meat, eggs]
    .filter(each => each !== null)
    .toSorted()
    .at(-1)
  if (until && body.reason === '')
    faults.push({
      field: 'reason',
      message: [
        text(
          '休药期至 {day}，随鸡只转移。请说明为何此时转群',
          'Withdrawal period until {day}, which goes with the birds. Say why they are moved now',
        ),
        { day: until },
      ],
    })
  return faults
}

/** Whether so many males were there, on that day and since. */
function maleFaults(
  { day, males }: FlockMoveForm,
  { row }: FoundFlock,
  days: readonly DayFigures[],
): FieldFault[] {
  if (males === 0 || row.placedMales === null) return []
  const before = days.findLast(each => each.day <= day)?.males ?? row.placedMales
  const there = [{ day, males: before }, ...days.filter(each => each.day > day)]
  const short = there.find(each => (each.males ?? 0) < males)
  if (!short) return []
  return [
    {
      field: 'males',
      message: [
        text('{day} 公鸡存栏只有 {males} 只', 'On {day} there are only {males} males'),
        { day: short.day, males: Math.max(0, short.males ?? 0) },
      ],
    },
  ]
}

type Counted = Pick<FoundFlock['row'], 'type' | 'number' | 'placedMales'>

/** What is wrong with how many are to move from a flock to another, or to begin one (`to` undefined). */
export function numberFaults({ birds, males }: Moved, from: Counted, to: Counted | undefined): FieldFault[] {
  if (birds + males === 0)
    return [{ field: 'birds', message: text('请填写转出只数', 'Enter how many birds move') }]
  if (males === 0) return []
  const fault = (message: FieldFault['message']) => [{ field: 'males', message }]
  if (from.type !== 'breeder')
    return fault(text('仅种鸡分开记公鸡', 'Only breeders have their males counted apart'))
  const unknown = [from, to].find(each => each?.placedMales === null)
  if (unknown) return fault([malesUnknown, { number: unknown.number }])
  return []
}

/** The flock that moved birds begin in another house: as old, of the same breed, with what they have behind them. */
async function beginFlock(call: Moving, from: FoundFlock, to: Target, isAll: boolean): Promise<string> {
  const { db, body } = call
  const { row } = from
  const id = newId()
  // Hens are housed when they come from rearing; in another laying house they were housed before.
  const isHoused = housesHens(row, to)
  const mature = isAll ? { maturedOn: row.maturedOn, matureCount: row.matureCount } : {}
  const placed = {
    id,
    officePath: to.farm.path,
    farmPath: to.farm.farmPath,
    type: to.type,
    breed: row.breed,
    placedOn: body.day,
  }
  await db.insert(flock).values({
    ...placed,
    number: await nextNumber(db, body.day),
    houseId: to.id,
    category: categoryOf[to.type],
    standardId: row.standardId,
    hatchedOn: baseOf(row).dayZero,
    placedCount: body.birds,
    placedMales: row.type === 'breeder' && row.placedMales !== null ? body.males : null,
    placementDay: row.placementDay,
    litter: body.litter,
    ...(isHoused ? { maturedOn: body.day, matureCount: body.birds } : mature),
    takenOver: true,
  })
  await moveProgramme(db, row, placed)
  return id
}

/** Moves birds to another house: both sides in one act. */
export async function moveBirds(call: Moving): Promise<FlockMove> {
  const { db, viewer, body } = call
  const to = await houseFor(call, body.toHouseId)
  const from = await flockFrom(call)
  const today = dateIn(zoneOf(from), new Date())
  const placed = placeFaults(call, from, to, today)
  if (placed.length > 0) throw refuse.invalid(placed)
  const records = await recordsOf(db, [from.row.id])
  const carried = await carriedMedicine(db, viewer.scope, from.row, records)
  const faults = birdFaults(call, from, records, carried)
  if (faults.some(({ field }) => field !== 'reason')) throw refuse.invalid(faults)
  const joined = await flockJoined(call, from, to)
  if (joined && body.reason === '') {
    const brought = [...records, ...carried].filter(each => each.day <= body.day)
    faults.unshift(...(await joinedSaleFaults(call, joined, brought)))
  }
  if (faults.length > 0) throw refuse.invalid(faults)
  const numbers = numberFaults(body, from.row, joined?.row)
  if (numbers.length === 0 && body.birds === 0 && !joined)
    numbers.push({ field: 'toHouseId', message: noHens })
  if (!joined) numbers.push(...(await lookFaults(db, to.id, 'toHouseId')))
  if (joined && body.litter) numbers.push({ field: 'litter', message: litterOfThere })
  numbers.push(...(await litterFaults(db, to.id, body.litter)))
  if (numbers.length > 0) throw refuse.invalid(numbers)
  const { day, birds, males } = body
  const moved = { birds, males }
  const isSoFar = day >= today
  await addMoved(db, viewer, from.row, { day, side: 'out', moved, isSoFar })
  const after = ledgerOf(baseOf(from.row), await recordsOf(db, [from.row.id])).at(-1)
  const isAll = after?.alive === 0 && !after.males && after.day === day
  if (joined) {
    await addMoved(db, viewer, joined.row, { day, side: 'in', moved, isSoFar })
    if (housesHens(from.row, joined.row)) await houseMore(db, joined.row, birds, day)
  }
  const toFlockId = joined?.row.id ?? (await beginFlock(call, from, to, isAll))
  const { officePath, farmPath } = from.row
  const id = newId()
  await addRow(call, flockMove, {
    id,
    officePath,
    farmPath,
    fromFlockId: from.row.id,
    toFlockId,
    day,
    birds,
    males,
    reason: body.reason,
    began: joined === undefined,
    ended: isAll,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
  })
  if (isAll) await endFlock(call, from, to, day)
  await refreshCarried(db, viewer.scope, [from.row.id, toFlockId])
  const short = await shortIn(db, from.row.id)
  if (short) throw wrong(short.kind, short.message)
  return tellMove(call, id)
}

/** Males alone begin no flock. */
export const noHens = text(
  '该鸡舍没有批次。公鸡只能转入已有母鸡的鸡舍',
  'There is no flock in this house. Males alone join a flock of hens',
)

const litterOfThere = text(
  '并入已有批次时垫料不变，请留空',
  'They join a flock that has its litter. Leave it empty',
)

/** With the last birds the flock ends. */
async function endFlock({ db, language }: Moving, { row }: FoundFlock, to: Target, day: string) {
  const says = text(`转至 ${to.name}`, `Moved to ${to.name}`)
  await changeRows(db, flock, eq(flock.id, row.id), { endedOn: day, closeReason: says[language] })
  await changeRows(db, flock, eq(flock.id, row.id), {
    final: await finalOfFlock(db, { ...row, endedOn: day }),
  })
}

/** The move as the API shows it; names it in the history, and tells the houses. */
export async function tellMove(call: ChangingCall, id: string): Promise<FlockMove> {
  const { db, services, afterwards, named } = call
  const [move] = await shownMoves(db, { id })
  if (!move) throw refuse.notFound()
  named(wordsOf(move))
  afterwards(() => void services.events.emit('registry', { deviceIds: [] }))
  return move
}

/** Names of a move for the history. */
export const wordsOf = ({ from, to, birds, males }: FlockMove) => ({
  from: text(from.houseName, from.houseName),
  to: text(to.houseName, to.houseName),
  birds: text(saysMoved['zh-CN'](birds, males), saysMoved['en-US'](birds, males)),
})

/** How many birds moved, in words. */
const saysMoved: Readonly<Record<Language, (birds: number, males: number) => string>> = {
  'zh-CN': (birds, males) => {
    const hens = `${birds.toLocaleString('zh-CN')} 只`
    const cocks = `公鸡 ${males.toLocaleString('zh-CN')} 只`
    return males === 0 ? hens : birds === 0 ? cocks : `母鸡 ${hens}、${cocks}`
  },
  'en-US': (birds, males) => {
    const of = (count: number, one: string) =>
      `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
    if (males === 0) return of(birds, 'bird')
    return birds === 0 ? of(males, 'male') : `${of(birds, 'female')} and ${of(males, 'male')}`
  },
}
