import type { PlatformCode } from '#shared/alarms.ts'
import { CLOCK_OFF_MS } from '#shared/limits.ts'

/** A controller that serves a house, and its clock. */
export interface Timekeeper {
  id: string
  houseId: string
  /** The office of the house. */
  officePath: string
  /** Null for a controller without a gateway. */
  gatewayId: string | null
  /** How far its clock is ahead of the server's, ms. */
  aheadMs: number
}

/** A clock far enough off to be reported. */
export interface ClockFault {
  /** The gateway, whose clock everything behind it uses, or else the controller. */
  subjectId: string
  code: PlatformCode & ('ClockBehind' | 'ClockAhead')
  houseIds: string[]
  /** The office all these houses are in: a farm team's people are told of their own. */
  officePath: string
  /** The largest deviation among them, min. */
  offMin: number
}

/** An active alarm clears when its clock is off by less than this. ms */
const BACK_MS = 90_000
const MINUTE_MS = 60_000

/** The clocks that are wrong now; `stands` says whether the alarm of a subject and code is active. */
export function clockFaults(
  keepers: readonly Timekeeper[],
  stands: (fault: Pick<ClockFault, 'subjectId' | 'code' | 'officePath'>) => boolean,
): ClockFault[] {
  const isOff = (keeper: Timekeeper) =>
    Math.abs(keeper.aheadMs) >= (stands(faultOf(keeper)) ? BACK_MS : CLOCK_OFF_MS)
  const groups = Map.groupBy(keepers.filter(isOff), keeper => {
    const { subjectId, code, officePath } = faultOf(keeper)
    return `${subjectId} ${code} ${officePath}`
  })
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others]
    return {
      ...faultOf(first),
      houseIds: [...new Set(all.map(({ houseId }) => houseId))],
      offMin: Math.round(Math.max(...all.map(({ aheadMs }) => Math.abs(aheadMs))) / MINUTE_MS),
    }
  })
}

const faultOf = ({ id, gatewayId, aheadMs, officePath }: Timekeeper) => ({
  subjectId: gatewayId ?? id,
  code: aheadMs < 0 ? ('ClockBehind' as const) : ('ClockAhead' as const),
  officePath,
})
