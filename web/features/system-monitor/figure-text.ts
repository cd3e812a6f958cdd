import type { SystemFigure } from '#shared/contracts/system-monitor.ts'
import type { Reader } from '#shared/units.ts'
import { numberText } from '#web/components/number-text.ts'
import { sizeOf } from '#web/components/uploads/use-files.ts'

const kinds = {
  messages: 'rate',
  values: 'rate',
  queue: 'bytes',
  commit: 'ms',
  acknowledge: 'ms',
  gateways: 'count',
  sockets: 'count',
  calls: 'rate',
  loop: 'ms',
  memory: 'bytes',
  cpu: 'share',
  database: 'bytes',
} as const satisfies Record<SystemFigure, string>

const decimalsOf = (value: number) => (value > 0 && value < 1 ? 2 : value < 100 ? 1 : 0)

/** A time in ms, from a thousand on in seconds: `4.2 ms`, `1.8 s`. */
export function msText(ms: number, reader: Reader): string {
  const [value, unit] = ms < 1_000 ? [ms, 'ms'] : [ms / 1_000, 's']
  return `${numberText(value, value < 10 ? 1 : 0, reader)}\u202f${unit}`
}

/** A system figure formatted for the reader; without its unit if that is shown beside it. */
export function figureText(figure: SystemFigure, value: number | null, reader: Reader): string {
  if (value === null) return '—'
  const kind = kinds[figure]
  if (kind === 'bytes') return sizeOf(value, reader.language)
  if (kind === 'ms') return msText(value, reader)
  if (kind === 'share') return `${numberText(value * 100, 0, reader)}\u202f%`
  return numberText(value, kind === 'rate' ? decimalsOf(value) : 0, reader)
}
