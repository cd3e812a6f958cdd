import { daysAfter } from '#shared/zone-time.ts'
import { plain } from './words.ts'

/** A flock that a file may speak of. */
export interface Place {
  /** As people choose it: the name of its house, or its number where two houses have one name. */
  house: string
  /** Number of the flock. */
  number: string
  /** The day from which ages count, YYYY-MM-DD, and the number that the farm gives to it: 0 or 1. */
  dayZero: string
  firstDay: number
  placedOn: string
  /** Its last day so far: today while the birds are there. */
  until?: string
  /** Birds placed; null if nobody said. */
  birds: number | null
  /** It is chosen as a flock that was in a house, so that the name of the house does not mean it. */
  isFlock?: boolean
  /** Flocks that were in its house before it, newest first, where it stands for the house: each has the days of its time. */
  before?: readonly Place[] | undefined
}

const numberIn = (text: string): string | null =>
  /(\d+)\D*$/.exec(plain(text))?.[1]?.replace(/^0+(?=\d)/, '') ?? null
/** Nothing but a number, with or without a word for a house. */
const NUMBERED =
  /^(house|barn|shed|h|b|no\.?|#|鸡舍|舍|栋|第|galp[aã]o|hok|stall)?\s*[#-]?\s*\d+\s*(号|栋|舍|号舍|号鸡舍|栋舍|#)?$/

type Named = Pick<Place, 'house' | 'number' | 'isFlock'>

/** The flock that a text names: its house, its number, or the only house of that number. */
export function placeNamed<P extends Named>(text: string, places: readonly P[]): P | null {
  const wanted = plain(text)
  if (wanted === '') return null
  const exact = places.find(({ house, number }) => plain(house) === wanted || plain(number) === wanted)
  if (exact) return exact
  if (!NUMBERED.test(wanted)) return null
  const number = numberIn(wanted)
  const found = places.filter(({ house, isFlock }) => !isFlock && numberIn(house) === number)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The birds that a text and a day name: those that were in the house then; the flock itself where its number is named. */
export function flockOn(place: Place, said: string, day: string): Place {
  const isNumber = plain(said) === plain(place.number) && plain(said) !== plain(place.house)
  if (isNumber || day >= place.placedOn) return place
  const then = place.before?.find(({ placedOn, until = '' }) => placedOn <= day && day <= until)
  return then ?? place
}

/** The day of an age as the farm counts it. */
export const dayOfAge = ({ dayZero, firstDay }: Place, age: number): string =>
  daysAfter(dayZero, age - firstDay)
