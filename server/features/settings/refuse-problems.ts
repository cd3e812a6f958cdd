import { type SettingProblem, sayProblem } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { refuse } from '../../platform/http/errors.ts'

/** Cells that the controller would not accept, each with its rule in the reader's words. */
export function refuseProblems({ language, units }: Reader, problems: readonly SettingProblem[]): void {
  if (problems.length === 0) return
  throw refuse.invalid(
    problems.map(problem => ({
      field: problem.field,
      message: { said: sayProblem(problem, { language, units }) },
    })),
  )
}
