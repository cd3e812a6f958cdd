import type { z } from 'zod'
import type { HouseController, Reading } from '#shared/contracts/houses.ts'

type LevelSettings = z.infer<typeof HouseController>['levelSettings']

const two = (level: number) => String(level).padStart(2, '0')

/** The settings that decide when a controller takes its next level; null if it does not report them all. */
export function levelSettingsOf(settings: Readonly<Record<string, Reading>>): LevelSettings {
  const number = (name: string) => {
    const value = settings[`Settings/${name}`]?.[0]
    return typeof value === 'number' ? value : null
  }
  const count = number('Vent/LevelCount')
  const tunnelStart = number('Tunnel/StartDiff')
  const tunnelOutside = number('Tunnel/MinOutdoorTemp')
  const tunnelBelowTarget = number('Tunnel/OutdoorExitLimit')
  const upDelayS = number('Vent/LevelUpDelay')
  if (count === null || tunnelStart === null || upDelayS === null) return null
  if (tunnelOutside === null || tunnelBelowTarget === null) return null
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const offsets = numbers
    .map(level => number(`Vent/L${two(level)}/TempOffset`))
    .filter(value => value !== null)
  if (offsets.length < count) return null
  const tunnelFrom = numbers.find(level => (number(`Vent/L${two(level)}/TunnelInlet`) ?? 0) > 0) ?? null
  return { offsets, tunnelFrom, tunnelStart, tunnelOutside, tunnelBelowTarget, upDelayS }
}
