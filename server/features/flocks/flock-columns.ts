import type { FlockChange } from '#shared/contracts/flocks.ts'
import { type OpeningFields, openingFieldsOf, openingOf } from '#shared/opening.ts'
import type { HouseType } from '#shared/signals.ts'

/** What was before, as stored: nothing unless the birds were taken over. */
export const openingIn = (form: FlockChange): OpeningFields =>
  openingFieldsOf(
    openingOf({
      takenOver: form.takenOver,
      openingPlacedOn: form.openingPlacedOn ?? null,
      openingLost: form.openingLost ?? null,
      openingSold: form.openingSold ?? null,
      openingSoldKg: form.openingSoldKg ?? null,
      openingEggs: form.openingEggs ?? null,
      openingFeed: form.openingFeed ?? null,
      openingWater: form.openingWater ?? null,
      openingMalesPlaced: form.openingMalesPlaced ?? null,
      openingMalesLost: form.openingMalesLost ?? null,
    }),
  )

/** Broilers arrive as chicks unless they were taken over: no hatch date counts then. */
const hatchOf = (type: HouseType, form: FlockChange): string | null =>
  type === 'broiler' && !form.takenOver ? null : (form.hatchedOn ?? null)

/** The columns that a flock's form fills. */
export const columnsOf = (type: HouseType, form: FlockChange) => ({
  category: form.category,
  breed: form.breed || null,
  standardId: form.standardId ?? null,
  placedOn: form.placedOn,
  hatchedOn: hatchOf(type, form),
  placedCount: form.placedCount,
  placedMales: form.placedMales ?? null,
  litter: form.litter ?? null,
  maturedOn: form.maturedOn ?? null,
  matureCount: form.matureCount ?? null,
  note: form.note,
  ...openingIn(form),
})
