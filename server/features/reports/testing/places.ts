import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { comparison } from '#shared/contracts/comparison.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Job } from '#shared/contracts/jobs.ts'
import { reports } from '#shared/contracts/reports.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import {
  against,
  breakOf,
  curveOf,
  finalOf,
  furtherMeasuresOf,
  isOfBirds,
  lackingOf,
  lackingSays,
  measuresOf,
  whyUnjudged,
} from '#shared/flock-figures/course-measures.ts'
import { henDayRate } from '#shared/flock-figures/eggs.ts'
import { exceptionsIn, morningLines, standing } from '#shared/flock-figures/exceptions.ts'
import { findingOf } from '#shared/flock-figures/finding.ts'
import { type DayFigures, recordedOf } from '#shared/flock-figures/ledger.ts'
import { type FlockMeasure, senseOf, standardIn, standardOn } from '#shared/flock-figures/standard.ts'
import { urgencyOf } from '#shared/house-urgency.ts'
import { pointsOffBand } from '#shared/testing/drawn-curve.ts'
import type { Said } from '#shared/testing/glitches.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { prepareHouses } from '../../../farm/figures/prepare.ts'
import { courseOf, todayOf } from '../../../farm/flocks/flock-course.ts'
import { findFlock, ownStandardOf, recordsOf } from '../../../farm/flocks/flocks.queries.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { houseFigure } from '../../../platform/database/tables/figures.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { jobIn, rowsOf } from '../../../testing/uploads.ts'
import { flockOfDay } from '../daily/figures.ts'
import type { Kept } from './keep-flock.ts'

/** Who looks, and a flock of the same house type that is exactly on its standard. */
export interface Asked {
  farm: TestApp
  owner: Person
  engineer: Person
  exact: Kept
}

/** Figures by name; null where a place shows none and does not say why. */
export type Figures = Readonly<Record<string, number | 'says why' | null>>

/** What a place shows of a flock. */
interface Shown {
  /** What it calls wrong: in red, in doubt, in a list, in a finding. */
  wrong: string[]
  /** Figures that count from the placement; null where it shows none. Missing: the place has no such figure. */
  whole?: (number | null)[]
  /** Its figures, those of each bird under the name of their measure. */
  figures?: Figures
}

/** A place that shows flocks. */
interface Place {
  reads: (kept: Kept, asked: Asked) => Promise<Shown>
  /** Whether it names a flock that has been dying for three days; false: it is about longer times, or judges nothing. */
  namesDying: boolean
  /** What it says of a glitch of the records that has nothing to do with the birds; missing where it is silent of them. */
  says?: keyof Said
  /** Ids of houses in the order in which somebody reads of them, each once; missing where the place has one flock, or its own order. */
  order?: (asked: Asked) => Promise<string[]>
}

const courseFor = ({ id }: Kept, { owner }: Asked) => owner.call(flocks.course, { params: { id } })
const morningOf = async ({ id }: Kept, { owner }: Asked) =>
  (await owner.call(workplace.list)).filter(flock => flock.id === id)
const off = (name: string, value: number | null, standard: number | null | undefined, of: number) =>
  value === null || standard == null || Math.abs(value - standard) / of < 0.01 ? [] : [name]

const fileOf = async (owner: Person, job: Job) => (await jobIn(owner, job.id, 'done')).file?.url ?? ''

/** Figures that count from the placement, of those that have them. */
const sinceBegin = ['livability', 'eggsPerHenHoused', 'peakRate', 'efficiency', 'feedTotal'] as const

/** Every place where somebody reads how a flock does. A new one is one more row here. */
export const places: Readonly<Record<string, Place>> = {
  'morning list': {
    namesDying: true,
    says: 'morning',
    reads: async (kept, asked) => ({
      wrong: exceptionsIn(await morningOf(kept, asked)).map(({ kind }) => kind),
    }),
    order: async ({ owner }) => {
      const known = (await owner.call(houses.monitor)).map(house => ({
        ...house,
        urgency: urgencyOf(house.state, house.alarms[0]?.level),
      }))
      const lines = morningLines(known, await owner.call(workplace.list))
      return [...new Set(lines.map(line => (line.house ? line.house.id : line.exception.flock.houseId)))]
    },
  },
  'workplace cards': {
    namesDying: false,
    reads: async (kept, asked) => {
      const morning = await morningOf(kept, asked)
      return {
        wrong: morning.map(flock => standing(flock).sense).filter(isColour),
        figures: { alive: morning[0]?.isRecorded ? morning[0].alive : 'says why' },
      }
    },
  },
  monitor: {
    namesDying: false,
    reads: async ({ houseId, made }, { owner }) => {
      const state = await owner.call(houses.state, { params: { id: houseId } })
      const { laid, losses, lossesLack, aliveCount } = state
      const standard = laid && standardOn(standardIn(state), 'rate', { age: laid.age, placedAge: 0 })
      const rate = laid && henDayRate(laid.eggs, laid.hens)
      const sense = laid?.isSure && standard && rate !== null ? senseOf('rate', rate, standard) : 'neutral'
      const lost = losses?.isBegun ? losses.lost / made.placedCount : null
      return {
        wrong: [sense].filter(isColour),
        whole: [lost],
        figures: {
          alive: lossesLack ? 'says why' : aliveCount,
          rate: laid?.isSure ? rate : 'says why',
          survival: told(lost === null ? null : 1 - lost, lossesLack),
        },
      }
    },
  },
  'flock list': {
    namesDying: false,
    reads: async ({ id, number }, { owner }) => {
      const { items } = await owner.call(flocks.list, { query: { search: number } })
      const found = items.find(flock => flock.id === id)
      const { livability = null, livabilityLacks = null, rate = null, weight = null } = found ?? {}
      return {
        wrong: found ? [] : ['missing'],
        whole: [livability],
        // Beside a rate stands why nobody knows of how many birds it is.
        figures: {
          livability: told(livability, livabilityLacks),
          rate: livabilityLacks ? 'says why' : rate,
          weight,
        },
      }
    },
  },
  detail: {
    namesDying: false,
    says: 'detail',
    reads: async (kept, asked) => {
      const course = await courseFor(kept, asked)
      const { flock, final, counted, days } = course
      const still = days.findLast(({ isSoFar }) => !isSoFar)?.still ?? {}
      const doubts = [counted, ...Object.keys(still)].filter(doubt => doubt != null)
      const finals = finalOf(course).map(({ key, value, lacks }) => [key, lacks ? 'says why' : value])
      return {
        wrong: doubts.map(String),
        whole: [flock.livability, ...sinceBegin.map(name => final[name])],
        figures: { rate: flock.livabilityLacks ? 'says why' : flock.rate, ...Object.fromEntries(finals) },
      }
    },
  },
  'week table': {
    namesDying: true,
    reads: async (kept, asked) => {
      const course = await courseFor(kept, asked)
      const shown = [...measuresOf(course), ...furtherMeasuresOf(course), 'mortality' as const]
      return {
        wrong: course.weeks.flatMap(week =>
          shown.filter(measure => isColour(against(course, measure, week).sense)),
        ),
        whole: course.weeks.flatMap(({ losses, eggsPerHen }) => [losses, eggsPerHen]),
        figures: Object.fromEntries(
          course.weeks.flatMap(week =>
            shown.map(measure => [
              `${measure} in week ${week.week}`,
              lackingOf(measure, week) ? 'says why' : inWeek(against(course, measure, week)),
            ]),
          ),
        ),
      }
    },
  },
  curve: {
    namesDying: false,
    reads: async (kept, asked) => {
      const course = await courseFor(kept, asked)
      const ofAll = (['losses', 'eggsPerHen', 'eggsOfWeek'] as const).flatMap(
        measure => curveOf(course, measure, 4).points,
      )
      return {
        wrong: [
          // Where nobody knows of how many birds a figure is, the curve says so.
          ...measuresOf(course).filter(
            measure => pointsOffBand(course, measure).length > 0 && whyUnjudged(course, measure) === null,
          ),
          ...(breakOf(course) ? ['break point'] : []),
        ],
        whole: ofAll.map(({ y }) => y),
      }
    },
  },
  'comparison and its sentence': {
    namesDying: false,
    reads: async (kept, { owner, exact }) => {
      const ids = [exact.id, kept.id].join()
      const items = await owner.call(comparison.courses, { query: { items: ids } } as never)
      const course = items[1]?.course
      const found = course ? measuresOf(course).map(measure => findingOf(items, measure).kind) : []
      return {
        wrong: found.filter(kind => !['alike', 'never', 'nothing', 'breeds', 'uncounted'].includes(kind)),
        whole: course?.weeks.map(({ losses }) => losses) ?? [],
      }
    },
  },
  'daily report': {
    namesDying: true,
    reads: async ({ id, yesterday }, { farm }) => {
      const database = farm.services.store.scoped(SYSTEM)
      const found = await findFlock(database, SYSTEM, id, 'en-US')
      const records = await recordsOf(database, [id])
      const course = courseOf(found.row, records, todayOf(found), ownStandardOf(found))
      const daily = { found, record: records.at(-1) ?? null, course, measured: {}, doubted: {} }
      const { figures, today, usualLoss, losses } = flockOfDay(daily, yesterday)
      const soFar = flockOfDay(daily, daysAfter(yesterday, 1)).figures
      const isDying = (today?.mortality ?? 0) > usualLoss
      return {
        wrong: [
          ...[...figures, ...soFar].filter(({ sense }) => isColour(sense)).map(({ measure }) => measure),
          ...(isDying ? ['loss'] : []),
        ],
        whole: [losses],
        figures: Object.fromEntries(
          figures.map(({ measure, value }) => {
            const isOdd = today?.isUncounted && isOfBirds(measure)
            return [measure, told(isOdd ? null : value, whyNot(measure, today))]
          }),
        ),
      }
    },
  },
  'flock report as PDF': {
    namesDying: false,
    reads: async ({ id }, { farm, owner }) => {
      const url = await fileOf(owner, await owner.call(reports.flock, { body: { flockId: id } }))
      const { rawPayload } = await farm.app.inject({ method: 'GET', url })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
        mergePages: true,
      })
      const lacks = (['losses', 'untold'] as const).some(why => text.includes(lackingSays({ why }, 'en-US')))
      return { wrong: text.match(/Break point/g) ?? [], whole: [lacks ? null : 1] }
    },
  },
  Excel: {
    namesDying: false,
    reads: async ({ number }, { farm, owner }) => {
      const url = await fileOf(owner, await owner.call(flocks.export, { body: { search: number } }))
      const [titles = [], ...rows] = await rowsOf(farm, url)
      const row = rows.find(each => each[titles.indexOf('Flock')] === number)
      const read = (title: string) => {
        const cell = row?.[titles.indexOf(title)]
        return typeof cell === 'number' ? cell : null
      }
      const livability = read('Livability %')
      const why = row?.[titles.indexOf('Why livability is missing')]
      return {
        wrong: row ? [] : ['missing'],
        whole: [livability],
        figures: {
          livability: told(livability, why),
          alive: why ? 'says why' : read('Alive'),
          rate: why ? 'says why' : read('Laying rate %'),
        },
      }
    },
  },
  'provider’s round': {
    namesDying: true,
    reads: async ({ houseId }, { engineer }) => {
      const round = await engineer.call(workplace.round)
      return { wrong: round.houses.filter(({ id }) => id === houseId).map(({ reason }) => reason) }
    },
    order: async ({ engineer }) => (await engineer.call(workplace.round)).houses.map(({ id }) => id),
  },
  'data screen': {
    namesDying: false,
    reads: async ({ houseId, made, yesterday }, { farm }) => {
      const database = farm.services.store.scoped(SYSTEM)
      await prepareHouses(database, [houseId])
      const [row] = await database.select().from(houseFigure).where(eq(houseFigure.houseId, houseId))
      if (!row) throw new Error('The figures of a house are missing')
      const { eggs, hens, eggsStandard, lost, lostStandard } = row
      const laid = eggs.slice(0, -1).flatMap((each, i) => off('eggs', each, eggsStandard[i], hens[i] || 1))
      const onDay = (name: 'eggs' | 'feed' | 'water', ago: number) => {
        const value = row[name].at(-ago - 1) ?? null
        const record = made.records.find(({ day }) => day === daysAfter(yesterday, 1 - ago))
        const isTold = record?.[name === 'eggs' ? 'eggsSound' : name] !== undefined
        const isDoubted = row[`${name}Doubted`].at(-ago - 1) === 1
        // It shows sums of the house; without losses nobody knows of how many birds.
        if (row.lost === null) return 'says why'
        return told(value && row.alive ? value / row.alive : value, isDoubted || !isTold)
      }
      return {
        wrong: [...laid, ...off('lost', lost, lostStandard, made.placedCount)],
        figures: Object.fromEntries(
          (['eggs', 'feed', 'water'] as const).flatMap(name =>
            [1, 2, 3, 4].map(ago => [`recorded ${name}, ${ago} days ago`, onDay(name, ago)]),
          ),
        ),
      }
    },
  },
  'doubts of the form': {
    namesDying: false,
    says: 'form',
    reads: async ({ id, yesterday }, { owner }) => {
      const doubtsOn = async (day: string) => {
        const sheet = await owner.call(flockRecords.sheet, { params: { id }, query: { day } })
        return sheet.record && doubtsOf(sheet.record, sheet).map(({ key }) => key)
      }
      const ofToday = (await doubtsOn(daysAfter(yesterday, 1))) ?? []
      return { wrong: [...((await doubtsOn(yesterday)) ?? ['missing']), ...ofToday] }
    },
  },
}

/**
 * A week's figure as its reader sees it: beside the standard of the days that it is of, in % of that. Without any, it is a dash in
 * its column: no day of the week has what it is made of.
 */
function inWeek({ value, standard, lacks }: ReturnType<typeof against>) {
  if (value === null || lacks) return 'says why'
  return standard?.mid ? (100 * value) / standard.mid : value
}

/** A figure, or that its place says why it has none. */
const told = (value: number | null, why: unknown) => value ?? (why ? 'says why' : null)

/** Whether a day says why it has no figure: what was entered is not believed, or nothing was. */
function whyNot(measure: FlockMeasure, day: DayFigures | null) {
  // The tile of the losses says so.
  if (day?.isUncounted && (measure === 'losses' || isOfBirds(measure))) return true
  const counter = measure === 'rate' ? 'eggs' : measure === 'feed' || measure === 'water' ? measure : null
  return (
    counter !== null && (day === null || recordedOf(counter, day) === null || day.still?.[counter] != null)
  )
}

const isColour = (sense: string): boolean => sense !== 'neutral'
