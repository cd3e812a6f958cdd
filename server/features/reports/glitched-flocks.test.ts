import { inArray } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparison } from '#shared/contracts/comparison.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import type { Job } from '#shared/contracts/jobs.ts'
import { reports } from '#shared/contracts/reports.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { against, breakOf, furtherMeasuresOf, measuresOf } from '#shared/flock-figures/course-measures.ts'
import { exceptionsIn, standing } from '#shared/flock-figures/exceptions.ts'
import { findingOf } from '#shared/flock-figures/finding.ts'
import { glitches, saidWith } from '#shared/testing/glitches.ts'
import { soon } from '#shared/testing/soon.ts'
import { dying, keptBreeds, onStandard, takenOver } from '#shared/testing/three-flocks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { startAlarmsAlone } from '../../farm/alarms/testing/start-alone.ts'
import { prepareHouses } from '../../farm/figures/prepare.ts'
import { courseOf, todayOf } from '../../farm/flocks/flock-course.ts'
import { findFlock, ownStandardOf, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { flockOfDay } from './daily/figures.ts'
import { type Kept, keepFlock } from './testing/keep-flock.ts'

/** One breed of each type of house. */
const kinds = (['layer', 'broiler', 'pullet', 'breeder'] as const).map(type => {
  const kept = keptBreeds.find(each => each.type === type)
  if (!kept) throw new Error(`No breed for ${type}`)
  return kept
})

let farm: TestApp
let owner: Person
let alarms: Awaited<ReturnType<typeof startAlarmsAlone>>
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  const { store, events, devices, log } = farm.services
  const now = () => Date.now()
  const ranOn = () => ({ pausedMs: 0, steppedMs: 0 })
  alarms = await startAlarmsAlone({ store, events, devices, log, now, ticks: now, graceMs: 0, passed: ranOn })
}, 120_000)
afterAll(async () => {
  await alarms.stop()
  await farm.close()
})

const morningOf = async (ids: readonly string[]) =>
  (await owner.call(workplace.list)).filter(({ id }) => ids.includes(id))

async function fileOf(job: Job): Promise<string | undefined> {
  return (await jobIn(owner, job.id, 'done')).file?.url
}

async function textOf(job: Job): Promise<string> {
  const answer = await farm.app.inject({ method: 'GET', url: (await fileOf(job)) ?? '' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return text
}

/** What the daily report shows in colour. */
async function colouredOn({ id }: Kept, day: string): Promise<string[]> {
  const database = farm.services.store.scoped(SYSTEM)
  const found = await findFlock(database, SYSTEM, id, 'en-US')
  const records = (await recordsOf(database, [id])).filter(each => each.day <= day)
  const course = courseOf(found.row, records, todayOf(found), ownStandardOf(found))
  const record = records.findLast(each => each.day === day) ?? null
  const { figures } = flockOfDay({ found, record, course, measured: {}, doubted: {} }, day)
  return figures.filter(({ sense }) => sense !== 'neutral').map(({ measure }) => `${measure} on ${day}`)
}

/** How far walls are from the standard, as a share of the birds. */
async function offOnWalls(kept: readonly Kept[]): Promise<number[]> {
  const database = farm.services.store.scoped(SYSTEM)
  const houseIds = kept.map(({ houseId }) => houseId)
  await prepareHouses(database, houseIds)
  const rows = await database.select().from(houseFigure).where(inArray(houseFigure.houseId, houseIds))
  expect(rows).toHaveLength(kept.length)
  return rows.flatMap(({ eggs, hens, eggsStandard, lost, lostStandard, placed }) => [
    // The last is today, which is not over.
    ...eggs.slice(0, -1).flatMap((laid, i) => {
      const [standard, birds] = [eggsStandard[i], hens[i]]
      return laid === null || standard == null || !birds ? [] : [Math.abs(laid - standard) / birds]
    }),
    lostStandard === null || lost === null || !placed ? 0 : Math.abs(lost - lostStandard) / placed,
  ])
}

for (const [name, glitch] of Object.entries(glitches)) {
  test(`${name}: flocks on their standards are in no list, colour, doubt or finding`, async () => {
    const kept: Kept[] = []
    for (const [place, kind] of kinds.entries())
      kept.push(
        await keepFlock(
          farm,
          (until, placementDay) => glitch(onStandard(kind, { until, placementDay })),
          place,
        ),
      )
    await alarms.settled()
    const morning = await morningOf(kept.map(({ id }) => id))
    expect(morning).toHaveLength(kept.length)
    expect(
      exceptionsIn(morning)
        .map(({ kind, flock }) => `${flock.breed}: ${kind}`)
        .sort(),
    ).toEqual(
      kept.flatMap(({ made }) => saidWith(name, made).morning.map(kind => `${made.breed}: ${kind}`)).sort(),
    )
    expect(morning.map(flock => standing(flock).sense)).toEqual(kept.map(() => 'neutral'))
    expect(Math.max(...(await offOnWalls(kept)))).toBeLessThan(0.01)
    for (const each of kept) {
      const { id, made, yesterday } = each
      const course = await owner.call(flocks.course, { params: { id } })
      const red = course.weeks.flatMap(week =>
        [...measuresOf(course), ...furtherMeasuresOf(course)].filter(
          measure => against(course, measure, week).sense !== 'neutral',
        ),
      )
      expect(red, made.breed).toEqual([])
      expect(breakOf(course)).toBeNull()
      for (const day of [yesterday, daysAfter(yesterday, 1)]) {
        expect(await colouredOn(each, day), made.breed).toEqual([])
        const sheet = await owner.call(flockRecords.sheet, { params: { id }, query: { day } })
        const doubts = sheet.record && doubtsOf(sheet.record, sheet).map(({ key }) => key)
        expect(doubts, `form of ${made.breed}`).toEqual(sheet.record && saidWith(name, made).form)
      }
      expect(await textOf(await owner.call(reports.flock, { body: { flockId: id } }))).not.toMatch(
        /Break point/,
      )
      const shown = await owner.call(flocks.get, { params: { id } })
      const over = course.days.filter(({ isSoFar }) => !isSoFar)
      expect(shown.rate ?? null).toEqual(over.findLast(({ rate }) => rate !== null)?.rate ?? null)
      expect(shown.alive).toBe(course.days.at(-1)?.alive)
    }
    const ids = kept.slice(0, 2).map(({ id }) => id)
    const items = await owner.call(comparison.courses, { query: { items: ids.join() } } as never)
    expect(findingOf(items, 'rate').kind).not.toBe('broke')
    await inExcel(kept)
  }, 240_000)

  test(`${name}: flocks that are dying are first on the list, with their losses as the reason`, async () => {
    for (const [place, kind] of kinds.entries()) {
      const dead = await keepFlock(farm, until => glitch(dying(onStandard(kind, { until }), 4)), place)
      const well = await keepFlock(farm, until => glitch(onStandard(kind, { until })), place)
      await soon(async () => {
        const list = exceptionsIn(await morningOf([well.id, dead.id]))
        expect(list[0], kind.breed).toMatchObject({ kind: 'dead', flock: { id: dead.id } })
        const saidOfWell = list.filter(({ flock }) => flock.id === well.id).map(each => each.kind)
        expect(saidOfWell, kind.breed).toEqual(saidWith(name, well.made).morning)
      })
    }
  }, 240_000)

  test(`${name}: flocks taken over in the middle show no figure over the time before`, async () => {
    for (const [place, kind] of kinds.entries()) {
      const week = kind.type === 'broiler' ? 3 : Math.round(kind.age / 7) - 4
      const { id } = await keepFlock(
        farm,
        until => glitch(takenOver(onStandard(kind, { until }), week)),
        place,
      )
      const course = await owner.call(flocks.course, { params: { id } })
      expect(course.weeks.every(({ losses, eggsPerHen }) => losses === null && eggsPerHen === null)).toBe(
        true,
      )
      const { lacks, ...figures } = course.final
      for (const figure of ['livability', 'eggsPerHenHoused', 'peakRate', 'efficiency', 'feedTotal'] as const)
        expect(figures[figure], `${figure} of ${kind.breed}`).toBeNull()
      expect(lacks?.livability).toBeTruthy()
      expect((await owner.call(flocks.get, { params: { id } })).livability).toBeNull()
      const shown = await textOf(await owner.call(reports.flock, { body: { flockId: id } }))
      expect(shown).toMatch(/losses not recorded throughout/)
    }
  }, 240_000)
}

/** The list in Excel says what the pages of the flocks say. */
async function inExcel(kept: readonly Kept[]): Promise<void> {
  const url = await fileOf(await owner.call(flocks.export, { body: {} }))
  const [titles = [], ...rows] = await rowsOf(farm, url)
  const column = (title: string) => titles.indexOf(title)
  for (const { id } of kept) {
    const { number, alive, livability, rate } = await owner.call(flocks.get, { params: { id } })
    const row = rows.find(each => each[column('Flock')] === number) ?? []
    expect(row[column('Alive')]).toBe(alive)
    for (const [title, value] of [
      ['Livability %', livability],
      ['Laying rate %', rate],
    ] as const)
      if (value == null) expect(row[column(title)] ?? null, title).toBeNull()
      else expect(row[column(title)], title).toBeCloseTo(value, 2)
  }
}
