import { demoCustomers, roughHouses } from '#server/demo/seed/demo-farms.ts'
import { figuresOf, type PlayedHouse } from '#server/farm/alarms/replay/replay-figures.ts'
import { textOfReplay } from '#server/farm/alarms/replay/replay-text.ts'
import { figureGoals, levelsAtMost, worstAtMost } from '#shared/alarm-figures.ts'
import type { Severity } from '#shared/signals.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { courseOf, plantedFaults } from '../planted-faults.ts'
import { rulesOverAHouse, SETTLED } from '../rules-over-a-house.ts'

const DAY = 86_400_000
/** A fixed day, so that weather and birds are the same in every run; the demonstration's ages are those of this day. */
const TODAY = Date.parse('2026-11-27T00:00:00Z')
const PERIOD = [TODAY - 21 * DAY, TODAY] as const
const GOALS = { delayS: 90, nightCallsPerHouseWeek: 0.1 }

/** The houses of the demonstration as the simulator plays them; what breaks by chance is left out. */
export const demoHouses = (): HouseSpec[] =>
  demoCustomers.flatMap(({ sites, timeZone }) =>
    sites.flatMap(({ houses, latitude, longitude }) =>
      Object.entries(houses).map(([code, { ageDays, cage: _, ...house }]) => ({
        ...house,
        name: code,
        rough: [...(roughHouses[code] ?? [])],
        latitude,
        longitude,
        timeZone,
        placedOn: new Date(TODAY - ageDays * DAY).toISOString().slice(0, 10),
        seed: 7,
        faults: 0,
      })),
    ),
  )

/** Some weeks of a house. `isForeign`: its controller warns of nothing itself. */
export function live(
  spec: HouseSpec,
  [from, until]: readonly [number, number],
  { isForeign, hasFaults }: { isForeign: boolean; hasFaults: boolean },
): PlayedHouse {
  const planted = hasFaults ? plantedFaults(spec, from + DAY, until, isForeign) : []
  const alarms = rulesOverAHouse(spec, from, until, courseOf(planted, isForeign))
  const { name, timeZone } = spec
  // What never showed, such as a fan that nobody wanted or water before the birds came, nobody can find.
  const faults = planted.flatMap(({ name: fault, onset, until: to, codes }) =>
    onset === undefined ? [] : [{ name: fault, from: onset, to, codes }],
  )
  return { name, timeZone, from: from + SETTLED, until, unjudged: [], alarms, faults }
}

/** Faults come by chance here as often as in the simulated farms, in fewer days. */
const OFTEN = 4
const BY_CHANCE = [TODAY - 8 * DAY, TODAY] as const

/** What share of the alarms of these houses has each grave level, whose faults come by chance. */
function graveShares(
  houses: readonly HouseSpec[],
  isForeign: boolean,
): Record<'critical' | 'emergency', number> {
  const told = houses
    .flatMap(spec => live({ ...spec, faults: OFTEN }, BY_CHANCE, { isForeign, hasFaults: false }).alarms)
    .filter(({ level }) => level !== 'info')
  const share = (level: Severity) =>
    told.filter(alarm => alarm.level === level).length / Math.max(1, told.length)
  return { critical: share('critical'), emergency: share('emergency') }
}

/** A house of each type. */
const oneOfEachType = (): HouseSpec[] =>
  [...Map.groupBy(demoHouses(), ({ type }) => type).values()].flatMap(([first]) => first ?? [])

/** Alarms of the demonstration's houses over three weeks: what was planted is found in time, and nobody is called in vain. */
export async function alarms({ quick, say }: Bench): Promise<Figure[]> {
  const houses = quick ? oneOfEachType() : demoHouses()
  const section = 'alarms'
  /** As ISA-18.2 and EEMUA 191 have it. */
  const goal = (name: string, value: number, atMost: number): Figure => ({
    section,
    name,
    value,
    unit: '',
    goal: { atMost },
  })
  const figures: Figure[] = []
  for (const isForeign of [false, true]) {
    const said = isForeign ? 'foreign controllers' : 'demonstration'
    const [broken, healthy]: [PlayedHouse[], PlayedHouse[]] = [[], []]
    for (const spec of houses) {
      say(`alarms: three weeks of ${spec.name}, ${said}`)
      broken.push(live(spec, PERIOD, { isForeign, hasFaults: true }))
      healthy.push(live(spec, PERIOD, { isForeign, hasFaults: false }))
      // Signals get their turn.
      await new Promise(resolve => setImmediate(resolve))
    }
    const shares = graveShares(houses, isForeign)
    const found = figuresOf(broken)
    const quiet = figuresOf(healthy)
    say(`\nalarms: ${said}, each fault planted once\n\n${textOfReplay(found)}`)
    say(`\nalarms: ${said}, nothing wrong\n\n${textOfReplay(quiet)}\n`)
    const missed = found.faults.filter(({ afterS }) => afterS === null)
    figures.push(
      { section, name: `${said}: faults that showed`, value: found.faults.length, unit: '' },
      { section, name: `${said}: faults missed`, value: missed.length, unit: '', goal: { atMost: 0 } },
      {
        section,
        name: `${said}: median delay beyond physics`,
        value: found.medianDelayS ?? Infinity,
        unit: 's',
        goal: { atMost: GOALS.delayS },
      },
      {
        section,
        name: `${said}: false night calls a house and week`,
        value: quiet.nightCallsPerHouseWeek,
        unit: '',
        goal: { atMost: GOALS.nightCallsPerHouseWeek },
      },
      {
        section,
        name: `${said}: false alarms a house and week`,
        value: quiet.alarms / quiet.houseWeeks,
        unit: '',
      },
      ...(['critical', 'emergency'] as const).map(level => ({
        section,
        name: `${said}: share of ${level} alarms`,
        value: shares[level],
        unit: '',
        // Controllers give their own alarms their levels. Grave ones are many: what breaks by chance here are fans and mains.
        ...(isForeign && level === 'emergency' && { goal: { atMost: levelsAtMost.emergency } }),
      })),
      // One person for all of these houses, which is more than any farm has.
      goal(`${said}: chattering`, found.chattering, figureGoals.chattering),
      goal(`${said}: alarms a person in ten minutes, mean`, found.person.mean, figureGoals.perTen),
      goal(`${said}: alarms a person in ten minutes, most`, found.person.peak, figureGoals.mostInTen),
      goal(`${said}: share of time in flood`, found.person.flood, figureGoals.flood),
      goal(`${said}: chattering, nothing wrong`, quiet.chattering, figureGoals.chattering),
      goal(`${said}: share of time in flood, nothing wrong`, quiet.person.flood, figureGoals.flood),
      {
        section,
        name: `${said}: share of the ten alarms that ring most`,
        value: found.worstTenShare,
        unit: '',
        goal: { atMost: worstAtMost(found.ringing) },
      },
    )
  }
  return figures
}
