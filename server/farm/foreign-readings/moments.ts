import type { DateOrder } from '#shared/file-layout.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import type { Cell } from './numbers.ts'
import { refusal } from './refusal.ts'

type Way = DateOrder | 'seconds' | 'milliseconds'

const HOUR = 3_600_000
const EPOCH = /^\d{10}$|^\d{13}$/
export const YEAR_FIRST = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?/
export const YEAR_LAST = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})(?!\d)/
const CLOCK =
  /^[T\s,]*(上午|下午)?\s*(\d{1,2})\s*[:.时点h]\s*(\d{1,2})?\s*(?:[:.分]\s*(\d{1,2})\s*秒?(?:[.,](\d{1,3})\d*)?)?\s*分?\s*(am|pm)?\s*(z|utc|[-+]\d{2}:?\d{2})?$/i

/** How the times of a file are written. */
export interface Moments {
  way: Way
  /** Each time says its own offset. */
  isZoned: boolean
}

/** What is known beforehand: the zone of times that do not say theirs, and the order of dates that do not prove it. */
export interface MomentHints {
  timeZone: string | null
  order?: DateOrder
}

const ways: Readonly<Record<Way, string>> = {
  ymd: 'year, month, day',
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  seconds: 'seconds since 1970',
  milliseconds: 'milliseconds since 1970',
}
export const wayName = ({ way, isZoned }: Moments): string => `${ways[way]}${isZoned ? ' with offset' : ''}`

/** How a time is written; of a date with its year at the end only the parts that prove an order. */
function wayOf(text: string): Way | 'either' | null {
  if (EPOCH.test(text)) return text.length === 10 ? 'seconds' : 'milliseconds'
  if (YEAR_FIRST.test(text)) return 'ymd'
  const [, first = '', second = ''] = YEAR_LAST.exec(text) ?? []
  if (first === '') return null
  if (Number(first) > 12) return 'dmy'
  if (Number(second) > 12) return 'mdy'
  return /^\d+\s*\./.test(text) ? 'dmy' : 'either'
}

/** How a file writes its times. Throws StartError for what is no time, for mixed ways, and where nothing tells the order. */
export function momentsOf(file: string, cells: readonly Cell[], { timeZone, order }: MomentHints): Moments {
  let proof: { way: Way; cell: Cell } | null = null
  let open: Cell | null = null
  let zoned: Cell | null = null
  let local: Cell | null = null
  for (const cell of cells) {
    const way = wayOf(cell.text)
    if (way === null) throw refusal(file, cell.line, `“${cell.text}” is no date that can be read`)
    if (way === 'either') open ??= cell
    else proof ??= { way, cell }
    const other =
      proof && isOther(way, proof.way)
        ? proof.cell
        : proof && open && isOther('either', proof.way)
          ? open
          : null
    if (other)
      throw refusal(
        file,
        cell.line,
        `“${cell.text}” is written in another way than “${other.text}” in line ${other.line}: dates are mixed`,
      )
    if (hasOffset(cell.text)) zoned ??= cell
    else local ??= cell
  }
  const way = proof?.way ?? order ?? null
  if (way === null)
    throw refusal(
      file,
      open?.line ?? null,
      `“${open?.text}” may be day or month first, and no other date tells: say --dates dmy or --dates mdy`,
    )
  const isEpoch = way === 'seconds' || way === 'milliseconds'
  if (zoned && local)
    throw refusal(
      file,
      local.line,
      `“${local.text}” has no offset, “${zoned.text}” in line ${zoned.line} has one: dates are mixed`,
    )
  if (!isEpoch && !zoned && timeZone === null)
    throw refusal(
      file,
      local?.line ?? null,
      'its times have no zone: say --zone, such as --zone Asia/Shanghai',
    )
  return { way, isZoned: zoned !== null }
}

/** Whether a date is written in another way than the one that is known. */
const isOther = (way: Way | 'either', known: Way): boolean =>
  way === 'either' ? known !== 'dmy' && known !== 'mdy' : way !== known

/** Whether a time says how far its clock is from UTC. */
const hasOffset = (text: string): boolean =>
  CLOCK.exec(text.replace(YEAR_FIRST, '').replace(YEAR_LAST, ''))?.[7] !== undefined

/** Reads the times of one file in their order, so that the hour that a clock shows twice is told apart. */
export function momentReader(file: string, { way }: Moments, timeZone: string | null) {
  const hours = new Map<string, number>()
  let last = Number.NEGATIVE_INFINITY
  let lastText = ''

  /** The clock's hour in the zone; zones are slow to ask. */
  function atHour(text: string, zone: string): number {
    const known = hours.get(text)
    if (known !== undefined) return known
    const at = instantOf(`${text}:00`, zone)
    hours.set(text, at)
    return at
  }

  /** ms since 1970. Throws StartError. */
  return ({ line, text }: Cell): number => {
    if (text === lastText) return last
    const wrong = () => refusal(file, line, `“${text}” is no time that exists`)
    if (way === 'seconds' || way === 'milliseconds') return Number(text) * (way === 'seconds' ? 1_000 : 1)
    const match = (way === 'ymd' ? YEAR_FIRST : YEAR_LAST).exec(text)
    if (!match) throw wrong()
    const [one, two, three] = [Number(match[1]), Number(match[2]), Number(match[3])]
    const [year, month, day] =
      way === 'ymd' ? [one, two, three] : way === 'dmy' ? [three, two, one] : [three, one, two]
    const rest = text.slice(match[0].length)
    const clock = rest.trim() === '' ? ['', '', '0', '0'] : CLOCK.exec(rest)
    if (!clock) throw wrong()
    const [, half, hourText, minuteText, secondText, milliText, amPm, offset] = clock
    const hour = hourOf(Number(hourText), half ?? amPm)
    const [minute, second] = [Number(minuteText ?? 0), Number(secondText ?? 0)]
    const date = new Date(Date.UTC(year < 100 ? 2_000 + year : year, month - 1, day))
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) throw wrong()
    if (!(hour < 24 && minute < 60 && second < 60)) throw wrong()
    const within = minute * 60_000 + second * 1_000 + Number((milliText ?? '').padEnd(3, '0'))
    const hourName = `${date.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}`
    if (offset !== undefined) return Date.parse(`${hourName}:00:00Z`) + within - offsetMs(offset)
    if (timeZone === null) throw wrong()
    let at = atHour(hourName, timeZone) + within
    const isTwice = at < last && localText(at + HOUR, timeZone).slice(0, 13) === hourName
    if (isTwice) at += HOUR
    last = at
    lastText = text
    return at
  }
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  const isAfternoon = half === '下午' || half.toLowerCase() === 'pm'
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

function offsetMs(offset: string): number {
  if (/^(z|utc)$/i.test(offset)) return 0
  const [, sign, hours, minutes] = /^([-+])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
