import { cageType } from '../../platform/database/tables/house-groups.ts'
import { publishedFixture, publishedRow } from '../../testing/published-fixture.ts'

/** A released cage system type, of the provider by default. */
export const buildCageType = publishedRow(cageType, {
  layout: 'stacked',
  tiers: 4,
  rows: 4,
  houseTypes: ['layer'],
})
export const fixture = publishedFixture('cage-types', buildCageType)
