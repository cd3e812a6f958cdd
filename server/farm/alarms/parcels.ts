import { kindOf } from '#shared/alarm-cause.ts'
import type { Way } from '#shared/alarm-rules.ts'
import { type Standing, underCauses } from '#shared/alarm-under.ts'
import type { Receiver } from './receivers.ts'
import type { Bundle, Rung } from './rung.ts'

/** Somebody to tell, with the alarms that concern them and the ways of each. */
export interface Concerned extends Receiver {
  heard: { rung: Rung; besides: readonly Way[] }[]
}

/** One message and the people who get it. */
export interface Parcel {
  people: readonly [Receiver, ...Receiver[]]
  bundle: Bundle<Rung>
}

const standingOf = ({ code, level, houseIds, raisedAt }: Rung): Standing => ({
  code,
  level,
  houses: houseIds,
  since: raisedAt.getTime(),
})

/**
 * The fan groups that failed where this one did, of an alarm of a fan group: houses share a message when the same groups
 * failed in them, so that it names no group of another house.
 */
function fansOf(rungs: readonly Rung[]): (rung: Rung) => string[] | undefined {
  const isFan = ({ code }: Rung) => kindOf(code) === 'FanGroupFault'
  const placeOf = ({ houseIds, level }: Rung) => JSON.stringify([houseIds, level])
  const failed = Map.groupBy(rungs.filter(isFan), placeOf)
  return rung =>
    isFan(rung)
      ? failed
          .get(placeOf(rung))
          ?.map(({ code }) => code)
          .toSorted()
      : undefined
}

/**
 * The messages that tell of these alarms: those of one kind together, whatever the number of houses, each with what it
 * explains. What is told for another reason, by a rule of its own,
 * or with other words of the farm, is another message.
 */
export function bundlesOf(rungs: readonly Rung[]): Bundle<Rung>[] {
  const alike = Map.groupBy(rungs, ({ why, calls, ownAction }) => JSON.stringify([why, calls, ownAction]))
  return [...alike.values()].flatMap(those => {
    const lines = underCauses(those, standingOf)
    const fans = fansOf(lines.map(([cause]) => cause))
    const kinds = Map.groupBy(lines, ([cause]) => JSON.stringify([fans(cause) ?? cause.code, cause.level]))
    return [...kinds.values()].flatMap(([line, ...others]) =>
      line
        ? [
            {
              first: [line[0], ...others.map(([cause]) => cause)],
              under: [line, ...others].flatMap(each => each.slice(1)),
            } as const,
          ]
        : [],
    )
  })
}

/** What each is told in as few messages as can be: people who are told the same, by the same ways, are told together. */
export function parcelsOf(people: readonly Concerned[]): Parcel[] {
  const known = new Map<string, Bundle<Rung>[]>()
  const single = people.flatMap(({ heard, ...person }) => {
    const rungs = heard.map(({ rung }) => rung)
    const key = rungs.map(({ id }) => id).join()
    const bundles = known.get(key) ?? bundlesOf(rungs)
    known.set(key, bundles)
    const waysOf = new Map(heard.map(({ rung, besides }) => [rung.id, besides]))
    return bundles.map(bundle => {
      const ids = [...bundle.first, ...bundle.under].map(({ id }) => id)
      const besides = [...new Set(ids.flatMap(id => waysOf.get(id) ?? []))].toSorted()
      return { person: { ...person, besides }, bundle, ids }
    })
  })
  const alike = Map.groupBy(single, ({ person: { as, besides }, ids }) => JSON.stringify([as, besides, ids]))
  return [...alike.values()].flatMap(([one, ...others]) =>
    one ? [{ people: [one.person, ...others.map(({ person }) => person)] as const, bundle: one.bundle }] : [],
  )
}
