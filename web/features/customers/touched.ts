import { contractOf } from '#shared/contracts/customers.ts'
import { type Stage, stages } from '#shared/customers.ts'

/** Paths of what a change of a customer makes old: of its list, or of both when it goes from one to the other. */
export const touchedByCustomer = (...of: Stage[]): string[] =>
  (of.length > 0 ? of : stages).flatMap(stage => {
    const { list, summary, places, get, changes } = contractOf[stage]
    return [list, summary, places, get, changes].map(({ path }) => path)
  })
