import type { HouseType } from '../signals.ts'
import type { StandardTable } from '../standards/standard-table.ts'

/** A flock whose days are judged. */
export interface JudgedFlock {
  type: HouseType
  breed: string | null
  /** The farm's own, if the flock is compared with one. */
  standard?: StandardTable | null | undefined
  /** Age at which the birds arrived, as standards count. */
  placedAge: number
}

/** A day of a flock as recorded or counted; null where it is not known. */
export interface JudgedDay {
  /** YYYY-MM-DD */
  day: string
  /** As standards count. */
  age: number
  /** In the morning, without the males of breeders. */
  birds: number | null
  /** Dead and culled. */
  lost: number | null
  /** Males of breeders in the morning, and those that died: culls among them are planned. */
  males?: { birds: number; dead: number | null }
  /** Sold or moved out. */
  left: number
  /** Moved in. */
  came?: number
  eggs: number | null
  waterL: number | null
  /** Fed nothing, as recorded. */
  isFast?: boolean
  /** g */
  weight: number | null
  /** The day is not over: more may die, and what was laid and drunk says nothing yet. */
  isSoFar: boolean
  /** Somebody was asked about the water, and says that it is right. */
  isWaterSure?: boolean
  /** The same of the eggs. */
  areEggsSure?: boolean
}

/** What a day says of a kind of alarm; a day that says nothing has none. */
export interface DayVerdict {
  day: string
  /** Null: all is well. */
  level: 'warning' | 'critical' | null
  /** Losses and laying rate in %, weight in g, water in mL a bird. */
  value: number
  limit: number
}
