import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Seed } from '../../platform/database/seed.ts'
import { overhaulItem } from '../../platform/database/tables/overhaul.ts'
import { seededChecks, seededItems, seededMachines, seededParts, seededProofs } from './seeded-items.ts'

/** They are released: staff plan with them from the first day. */
export const seed: Seed = {
  mark: 'overhaul_items',
  write: db =>
    db.insert(overhaulItem).values(
      seededItems.map(
        ([key, chineseEquipment, englishEquipment, chineseName, englishName, cycleKind, cycle, basis]) => {
          const checks = seededChecks[key] ?? []
          const [partsPer = 'machine', ...parts] = seededParts[key] ?? []
          return {
            id: newId(),
            officePath: ROOT_PATH,
            key,
            chineseEquipment,
            englishEquipment,
            chineseName,
            englishName,
            chineseChecks: checks.map(([chinese]) => chinese).join('\n'),
            englishChecks: checks.map(([, english]) => english).join('\n'),
            cycleKind,
            cycle,
            basis,
            machineKind: seededMachines[englishEquipment] ?? null,
            parts,
            partsPer,
            proof: seededProofs[key] ?? null,
            status: 'released' as const,
          }
        },
      ),
    ),
}
