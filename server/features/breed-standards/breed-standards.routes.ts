import { eq, inArray, sql } from 'drizzle-orm'
import { type BreedStandard, breedStandards, type StandardForm } from '#shared/contracts/breed-standards.ts'
import { housesOf, ownFaults, ownTable } from '#shared/standards/own-standard.ts'
import { text } from '#shared/text.ts'
import { standardTable } from '../../farm/flocks/own-standards.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { violates } from '../../platform/database/violations.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { addRow, removeRow } from '../../platform/records/rows.ts'
import { breedStandardsSheet } from './breed-standards.sheet.ts'

/** How many flocks are compared with each standard, as far as the viewer sees them. */
const flocksOf = sql<number>`(select count(*)::int from ${flock}
  where ${flock}.standard_id = ${breedStandard}.id and ${flock}.deleted_at is null)`

/** The standards a viewer can choose, with whose they are. */
async function shownStandards(db: Db, viewer: Viewer, ids?: readonly string[]): Promise<BreedStandard[]> {
  const rows = await db
    .select({ row: breedStandard, flocks: flocksOf })
    .from(breedStandard)
    .where(ids && inArray(breedStandard.id, [...ids]))
    .orderBy(breedStandard.name, breedStandard.edition, breedStandard.id)
  return rows.map(({ row, flocks }) => ({
    ...standardTable(row),
    isOwn: row.officePath === viewer.officePath,
    flocks,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** A standard as stored. */
const standardRow = (form: StandardForm, officePath: string, id = newId()) => ({
  id,
  officePath,
  name: form.name,
  houseTypes: housesOf(form.houseType),
  source: form.source,
  edition: form.edition,
  period: form.period,
  ...ownTable(form.rows, { type: form.houseType, period: form.period }),
})

const isTaken = text(
  '已有同名、同版本的标准。请换一个版本名',
  'There is a standard of this name and edition already. Give it another edition',
)

async function createStandard(call: ChangingCall & { body: StandardForm }): Promise<BreedStandard> {
  const { db, viewer, body } = call
  const faults = ownFaults(body.rows).map(({ row, field, message }) => ({
    field: `rows.${row}.${field}`,
    message,
  }))
  if (faults.length > 0) throw refuse.invalid(faults)
  const row = standardRow(body, viewer.officePath)
  await addRow(call, breedStandard, row).catch((error: unknown) => {
    throw violates(error, 'breed_standard_once')
      ? refuse.invalid([{ field: 'edition', message: isTaken }])
      : error
  })
  call.named({ name: text(row.name, row.name) })
  const [shown] = await shownStandards(db, viewer, [row.id])
  if (!shown) throw refuse.notFound()
  return shown
}

async function removeStandard(call: ChangingCall & { params: { id: string } }): Promise<null> {
  const { db, viewer, params } = call
  const [before] = await shownStandards(db, viewer, [params.id])
  if (!before) throw refuse.notFound()
  if (!before.isOwn) throw refuse.forbidden()
  const used = await asSystem(db, viewer.scope, () => db.$count(flock, eq(flock.standardId, params.id)))
  if (used > 0) {
    const why = text('有批次使用此标准，不能删除', 'Flocks are compared with this standard, so it stays')
    throw refuse.invalid([{ field: 'id', message: why }], why)
  }
  const gone = await removeRow(call, breedStandard, eq(breedStandard.id, params.id), () => before)
  if (!gone) throw refuse.notFound()
  call.named({ name: text(before.name, before.name) })
  return null
}

export const breedStandardsFeature = feature('breed-standards', breedStandards, {
  ...sheetOf(breedStandardsSheet),
  list: ({ db, viewer }) => shownStandards(db, viewer),
  create: createStandard,
  remove: removeStandard,
})
