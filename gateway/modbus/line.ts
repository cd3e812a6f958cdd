import { ModbusError, type Request } from './pdu.ts'

/** What a bus has seen, since the process began. */
export interface LineCounts {
  asked: number
  answered: number
  silent: number
  noise: number
  half: number
  otherUnit: number
  exception: number
  closed: number
  /** answers that came after their time and were thrown away */
  late: number
}

export const noCounts = (): LineCounts => ({
  asked: 0,
  answered: 0,
  silent: 0,
  noise: 0,
  half: 0,
  otherUnit: 0,
  exception: 0,
  closed: 0,
  late: 0,
})

/** A bus on which one question is asked at a time. */
export interface Line {
  /**
   * Asks, and waits for the answer.
   * @throws ModbusError
   */
  ask(request: Request, timeoutMs: number): Promise<number[]>
  readonly counts: LineCounts
  /** Lets the port go until the next question, and waits until it is free. */
  release(): Promise<void>
  close(): void
}

/** Counts how each question ends. */
export function counted(counts: LineCounts, ask: Line['ask']): Line['ask'] {
  return async (request, timeoutMs) => {
    counts.asked++
    try {
      const values = await ask(request, timeoutMs)
      counts.answered++
      return values
    } catch (error) {
      if (error instanceof ModbusError) counts[error.trouble]++
      throw error
    }
  }
}
