import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { CircleCheck, CircleHelp, Mail, Phone, PhoneOff, Smartphone, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProvenWay } from '#shared/alarm-ways.ts'
import {
  alarmWays,
  type HouseReach,
  type Reach,
  type ReachedPerson,
  type TendedWayNow,
} from '#shared/contracts/alarm-ways.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { ageOf } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import './reach-card.css'

/** Who is on call changes by the minute. ms */
const LOOK_MS = 60_000

const icons = { mail: Mail, push: Smartphone, call: Phone } as const satisfies Record<ProvenWay, unknown>

function useAge(): (at: string) => string {
  const { language } = useReader()
  return at => ageOf(Date.now() - Date.parse(at), language)
}

/** Whom alarms now would reach in houses of that name, and the ways of the installation. */
export const useReach = (search: string) =>
  useQuery({
    queryKey: [alarmWays.reach.path, search],
    queryFn: () => call(alarmWays.reach, { query: { search: search || undefined } }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  })

/** For each house whom an alarm now would reach, in which order and how, and when each way was last proven. */
export function ReachCard() {
  const { t } = useTranslation('alarm-rules')
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useReach(search)
  const isMany = search !== '' || (data !== undefined && data.total > 10)
  return (
    <section className="card reach" aria-label={t($ => $.reach.title)}>
      <header>
        <h2>{t($ => $.reach.title)}</h2>
        {isMany && (
          <Input.Search
            aria-label={t($ => $.reach.search)}
            placeholder={t($ => $.reach.search)}
            allowClear
            onSearch={setSearch}
          />
        )}
      </header>
      <p className="caption">{t($ => $.reach.says)}</p>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data && <Ways ways={data.ways} />}
      {data && <MuteHouses houses={data.houses} />}
      {data && <Houses reach={data} />}
    </section>
  )
}

/** What the installation itself has, and whether it works. */
function Ways({ ways }: { ways: readonly TendedWayNow[] }) {
  const { t } = useTranslation('alarm-rules')
  const age = useAge()
  const says = ({ isSetUp, deadSince, echoedAt, workedAt }: TendedWayNow) => {
    if (!isSetUp) return t($ => $.reach.ways.notSetUp)
    if (deadSince) return t($ => $.reach.ways.isDead, { age: age(deadSince) })
    if (echoedAt) return t($ => $.reach.ways.answered, { age: age(echoedAt) })
    return workedAt ? t($ => $.reach.ways.works, { age: age(workedAt) }) : t($ => $.reach.ways.notTried)
  }
  return (
    <ul className="reach-ways" aria-label={t($ => $.reach.ways.title)}>
      {ways.map(each => (
        <li key={each.way} data-dead={each.deadSince !== null || !each.isSetUp || undefined}>
          <strong>{t($ => $.reach.ways.names[each.way])}</strong> <span className="num">{says(each)}</span>
          <Arrival of={each} />
        </li>
      ))}
    </ul>
  )
}

/** What is not proven of a way that is set up: whether what it takes arrives. */
function Arrival({ of: { way, isSetUp, arrival } }: { of: TendedWayNow }) {
  const { t } = useTranslation('alarm-rules')
  if (!isSetUp || arrival === null || arrival === 'proven') return null
  const says =
    way === 'call'
      ? t($ => $.reach.ways.lineUntested)
      : arrival === 'waiting'
        ? t($ => $.reach.ways.mailboxSilent)
        : t($ => $.reach.ways.mailUntested)
  return <p className="caption">{says}</p>
}

/** A mail or a push wakes few people: houses whose alarms phone nobody are said first. */
function MuteHouses({ houses }: { houses: readonly HouseReach[] }) {
  const { t } = useTranslation('alarm-rules')
  const mute = houses.filter(({ wakesAnybody }) => !wakesAnybody)
  if (mute.length === 0) return null
  return (
    <p className="reach-mute" role="alert">
      <PhoneOff size={16} aria-hidden /> {t($ => $.reach.noVoiceHouses, { count: mute.length })}
    </p>
  )
}

/** Houses with the same chain stand together. */
function Houses({ reach: { houses, people, total } }: { reach: Reach }) {
  const { t } = useTranslation('alarm-rules')
  const known = new Map(people.map(person => [person.id, person]))
  const alike = Map.groupBy(houses, ({ customer, steps }) => JSON.stringify([customer, steps]))
  if (houses.length === 0) return <p className="caption">{t($ => $.reach.none)}</p>
  return (
    <>
      <ul className="reach-houses">
        {[...alike.values()].map(([first, ...others]) => {
          if (!first) return null
          return (
            <li key={first.id}>
              <h3>
                {first.customer && <small>{first.customer} · </small>}
                {[first, ...others].map(({ name }) => name).join(t($ => $.comma))}
              </h3>
              <Chain house={first} people={known} />
            </li>
          )
        })}
      </ul>
      {total > houses.length && (
        <p className="caption">{t($ => $.reach.more, { count: total - houses.length })}</p>
      )}
    </>
  )
}

function Chain({ house, people }: { house: HouseReach; people: ReadonlyMap<string, ReachedPerson> }) {
  const { t } = useTranslation('alarm-rules')
  const { steps, wakesFirst, wakesAnybody } = house
  if (steps.length === 0) return <p className="reach-mute">{t($ => $.reach.nobody)}</p>
  return (
    <>
      {!wakesAnybody && <p className="reach-mute">{t($ => $.reach.noVoice)}</p>}
      {wakesAnybody && !wakesFirst && <p className="reach-mute">{t($ => $.reach.noVoiceFirst)}</p>}
      <ol>
        {steps.map(({ afterMinutes, people: ids }) => (
          <li key={ids.join()}>
            <span className="reach-when num">
              {afterMinutes === 0 ? t($ => $.reach.atOnce) : t($ => $.reach.after, { count: afterMinutes })}
            </span>
            <ul>
              {ids.map(id => {
                const person = people.get(id)
                return person && <Person key={id} person={person} />
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

function Person({ person: { name, ways } }: { person: ReachedPerson }) {
  const { t } = useTranslation('alarm-rules')
  return (
    <li>
      <strong>{name}</strong>
      {ways.map(each => (
        <WayTo key={each.way} to={each} />
      ))}
      {ways.length === 0 && <span data-missing>{t($ => $.reach.noWay)}</span>}
    </li>
  )
}

/** A way with its proof: how it was last seen to arrive. */
function WayTo({ to: { way, provenAt, isProven, isOpen } }: { to: ReachedPerson['ways'][number] }) {
  const { t } = useTranslation('alarm-rules')
  const age = useAge()
  const Icon = icons[way]
  const Mark = !isOpen ? Unplug : isProven ? CircleCheck : CircleHelp
  const says = !isOpen
    ? t($ => $.reach.closed)
    : provenAt === null
      ? t($ => $.reach.unproven)
      : isProven
        ? t($ => $.reach.proven, { age: age(provenAt) })
        : t($ => $.reach.expired, { age: age(provenAt) })
  return (
    <span data-missing={!isOpen || !isProven || undefined}>
      <Icon size={14} aria-hidden /> {t($ => $[way])}
      <Mark size={14} aria-hidden /> <span className="num">{says}</span>
    </span>
  )
}
