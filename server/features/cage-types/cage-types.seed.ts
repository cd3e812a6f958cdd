import type { CageLayout } from '#shared/contracts/cage-types.ts'
import type { HouseType } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Seed } from '../../platform/database/seed.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'

/** Common systems of the trade with their usual sizes; the provider adapts them to what it sells. */
const seeded: readonly (readonly [string, string, CageLayout, number, number, number | null, HouseType[]])[] =
  [
    ['H型层叠式笼', 'H-type stacked cage', 'stacked', 4, 4, 8, ['layer', 'pullet', 'broiler']],
    ['A型全阶梯式笼', 'A-type stair-step cage', 'stair', 3, 3, 4, ['layer', 'pullet']],
    ['半阶梯式笼', 'Semi-stair-step cage', 'stair', 3, 4, 4, ['layer']],
    ['平列式笼', 'Flat-deck cage', 'flat', 1, 4, 3, ['breeder']],
    ['肉鸡层叠笼', 'Broiler cage (colony)', 'stacked', 3, 4, 80, ['broiler']],
    ['育雏育成一体笼', 'Brood-grow cage', 'stacked', 3, 4, 12, ['pullet']],
    ['富集型笼', 'Enriched colony cage', 'stacked', 4, 3, 60, ['layer']],
    ['种鸡本交笼', 'Natural-mating breeder colony', 'stacked', 3, 4, 100, ['breeder']],
    ['种鸡人工授精笼', 'AI breeder cage', 'stair', 3, 4, 2, ['breeder']],
    ['地面平养（厚垫料）', 'Floor, deep litter', 'litter', 1, 4, null, ['broiler', 'breeder']],
    ['网上平养', 'Raised slatted floor', 'slats', 1, 4, null, ['broiler', 'breeder']],
    ['两高一低', 'Two-thirds slats, one-third litter', 'slats', 1, 3, null, ['breeder']],
    ['多层平养（栖架）', 'Aviary', 'aviary', 3, 3, null, ['layer', 'pullet']],
    ['散养', 'Free range', 'litter', 1, 2, null, ['layer']],
  ]

/** They are released: houses of a new installation choose from them. */
export const seed: Seed = {
  mark: 'cage_types',
  write: db =>
    db.insert(cageType).values(
      seeded.map(([chineseName, englishName, layout, tiers, rows, birdsPerCage, houseTypes]) => ({
        id: newId(),
        officePath: ROOT_PATH,
        chineseName,
        englishName,
        layout,
        tiers,
        rows,
        birdsPerCage,
        houseTypes,
        status: 'released' as const,
      })),
    ),
}
