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
import { against, curveOf, furtherMeasuresOf, measuresOf } from '#shared/flock-figures/course-measures.ts'
import { henDayRate } from '#shared/flock-figures/eggs.ts'
import { exceptionsIn, morningLines, standing } from '#shared/flock-figures/exceptions.ts'
import { findingOf } from '#shared/flock-figures/finding.ts'
import { senseOf, standardIn, standardOn } from '#shared/flock-figures/standard.ts'
import { urgencyOf } from '#shared/house-urgency.ts'
import { pointsOffBand } from '#shared/testing/drawn-curve.ts'
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

/** What a place shows of a flock. */
interface Shown {
  /** What it calls wrong: in red, in doubt, in a list, in a finding. */
  wrong: string[]
  /** Figures that count from the placement; null where it shows none. Missing: the place has no such figure. */
  whole?: (number | null)[]
}

/** A place that shows flocks. */
interface Place {
  reads: (kept: Kept, asked: Asked) => Promise<Shown>
  /** Whether it names a flock that has been dying for three days; false: it is about longer times, or judges nothing. */
  namesDying: boolean
  /** Ids of houses in the order in which somebody reads of them, each once; missing where the place has one flock, or its own order. */
  order?: (asked: Asked) => Promise<string[]>
}

const courseFor = ({ id }: Kept, { owner }: Asked) => owner.call(flocks.course, { params: { id } })
const morningOf = async ({ id }: Kept, { owner }: Asked) =>
  (await owner.call(workplace.list)).filter(flock => flock.id === id)
const off = (name: string, value: number | null, standard: number | null | undefined, of: number) =>
  value === null || standard == null || Math.abs(value - standard) / of < 0.01 ? [] : [name]

const fileOf = async (owner: Person, job: Job) => (await jobIn(owner, job.id, 'done')).file?.url ?? ''

/** Every place where somebody reads how a flock does. A new one is one more row here. */
export const places: Readonly<Record<string, Place>> = {
  'morning list': {
    namesDying: true,
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
    reads: async (kept, asked) => ({
      wrong: (await morningOf(kept, asked)).map(flock => standing(flock).sense).filter(isColour),
    }),
  },
  monitor: {
    namesDying: false,
    reads: async ({ houseId, made }, { owner }) => {
      const state = await owner.call(houses.state, { params: { id: houseId } })
      const { laid, losses } = state
      const standard = laid && standardOn(standardIn(state), 'rate', { age: laid.age, placedAge: 0 })
      const rate = laid && henDayRate(laid.eggs, laid.hens)
      const sense = laid?.isSure && standard && rate !== null ? senseOf('rate', rate, standard) : 'neutral'
      return { wrong: [sense].filter(isColour), whole: [losses && losses.lost / made.placedCount] }
    },
  },
  'flock list': {
    namesDying: false,
    reads: async ({ id, number }, { owner }) => {
      const { items } = await owner.call(flocks.list, { query: { search: number } })
      const found = items.find(flock => flock.id === id)
      return { wrong: found ? [] : ['missing'], whole: [found?.livability ?? null] }
    },
  },
  detail: {
    namesDying: false,
    reads: async (kept, asked) => {
      const { flock, final, counted, days } = await courseFor(kept, asked)
      const doubts = [counted, ...Object.keys(days.at(-1)?.still ?? {})].filter(doubt => doubt != null)
      return { wrong: doubts.map(String), whole: [flock.livability, final.livability] }
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
        wrong: measuresOf(course).filter(measure => pointsOffBand(course, measure).length > 0),
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
      const isDying = (today?.mortality ?? 0) > usualLoss
      return {
        wrong: [
          ...figures.filter(({ sense }) => isColour(sense)).map(({ measure }) => measure),
          ...(isDying ? ['loss'] : []),
        ],
        whole: [losses],
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
      const lacks = text.includes('losses not recorded throughout')
      return { wrong: text.match(/Break point/g) ?? [], whole: [lacks ? null : 1] }
    },
  },
  Excel: {
    namesDying: false,
    reads: async ({ number }, { farm, owner }) => {
      const url = await fileOf(owner, await owner.call(flocks.export, { body: { search: number } }))
      const [titles = [], ...rows] = await rowsOf(farm, url)
      const row = rows.find(each => each[titles.indexOf('Flock')] === number)
      const livability = row?.[titles.indexOf('Livability %')]
      return { wrong: row ? [] : ['missing'], whole: [typeof livability === 'number' ? livability : null] }
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
    reads: async ({ houseId, made }, { farm }) => {
      const database = farm.services.store.scoped(SYSTEM)
      await prepareHouses(database, [houseId])
      const [row] = await database.select().from(houseFigure).where(eq(houseFigure.houseId, houseId))
      if (!row) throw new Error('The figures of a house are missing')
      const { eggs, hens, eggsStandard, lost, lostStandard } = row
      const laid = eggs.slice(0, -1).flatMap((each, i) => off('eggs', each, eggsStandard[i], hens[i] || 1))
      return { wrong: [...laid, ...off('lost', lost, lostStandard, made.placedCount)] }
    },
  },
  'doubts of the form': {
    namesDying: false,
    reads: async ({ id, yesterday }, { owner }) => {
      const sheet = await owner.call(flockRecords.sheet, { params: { id }, query: { day: yesterday } })
      return { wrong: sheet.record ? doubtsOf(sheet.record, sheet).map(({ key }) => key) : ['missing'] }
    },
  },
}

const isColour = (sense: string): boolean => sense !== 'neutral'
