import { type RegisterType, registerTypes } from './registers.ts'
import { rawOf, scaled } from './values.ts'

/** Registers as they were read, and what the panel showed at that moment. */
interface Observation {
  words: readonly number[]
  /** as it stands there: `24.70` says more than `24.7` */
  shown: string
}

/** How registers can be read so that they say what the panel shows. */
export interface Meaning {
  type: RegisterType
  words: 'high' | 'low'
  bytes: 'high' | 'low'
  scale: number
  /** what it makes of the last observation */
  value: number
}

/**
 * What somebody wrote down, a line for each look: the registers, as numbers or `0x…`, and after `=` what the panel showed.
 * Undefined for a line that is not like that.
 */
export const readObservations = (notes: string): (Observation | undefined)[] =>
  notes
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [left = '', shown = ''] = line.split('=').map(part => part.trim())
      const words = left.split(/[\s,]+/).map(wordOf)
      const isWhole = words.length <= 4 && words.every(word => word !== undefined)
      return isWhole && readShown(shown) ? { words, shown } : undefined
    })

/** A register, unsigned. A tool may print one as a negative number. */
function wordOf(text: string): number | undefined {
  const word = /^(0x[0-9a-f]{1,4}|-?\d{1,5})$/i.test(text) ? Number(text) : Number.NaN
  return word >= -0x8000 && word <= 0xffff ? (word + 0x1_0000) % 0x1_0000 : undefined
}

/** A way to read registers as keys of a map, without those that are usual. */
export const keysOf = ({ type, words, bytes, scale }: Meaning): string =>
  [
    `type: ${type}`,
    ...(words === 'low' ? ['words: low'] : []),
    ...(bytes === 'low' ? ['bytes: low'] : []),
    ...(scale === 1 ? [] : [`scale: ${scale}`]),
  ].join(', ')

const orders = ['high', 'low'] as const
/** Usual ones first: of two that fit equally well the earlier one is meant. */
const scales = [1, 0.1, 0.01, 0.001, 10, 100, 1000] as const
const types = Object.keys(registerTypes) as RegisterType[]
const isFloat = (type: RegisterType) => type.startsWith('float')
/** A number as a panel shows it; undefined for what is none. */
function readShown(shown: string): { number: number; decimals: number } | undefined {
  const trimmed = shown.trim().replace('\u2212', '-').replace(',', '.')
  if (!/^[-+]?\d+(\.\d+)?$/.test(trimmed)) return undefined
  return { number: Number(trimmed), decimals: trimmed.split('.')[1]?.length ?? 0 }
}

/** Whether a value is what the panel shows, rounded or cut off; undefined while nothing is shown that can be read. */
export function isShown(value: number, shown: string): boolean | undefined {
  const read = readShown(shown)
  return read && Math.abs(value - read.number) * 10 ** read.decimals < 1
}

/**
 * Every type, order and scale by which all observations say what the panel showed, rounded or cut off, most likely first. One
 * observation often leaves several: a second one at another value leaves fewer. Zero says nothing, and neither does a shown text
 * that is no number.
 */
export function findMeanings(observations: readonly Observation[]): Meaning[] {
  const read = observations.map(({ words, shown }) => ({ words, shown: readShown(shown) }))
  const size = read[0]?.words.length ?? 0
  if (read.some(({ words, shown }) => !shown || shown.number === 0 || words.length !== size)) return []
  const found = candidates(size).flatMap(candidate => {
    const off = read.map(({ words, shown }) => offBy(candidate, words, shown as NonNullable<typeof shown>))
    const worst = Math.max(...off)
    const last = read.at(-1)
    const value = last && readAs(candidate, last.words)
    return worst < 1 && typeof value === 'number' ? [{ ...candidate, value, worst }] : []
  })
  return found
    .toSorted((a, b) => Number(a.worst > ROUNDED) - Number(b.worst > ROUNDED) || surprise(a) - surprise(b))
    .map(({ worst: _, ...meaning }) => meaning)
}

type Candidate = Omit<Meaning, 'value'>

/** In steps of the panel's last digit: half a step is rounding, up to one is cutting off. Floating point adds a little. */
const ROUNDED = 0.5 + 1e-6

function candidates(size: number): Candidate[] {
  return types
    .filter(type => registerTypes[type] === size)
    .flatMap(type =>
      orders
        // One register has no order of registers.
        .filter(words => size > 1 || words === 'high')
        .flatMap(words => orders.flatMap(bytes => scales.map(scale => ({ type, words, bytes, scale })))),
    )
}

function readAs(candidate: Candidate, words: readonly number[]): number | null {
  const raw = rawOf(candidate, words)
  return raw === null ? null : scaled({ scale: candidate.scale, offset: 0 }, raw)
}

/** How far a value is from what is shown, in steps of its last digit. */
function offBy(
  candidate: Candidate,
  words: readonly number[],
  { number, decimals }: { number: number; decimals: number },
): number {
  const value = readAs(candidate, words)
  return value === null ? Number.POSITIVE_INFINITY : Math.abs(value - number) * 10 ** decimals
}

/** How unusual a way to read is. Bytes in the wrong order are rarest, then BCD and 64 bits, then scaled floats. */
function surprise({ type, words, bytes, scale }: Candidate): number {
  const ofType = type.startsWith('bcd') ? 20 : type.endsWith('64') ? 10 : type.startsWith('int') ? 1 : 0
  const ofScale = scales.indexOf(scale as (typeof scales)[number]) * (isFloat(type) ? 5 : 1)
  return (bytes === 'low' ? 50 : 0) + (words === 'low' ? 8 : 0) + ofType + ofScale
}
