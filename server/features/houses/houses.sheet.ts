import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type House, HouseForm, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { beginFlock, tellBreeds } from '../../farm/flocks/house-flock.ts'
import { sharedFarms, sharingAmong } from '../../platform/database/consent.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { farmsInScope, resolveFarms } from '../../platform/jobs/farms-by-name.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Filled } from '../../platform/jobs/sheet-parts.ts'
import { columnsOf, flockOf } from './house-changes.ts'
import { houseIds, housesById } from './houses.queries.ts'
import { houseFaults } from './houses.rules.ts'

type Row = Filled<z.output<typeof HouseForm>>

const farmsById = async ({ db }: Asked) => new Map((await farmsInScope(db)).map(farm => [farm.id, farm]))
const keyOf = ({ officeId, name }: { officeId: string; name: string }) => `${officeId} ${name.toLowerCase()}`

/** Rules of a house, and no other house of the farm with the name: a file is easily imported twice. */
async function checkHouses(asked: Asked, rows: readonly Row[]): Promise<void> {
  const { db, viewer } = asked
  const farms = await farmsById(asked)
  const officeIds = [...new Set(rows.map(({ form }) => form.officeId))]
  const sharing = await sharingAmong(db, viewer.scope, officeIds)
  for (const { draft, form } of rows) {
    draft.faults.push(...houseFaults(form, farms.get(form.officeId)?.timeZone ?? 'UTC', new Date()))
    if (flockOf(form).flockStartedOn !== null && !sharing.has(form.officeId))
      draft.faults.push({ field: 'flockStartedOn', message: 'access.notShared' })
  }
  faultRepeated(rows, 'name', keyOf, row => ['import.repeated', { row }])
  const names = [...new Set(rows.map(({ form }) => form.name.toLowerCase()))]
  const found = await db
    .select({ officeId: house.officeId, name: house.name })
    .from(house)
    .where(and(isNull(house.deletedAt), sql`lower(${house.name}) = any(${sql.param(names)}::text[])`))
  const taken = new Set(found.map(keyOf))
  for (const { draft, form } of rows)
    if (taken.has(keyOf(form))) draft.faults.push({ field: 'name', message: 'import.houseExists' })
}

async function writeHouses(asked: Asked, rows: readonly Row[]) {
  const { db, viewer, language } = asked
  const farms = await farmsById(asked)
  const made = rows.map(({ id, form }) => {
    const farm = farms.get(form.officeId)
    if (!farm) throw new Error('A house without its farm')
    return { id, ...columnsOf(form, farm) }
  })
  await db.insert(house).values(made)
  await tellBreeds(
    db,
    viewer.scope,
    rows.map(({ id, form }) => ({ id, breed: flockOf(form).breed })),
  )
  for (const { id, form } of rows) {
    const farm = farms.get(form.officeId)
    const { flockStartedOn, flockHatchedOn, flockCount, flockSold, breed } = flockOf(form)
    if (farm && flockStartedOn)
      await beginFlock(
        db,
        { id, type: form.type, officeId: farm.id, officePath: farm.path, farmPath: farm.farmPath },
        {
          breed,
          placedOn: flockStartedOn,
          hatchedOn: flockHatchedOn,
          placedCount: flockCount,
          soldUndated: flockSold ?? 0,
        },
      )
  }
  const ids = made.map(({ id }) => id)
  const shown = new Map((await housesById(db, viewer.scope, ids, language)).map(row => [row.id, row]))
  return made.map(({ id, officePath }) => ({ id, officePath, shown: shown.get(id) }))
}

/** Export and import of houses in Excel. */
export const housesSheet = listSheet({
  list: 'houses',
  contract: houses,
  columns: [
    { field: 'name', kind: 'text' },
    {
      field: 'officeId',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ officeName }: House) => officeName,
    },
    { field: 'state', kind: 'text', words: 'houseState', width: 14 },
    { field: 'worst', kind: 'text', words: 'severity', width: 14 },
    { field: 'type', kind: 'text', words: 'houseType', width: 14 },
    { field: 'lengthM', kind: 'number' },
    { field: 'widthM', kind: 'number' },
    { field: 'heightM', kind: 'number' },
    { field: 'breed', kind: 'text' },
    { field: 'flockStartedOn', kind: 'date' },
    { field: 'flockHatchedOn', kind: 'date' },
    { field: 'flockCount', kind: 'whole' },
    { field: 'flockSold', kind: 'whole' },
    { field: 'aliveCount', kind: 'whole' },
    { field: 'dayAge', kind: 'whole' },
    {
      field: 'devices',
      kind: 'text',
      width: 30,
      value: ({ devices }: House) => devices.map(({ code }) => code).join(', '),
    },
    { field: 'timeZone', kind: 'text' },
    { field: 'latitude', kind: 'number' },
    { field: 'longitude', kind: 'number' },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof houseIds>[1]) => houseIds(db, query),
  rows: ({ db, viewer, language }, ids) => housesById(db, viewer.scope, ids, language),
  seen: ({ db }, ids) => sharedFarms(db, inArray(house.id, [...ids])),
  import: {
    form: HouseForm,
    columns: [
      { field: 'name', kind: 'text', isRequired: true },
      { field: 'officeId', kind: 'text', width: 28 },
      { field: 'type', kind: 'text', words: 'houseType', choices: houseTypes, isRequired: true },
      { field: 'lengthM', kind: 'number', isRequired: true },
      { field: 'widthM', kind: 'number', isRequired: true },
      { field: 'heightM', kind: 'number', isRequired: true },
      { field: 'breed', kind: 'text' },
      { field: 'flockStartedOn', kind: 'date' },
      { field: 'flockHatchedOn', kind: 'date' },
      { field: 'flockCount', kind: 'whole' },
      { field: 'flockSold', kind: 'whole' },
      { field: 'timeZone', kind: 'text' },
      { field: 'latitude', kind: 'number' },
      { field: 'longitude', kind: 'number' },
    ],
    resolve: async ({ db, viewer }, drafts) => void (await resolveFarms(db, viewer.officeId, drafts)),
    check: checkHouses,
    write: writeHouses,
    tell: events => void events.emit('registry', { deviceIds: [] }),
  },
})
