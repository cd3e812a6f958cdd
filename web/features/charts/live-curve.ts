import { useEffect, useMemo } from 'react'
import { addLive, type Curve } from '#web/components/chart/live-tail.ts'
import { live } from '#web/data/live/live.ts'
import { keyOf } from '#web/data/live/store.ts'
import type { Drawn } from './use-house-chart.ts'

/** Live values are drawn at most this often, ms. */
const REDRAW_MS = 1_000
/** Minimum time between two live points if the stored ones have no step, s. */
const LEAST_STEP_S = 5

/** Lowest, mean and highest of each metric in turn; grows at the end while the house reports. */
export interface LiveCurve {
  curve: Curve
  /** Calls the listener at each redraw. */
  subscribe(listener: () => void): () => void
  tell(): void
}

/** Index of a metric's first column. */
export const columnOf = (index: number): number => index * 3

const plain = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null

function curveOf({ chart }: Drawn): LiveCurve {
  const listeners = new Set<() => void>()
  return {
    curve: {
      at: chart.at.map(ms => ms / 1_000),
      columns: chart.series.flatMap(({ low, mean, high }) => [[...low], [...mean], [...high]]),
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}

/** The stored lines, with what has arrived since at their end. */
export function useLiveCurve(iotId: string | null, drawn: Drawn): LiveCurve {
  const made = useMemo(() => curveOf(drawn), [drawn])
  useEffect(() => {
    if (!drawn.isLive) return
    const { chart } = drawn
    const stored = chart.at.length
    const step = Math.max(chart.stepMs / 1_000, LEAST_STEP_S)
    const heard = keyOf.heard(iotId)
    let timer: ReturnType<typeof setTimeout> | undefined
    let drawnAt = 0
    const draw = () => {
      timer = undefined
      drawnAt = Date.now()
      made.tell()
    }
    const take = () => {
      const readings = chart.series.map(
        ({ metric }) => live.read(keyOf.reading(iotId, metric)) as readonly [unknown, number] | undefined,
      )
      // An unrepeated value holds as long as its device is heard.
      const time = Math.max(Number(live.read(heard) ?? 0), ...readings.map(reading => reading?.[1] ?? 0))
      const values = readings.map(reading => plain(reading?.[0]))
      if (time === 0 || values.every(value => value === null)) return
      const threefold = values.flatMap(value => [value, value, value])
      if (!addLive(made.curve, stored, time / 1_000, threefold, step)) return
      timer ??= setTimeout(draw, Math.max(0, drawnAt + REDRAW_MS - Date.now()))
    }
    take()
    const stop = live.subscribe(heard, take)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [iotId, drawn, made])
  return made
}
