import { expect, test } from 'vitest'
import {
  dying,
  keptBreeds,
  type MadeFlock,
  onStandard,
  ownKept,
  takenOver,
} from '#shared/testing/three-flocks.ts'
import { toldCourse } from '#shared/testing/told-flock.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { flockDay } from './flock-day.ts'
import { deltaOf } from './flock-delta.ts'
import { toldOf } from './testing/flock-past.ts'

/** Today of the stored counters that these figures are read beside. */
const TODAY = '2026-11-20'
const UNTIL = '2026-11-19'

/** The figures of the monitor that come from the records of a made flock. */
function monitorOf(made: MadeFlock) {
  const { days } = toldCourse(made, TODAY)
  const last = days.findLast(({ eggs }) => eggs !== null)
  const isWhole = days.at(-1)?.losses != null
  const lost = days.at(-1)?.lost ?? 0
  const house = aHouse({
    type: made.type,
    breed: made.breed,
    ...(made.standard && { standard: made.standard }),
    flockStartedOn: made.placedOn,
    flockHatchedOn: made.hatchedOn ?? null,
    flockCount: made.placedCount,
    isRecorded: true,
    aliveCount: days.at(-1)?.alive ?? null,
    losses: isWhole ? { isBegun: true, birds: made.placedCount, lost, moved: 0, from: made.placedOn } : null,
    lossesLack: isWhole ? null : 'losses',
    laid: last?.aliveAtStart
      ? { day: last.day, age: last.age, eggs: last.eggs ?? 0, hens: last.aliveAtStart, isSure: isWhole }
      : null,
  })
  const figures = flockDay(house, toldOf({}), { counted: null, weight: null })
  return new Map(
    figures.map(figure => [figure.key, { ...figure, sense: deltaOf(figure)?.sense ?? 'neutral' }]),
  )
}

test.each([...keptBreeds, ...ownKept])(
  '$breed as $type exactly on its standard: nothing on the monitor is red',
  kept => {
    const made = onStandard(kept, { until: UNTIL })
    for (const ago of [0, 20, 60, 120]) {
      const records = made.records.slice(0, Math.max(10, made.records.length - ago))
      const shown = monitorOf({ ...made, records })
      expect(
        [...shown.values()].filter(({ sense }) => sense === 'bad').map(({ key }) => key),
        `${ago} days ago`,
      ).toEqual([])
    }
  },
)

test.each(keptBreeds)('$breed as $type slowly dying: its survival is red', kept => {
  const made = onStandard(kept, { until: UNTIL })
  const survival = monitorOf(dying(made, 12)).get('survival')
  // Not every publisher says how many are lost.
  expect(survival?.sense).toBe(survival?.standard === null ? 'neutral' : 'bad')
})

test.each(keptBreeds.filter(({ type }) => type === 'layer' || type === 'breeder'))(
  '$breed as $type taken over: no figure over the time that nobody recorded, and the card says why',
  kept => {
    const shown = monitorOf(takenOver(onStandard(kept, { until: UNTIL }), Math.round(kept.age / 7) - 3))
    expect(shown.get('survival')).toMatchObject({ actual: null, lacks: 'losses' })
    expect(shown.get('lay')?.sense ?? 'neutral').toBe('neutral')
  },
)
