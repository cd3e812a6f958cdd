import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type HouseGroup, HouseGroupForm, houseGroups } from '#shared/contracts/house-groups.ts'
import { sharedFarms } from '../../platform/database/consent.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { houseGroup } from '../../platform/database/tables/house-groups.ts'
import { farmsInScope, resolveFarms } from '../../platform/jobs/farms-by-name.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Filled } from '../../platform/jobs/sheet-parts.ts'
import { columnsOf } from './house-group-changes.ts'
import { groupIds, groupsById } from './house-groups.queries.ts'

type Row = Filled<z.output<typeof HouseGroupForm>>

const keyOf = ({ officeId, name }: { officeId: string; name: string }) => `${officeId} ${name.toLowerCase()}`

/** No other group of the farm may have the name: a file is easily imported twice. */
async function checkGroups({ db }: Asked, rows: readonly Row[]): Promise<void> {
  faultRepeated(rows, 'name', keyOf, row => ['import.repeated', { row }])
  const offices = [...new Set(rows.map(({ form }) => form.officeId))]
  const { officeId, name } = houseGroup
  const found = await db.select({ officeId, name }).from(houseGroup).where(inArray(officeId, offices))
  const taken = new Set(found.map(keyOf))
  for (const { draft, form } of rows)
    if (taken.has(keyOf(form))) draft.faults.push({ field: 'name', message: 'import.groupExists' })
}

async function writeGroups({ db, language }: Asked, rows: readonly Row[]) {
  const farms = new Map((await farmsInScope(db)).map(farm => [farm.id, farm]))
  const made = rows.map(({ id, form }) => {
    const farm = farms.get(form.officeId)
    if (!farm) throw new Error('A group without its farm')
    return { id, ...columnsOf(form, farm) }
  })
  await db.insert(houseGroup).values(made)
  const ids = made.map(({ id }) => id)
  const shown = new Map((await groupsById(db, ids, language)).map(row => [row.id, row]))
  return made.map(({ id, officePath }) => ({ id, officePath, shown: shown.get(id) }))
}

const inState = (state: keyof HouseGroup['states']) => ({
  field: `states.${state}`,
  kind: 'whole' as const,
  width: 10,
  value: ({ states }: HouseGroup) => states[state],
})

/** Export and import of house groups in Excel; their houses are chosen on the screen. */
export const houseGroupsSheet = listSheet({
  list: 'house-groups',
  contract: houseGroups,
  columns: [
    { field: 'name', kind: 'text', width: 28 },
    {
      field: 'officeId',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ officeName }: HouseGroup) => officeName,
    },
    { field: 'houses', kind: 'whole', width: 10 },
    ...(['normal', 'alarm', 'offline'] as const).map(inState),
    { field: 'notShared', kind: 'whole' },
    { field: 'remarks', kind: 'text', width: 40 },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof groupIds>[1]) => groupIds(db, query),
  rows: ({ db, language }, ids) => groupsById(db, ids, language),
  seen: ({ db }, ids) => sharedFarms(db, inArray(house.groupId, [...ids])),
  import: {
    form: HouseGroupForm,
    columns: [
      { field: 'name', kind: 'text', isRequired: true, width: 28 },
      { field: 'officeId', kind: 'text', width: 28 },
      { field: 'remarks', kind: 'text', width: 40 },
    ],
    resolve: async ({ db, viewer }, drafts) => void (await resolveFarms(db, viewer.officeId, drafts)),
    check: checkGroups,
    write: writeGroups,
  },
})
