import { useInfiniteQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Clause, suits } from '#shared/alarm-rules.ts'
import { type AlarmRuleForm, alarmRules, type TriedRule } from '#shared/contracts/alarm-rules.ts'
import { dateOf, dayOf } from '#shared/dates.ts'
import { isFlockFigure, ruleSubject } from '#shared/rule-subjects.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { spanOf, useZone } from '#web/components/time.tsx'
import { useSettled } from '#web/components/use-settled.ts'
import { CallError, call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import './rule-tried.css'

/** How long nothing has been typed before a rule is tried. ms */
const SETTLED_MS = 700
/** Too many tries of the same person stand in line: this often it is asked again. */
const BUSY_TRIES = 8
const BUSY_MS = 1_000
/** Houses listed by name. */
const LISTED = 8
const DAY_MS = 86_400_000

type House = TriedRule['tried'][number]

/** What the rule in the form would have raised in the last 30 days. */
export function RuleTried({ id }: { id: string | null }) {
  const { t } = useTranslation('alarm-rules')
  const asked = useAsked(id)
  const key = useSettled(asked === null ? '' : JSON.stringify(asked), SETTLED_MS)
  const found = useInfiniteQuery({
    queryKey: [alarmRules.tryOut.path, key],
    queryFn: ({ pageParam: after }) => call(alarmRules.tryOut, { query: { ...JSON.parse(key), after } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }: TriedRule) => next,
    enabled: key !== '',
    retry: (count, error) => error instanceof CallError && error.status === 429 && count < BUSY_TRIES,
    retryDelay: BUSY_MS,
    staleTime: 5 * 60_000,
  })
  const { data, error, hasNextPage, isFetching, fetchNextPage } = found
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const isCurrent = asked !== null && key === JSON.stringify(asked)
  return (
    <section className="rule-tried" aria-label={t($ => $.tried.title)} aria-busy={isFetching}>
      <h3>{t($ => $.tried.title)}</h3>
      {asked === null && <p className="caption">{t($ => $.tried.incomplete)}</p>}
      {asked !== null && (!isCurrent || (isFetching && !data)) && (
        <p role="status">{t($ => $.tried.looking)}</p>
      )}
      {isCurrent && error && <Problem error={error} retry={() => void found.refetch()} />}
      {isCurrent && data && !error && (
        <Result pages={data.pages} isByDay={isFlockFigure(asked.metric)} isWhole={!hasNextPage} />
      )}
    </section>
  )
}

/** What makes no sense is said at its field when it is saved; here only that there is nothing to show. */
function Problem({ error, retry }: { error: Error; retry: () => void }) {
  const fields = error instanceof CallError ? error.fields : []
  if (fields.length === 0) return <LoadProblem error={error} retry={retry} />
  return (
    <ul className="rule-tried-faults">
      {fields.map(({ field, message }) => (
        <li key={field}>{message}</li>
      ))}
    </ul>
  )
}

/** Whether a clause can hold or not; anything else is said at its field. */
function isSense({ metric, direction, limit }: Clause): boolean {
  const { low, high } = ruleSubject(metric) ?? { low: 0, high: 0 }
  return suits(direction, metric) && limit >= low && limit <= high
}

/** The rule as far as it decides when it rings; null while something is missing. */
function useAsked(id: string | null) {
  const values: Partial<AlarmRuleForm> =
    Form.useWatch((all: Partial<AlarmRuleForm>) => all, { preserve: true }) ?? {}
  const { metric, direction, limit, forMinutes, forDays, houseId, houseType } = values
  const { conditionMetric, conditionDirection, conditionLimit } = values
  if (!metric || !direction || typeof limit !== 'number' || !isSense({ metric, direction, limit }))
    return null
  const rule = {
    id: id ?? undefined,
    houseId,
    houseType: houseId ? undefined : houseType,
    metric,
    direction,
    limit,
  }
  if (isFlockFigure(metric)) return typeof forDays === 'number' ? { ...rule, forMinutes: 0, forDays } : null
  if (typeof forMinutes !== 'number') return null
  if (!conditionMetric) return { ...rule, forMinutes }
  if (!conditionDirection || typeof conditionLimit !== 'number') return null
  const condition = { metric: conditionMetric, direction: conditionDirection, limit: conditionLimit }
  return isSense(condition)
    ? { ...rule, forMinutes, conditionMetric, conditionDirection, conditionLimit }
    : null
}

interface ResultProps {
  pages: readonly TriedRule[]
  isByDay: boolean
  isWhole: boolean
}

function Result({ pages, isByDay, isWhole }: ResultProps) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const houses = pages.flatMap(({ tried }) => tried)
  const known = houses.filter(({ since }) => since !== null)
  const alarms = sum(houses.map(each => each.alarms))
  const all = pages[0]?.houses ?? 0
  const ringing = houses.filter(each => each.alarms > 0).length
  const summary = [
    t($ => $.tried.alarms, { count: alarms }),
    t($ => $.tried.inHouses, { count: ringing, all: known.length }),
    !isByDay && t($ => $.tried.atNight, { count: sum(houses.map(each => each.atNight)) }),
    t($ => $.tried.longest, { span: spanOf(Math.max(0, ...houses.map(each => each.longest)), language) }),
  ]
  return (
    <>
      <p role="status" className="num">
        {all === 0
          ? t($ => $.tried.noHouses)
          : isWhole && known.length === 0
            ? t($ => $.tried.noData)
            : alarms === 0 && isWhole
              ? t($ => $.tried.none, { count: known.length })
              : alarms > 0 && <strong>{summary.filter(Boolean).join(' · ')}</strong>}
        {!isWhole && ` ${t($ => $.tried.progress, { tried: houses.length, all })}`}
      </p>
      {alarms > 0 && <Strip days={pages[0]?.days ?? []} houses={houses} />}
      <HouseLines houses={houses} isByDay={isByDay} />
    </>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** The alarms of each day, all houses together. */
function Strip({ days, houses }: { days: readonly string[]; houses: readonly House[] }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const byDay = Map.groupBy(
    houses.flatMap(house => house.days),
    ({ day }) => day,
  )
  const counts = days.map(day => ({ day, alarms: sum((byDay.get(day) ?? []).map(({ alarms }) => alarms)) }))
  const most = Math.max(1, ...counts.map(({ alarms }) => alarms))
  const words = counts
    .filter(({ alarms }) => alarms > 0)
    .map(({ day, alarms }) => `${dateOf(day, language)}: ${alarms}`)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return (
    <figure className="rule-days">
      <div role="img" aria-label={`${t($ => $.tried.byDay)} ${words.join(', ')}`}>
        {counts.map(({ day, alarms }) => (
          <i
            key={day}
            title={`${dateOf(day, language)}: ${alarms}`}
            data-rings={alarms > 0}
            style={{ blockSize: `${alarms === 0 ? 2 : Math.max(15, (100 * alarms) / most)}%` }}
          />
        ))}
      </div>
      <figcaption className="num">
        <span>{dateOf(first, language)}</span>
        <span>{dateOf(last, language)}</span>
      </figcaption>
    </figure>
  )
}

/** The houses in which it rang, most alarms first, and those that were not looked at from the beginning. */
function HouseLines({ houses, isByDay }: { houses: readonly House[]; isByDay: boolean }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const zone = useZone()
  const isShort = ({ since }: House) => !isByDay && since !== null && Date.now() - since < 29 * DAY_MS
  const lines = houses
    .filter(house => house.alarms > 0 || isShort(house))
    .toSorted((a, b) => b.alarms - a.alarms)
  if (lines.length === 0) return null
  return (
    <ul className="rule-houses num">
      {lines.slice(0, LISTED).map(house => (
        <li key={house.id}>
          <span>{house.name}</span>
          <span>
            {[
              t($ => $.tried.alarms, { count: house.alarms }),
              house.atNight > 0 && t($ => $.tried.atNight, { count: house.atNight }),
              house.longest > 0 && t($ => $.tried.longest, { span: spanOf(house.longest, language) }),
              isShort(house) && t($ => $.tried.since, { day: dayOf(house.since ?? 0, language, zone) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
      {lines.length > LISTED && <li>{t($ => $.tried.more, { count: lines.length - LISTED })}</li>}
    </ul>
  )
}
