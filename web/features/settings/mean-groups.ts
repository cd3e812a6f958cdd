import type { Draft } from './draft.ts'

const ON = 1
const CYCLE = 2

/**
 * How many fan groups of a level run on average: one that is on counts whole, one on the timer by its share of the time. Null
 * while the times are no numbers.
 */
export function meanGroups(document: Draft['document'], level: string): number | null {
  const number = (name: string) => {
    const value = document[`${level}/${name}`]
    return typeof value === 'number' ? value : Number.NaN
  }
  const [on, off] = [number('CycleOn'), number('CycleOff')]
  const share = on + off > 0 ? on / (on + off) : 0
  const modes = Object.keys(document)
    .filter(name => name.startsWith(`${level}/FanGroupMode/`))
    .map(name => document[name])
  if (modes.includes(CYCLE) && Number.isNaN(share)) return null
  return modes.reduce<number>((sum, mode) => sum + (mode === ON ? 1 : mode === CYCLE ? share : 0), 0)
}
