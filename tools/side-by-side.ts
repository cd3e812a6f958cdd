/** A piece of work on this machine. */
export interface Work {
  name: string
  /** How many cores it keeps busy, on average. */
  cores: number
  /** What must have succeeded before, if that is to be done too. */
  after?: string
}

/**
 * Does each piece as soon as what it needs is done and `cores` have room for it; those named first go first. `run` tells
 * whether it succeeded. Returns the names of those that were not begun, because what they need failed.
 */
export async function sideBySide<W extends Work>(
  works: readonly W[],
  cores: number,
  run: (work: W) => Promise<boolean>,
): Promise<string[]> {
  const waiting = new Set(works)
  const running = new Map<W, Promise<unknown>>()
  const failed = new Set<string>()
  const dropped: string[] = []
  const isOpen = (name: string) => [...waiting, ...running.keys()].some(work => work.name === name)
  const hasRoom = (work: W) => {
    const busy = [...running.keys()].reduce((sum, each) => sum + each.cores, 0)
    return running.size === 0 || busy + work.cores <= cores
  }
  const begin = async (work: W) => {
    if (!(await run(work))) failed.add(work.name)
    running.delete(work)
  }
  do {
    for (const work of waiting) {
      const { name, after } = work
      if (after !== undefined && failed.has(after)) {
        waiting.delete(work)
        failed.add(name)
        dropped.push(name)
      } else if ((after === undefined || !isOpen(after)) && hasRoom(work)) {
        waiting.delete(work)
        running.set(work, begin(work))
      }
    }
    if (running.size > 0) await Promise.race(running.values())
  } while (running.size > 0 || waiting.size > 0)
  return dropped
}
