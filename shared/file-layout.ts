import { z } from 'zod'
import { line } from './line.ts'
import { isTimeZone } from './zone-time.ts'

/** In which order dates say their parts. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What the figures of a row count, where rows lie several days apart: that day alone, or all days up to it or from it on. */
export const rowSpans = ['day', 'upTo', 'from'] as const
/** Days over which an amount may be spread: a month. */
export const SPAN_DAYS = 31

/** Sheets of a file and columns of a sheet that are read. */
const SHEETS = 100
const COLUMNS = 400
/** Houses that a column of houses may name. */
export const HOUSES = 100

/** Why a column is not read by itself. */
export const columnProblems = ['twice', 'derived', 'unknown'] as const

/** What a column of somebody's own file holds. In a sheet whose days stand side by side, a column is a row. */
export const FileColumn = z.object({
  /** Its letters, or the number of its row. */
  at: line(8),
  title: line(120),
  /** The field it fills; null leaves it out. */
  use: line(40).nullable(),
  /** Unit of its values, if the field knows several. */
  unit: line(10).nullable(),
  /** Its values are sums since the first day. */
  isCumulative: z.boolean(),
  /** The house of its values, if the sheet has several side by side. */
  house: line(200).nullable(),
  /** Days after the first day of its row, if a row holds several days. */
  dayOffset: z.number().int().min(0).max(31).nullable(),
  /** Why it is left out by itself: another has the same figure, it follows from others, nothing tells what it is. */
  problem: z.enum(columnProblems).nullable(),
  /** What its values suggest, or the last file of such titles, where its title says nothing: read only once somebody confirms it. */
  proposed: z.object({ use: line(40), unit: line(10).nullable(), isCumulative: z.boolean() }).optional(),
  /** A few of its values, as they stand there. */
  samples: z.array(line(40)).max(3),
})
export type FileColumn = z.infer<typeof FileColumn>

export const FileSheet = z.object({
  name: line(120),
  isUsed: z.boolean(),
  /** Days stand side by side, figures below each other. */
  isAcross: z.boolean(),
  /** Row of the titles as Excel counts, or column if days stand side by side. 0: there is none. */
  head: z.number().int().min(0),
  /** The house of all its values. */
  house: line(200).nullable(),
  /** Own houses of those that its column of houses names; null leaves one out. Missing where each must be named as here. */
  houses: z
    .array(z.object({ named: line(80), house: line(200).nullable() }))
    .max(HOUSES)
    .optional(),
  /** Where its rows lie several days apart: how many, and what their figures count; null if nobody said. */
  span: z
    .object({ days: z.number().int().min(2).max(SPAN_DAYS), is: z.enum(rowSpans).nullable() })
    .optional(),
  columns: z.array(FileColumn).max(COLUMNS),
})
export type FileSheet = z.infer<typeof FileSheet>

/** How a file that is not laid out as our template is read. */
export const FileLayout = z.object({
  sheets: z.array(FileSheet).max(SHEETS),
  /** Null: nothing in the file tells, and somebody must. */
  dates: z.enum(dateOrders).nullable(),
  /** kg of feed in a bag; null if nobody said. */
  bagKg: z.number().min(1).max(2_000).nullable(),
  /** Time zone of the clock that wrote the file; missing where its times say their own, or where days are read. */
  zone: line(64).refine(isTimeZone).nullish(),
})
export type FileLayout = z.infer<typeof FileLayout>

/** What may be chosen in a layout. */
export const LayoutChoices = z.object({
  uses: z.array(z.object({ value: z.string(), label: z.string(), units: z.array(z.string()) })),
  houses: z.array(z.string()),
  /** Time zones that are likely for the clock of a file; missing where only days are read. */
  zones: z.array(z.string()).optional(),
})
export type LayoutChoices = z.infer<typeof LayoutChoices>
