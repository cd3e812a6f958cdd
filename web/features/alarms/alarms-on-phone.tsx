import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isGrave } from '#shared/alarms.ts'
import { type Alarm, type AlarmCounts, alarms } from '#shared/contracts/alarms.ts'
import { severities } from '#shared/signals.ts'
import type { List } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useMayCall } from '#web/data/session.ts'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import { AlarmPhone } from './alarm-phone.tsx'
import { isCrying, stands } from './alarm-text.ts'
import { AlarmsHead, Safety } from './alarms-head.tsx'

interface Props {
  list: List<Alarm>
  counts: AlarmCounts | undefined
  select: (id: string) => void
}

/** One alarm, no list: the worst that stands, unless another was chosen or the list was asked for. */
export function AlarmsOnPhone({ list, counts, select }: Props) {
  const { t } = useTranslation('alarms')
  const { search, setSearch } = useScreen()
  const mayRead = useMayCall(alarms.get)
  const isPlain = Object.keys(list.filters).length === 0 && list.page === 1
  const worst = isPlain && search.view !== 'list' ? worstOf(list.rows) : undefined
  const shown = search.alarm ?? worst?.id
  if (shown && mayRead)
    return (
      <div className="page alarm-phone">
        <h1 className="visually-hidden">{t($ => $.title)}</h1>
        <AlarmPhone id={shown} />
        <Button block onClick={() => setSearch({ alarm: undefined, view: 'list' }, { push: true })}>
          {t($ => $.others, { count: counts?.total ?? 0 })}
        </Button>
        <Safety />
      </div>
    )
  return (
    <div className="page">
      <AlarmsHead list={list} counts={counts} />
      <section className="card alarm-side">
        <AlarmFilters list={list} counts={counts} />
        <AlarmList list={list} selected={undefined} select={select} />
      </section>
      <Safety />
    </div>
  )
}

/** The gravest that stands, of equals one that nobody has seen; none when nothing is worth waking for. */
const worstOf = (rows: readonly Alarm[]): Alarm | undefined =>
  rows
    .filter(alarm => stands(alarm) && isGrave(alarm.level))
    .toSorted(
      (a, b) =>
        severities.indexOf(b.level) - severities.indexOf(a.level) ||
        Number(isCrying(b)) - Number(isCrying(a)),
    )[0]
