import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { lineLabel } from '#shared/alarm-under.ts'
import { isGrave } from '#shared/alarms.ts'
import { type Alarm, type AlarmCounts, alarms } from '#shared/contracts/alarms.ts'
import { severities } from '#shared/signals.ts'
import type { List } from '#web/components/list/use-list.ts'
import { SafetyNote } from '#web/components/safety-note.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmGlyph } from './alarm-axes.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import { NoNetwork } from './alarm-numbers.tsx'
import { AlarmPhone } from './alarm-phone.tsx'
import { factsText, groupAlarms, lineOf, stands, whereText } from './alarm-text.ts'
import { AlarmsHead } from './alarms-head.tsx'
import { WaitingArrivals } from './waiting-arrivals.tsx'

interface Props {
  list: List<Alarm>
  counts: AlarmCounts | undefined
  select: (id: string) => void
}

/** One alarm below the names of all active ones: the worst active one, unless another was chosen or the list was opened. */
export function AlarmsOnPhone({ list, counts, select }: Props) {
  const { t } = useTranslation('alarms')
  const { search, setSearch } = useScreen()
  const mayRead = useMayCall(alarms.get)
  const isPlain = Object.keys(list.filters).length === 0 && list.page === 1
  const worst = isPlain && search.view !== 'list' ? worstOf(list.rows) : undefined
  const shown = search.alarm ?? worst?.id
  const standing = useStanding()
  if (shown && mayRead)
    return (
      <div className="page alarm-phone">
        <h1 className="visually-hidden">{t($ => $.title)}</h1>
        <WaitingArrivals />
        <Standing rows={standing} shown={shown} select={select} />
        <AlarmPhone id={shown} line={lineOf(standing, shown)} />
        <Button block onClick={() => setSearch({ alarm: undefined, view: 'list' }, { push: true })}>
          {t($ => $.others, { count: counts?.total ?? 0 })}
        </Button>
        <SafetyNote />
      </div>
    )
  const isCut = list.error instanceof CallError && list.error.status === 0 && list.rows.length === 0
  return (
    <div className="page">
      <AlarmsHead list={list} />
      <WaitingArrivals />
      {isCut && <NoNetwork />}
      <section className="card alarm-side">
        <AlarmFilters list={list} counts={counts} />
        <AlarmList list={list} selected={undefined} select={mayRead ? select : undefined} />
      </section>
      <SafetyNote />
    </div>
  )
}

/** Every active alarm, most urgent first. */
function useStanding(): readonly Alarm[] {
  const { data } = useQuery({
    queryKey: [alarms.list.path, 'standing'],
    queryFn: () => call(alarms.list, { query: { open: 'open', size: MOST } }),
  })
  return (data?.items ?? []).filter(stands)
}

interface StandingProps {
  rows: readonly Alarm[]
  shown: string
  select: Props['select']
}

/** The active alarms, line by line: at night each is one tap away. */
function Standing({ rows, shown, select }: StandingProps) {
  const { t } = useTranslation('alarms')
  const { language, units } = useReader()
  const groups = groupAlarms(rows)
  if (groups.length < 2) return null
  return (
    <nav className="card alarm-standing" aria-label={t($ => $.standing)}>
      {groups.map(group => {
        const [first] = group
        return (
          <button
            key={first.id}
            type="button"
            aria-current={group.some(({ id }) => id === shown)}
            onClick={() => select(first.id)}
          >
            <AlarmGlyph alarm={first} />
            <span>
              <b>
                {
                  lineLabel(
                    group.map(({ code }) => code),
                    units,
                  )[language]
                }
              </b>
              <small>
                {factsText([t($ => $.levels[first.level]), whereText(first, language)], language)}
              </small>
            </span>
          </button>
        )
      })}
    </nav>
  )
}

/** Active alarms are requested in a single page. */
const MOST = 100

/**
 * The gravest active alarm, the newest among equals; none if nothing is worth waking for. Whether it was seen does not
 * count: opening marks it seen, so the next would open by itself until all were marked without anybody looking.
 */
const worstOf = (rows: readonly Alarm[]): Alarm | undefined =>
  rows
    .filter(alarm => stands(alarm) && isGrave(alarm.level))
    .toSorted(
      (a, b) =>
        severities.indexOf(b.level) - severities.indexOf(a.level) ||
        Date.parse(b.raisedAt) - Date.parse(a.raisedAt),
    )[0]
