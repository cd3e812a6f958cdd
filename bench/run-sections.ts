import type { Figure } from './figures.ts'

export interface SectionRun {
  name: string
  measure(): Promise<Figure[]>
  /** The section is given up after this. */
  limitMs: number
}

export interface SectionRunner {
  /** A section has ended; its figures are available at once, whatever happens to the others. */
  ended(name: string, figures: readonly Figure[]): void
  failed(name: string, error: unknown): void
  /** Ends what a section has left running, so that it does not disturb the next. */
  clean(): Promise<void>
}

/** Runs sections one after the other: one that fails, or never ends, costs only its own figures. */
export async function runSections(runs: readonly SectionRun[], runner: SectionRunner): Promise<Figure[]> {
  const all: Figure[] = []
  for (const { name, measure, limitMs } of runs) {
    try {
      const figures = await within(limitMs, measure())
      all.push(...figures)
      runner.ended(name, figures)
    } catch (error) {
      runner.failed(name, error)
    }
    await runner.clean()
  }
  return all
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not done within ${ms / 60_000} minutes`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
