import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isGrave } from '#shared/alarms.ts'
import { type Alarm, type AlarmCounts, alarms } from '#shared/contracts/alarms.ts'
import { severities } from '#shared/signals.ts'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import { type List, readListAhead, useList } from '#web/components/list/use-list.ts'
import { type Search, useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmPanel } from './alarm-detail.tsx'
import { AlarmFilters, FILTERS, useAlarmCounts } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import { AlarmPhone } from './alarm-phone.tsx'
import { isCrying, stands } from './alarm-text.ts'
import { useAlarmNews } from './use-alarm-news.ts'
import './alarms.css'

/** The list is read again this often, ms; the bell tells of new alarms at once. */
const REREAD_MS = 15_000

/** `/house-alarm`: what houses warn of, and what is done about it; one of them in depth (`?alarm=`). */
export function AlarmsPage() {
  const list = useList(alarms.list, FILTERS, { everyMs: REREAD_MS })
  const counts = useAlarmCounts(list)
  const { search, setSearch } = useScreen()
  const isPhone = useIsPhone()
  const mayRead = useMayCall(alarms.get)
  useAlarmNews()
  const select = (id: string) => setSearch({ alarm: id }, { push: true })
  if (isPhone) return <OnPhone list={list} counts={counts} select={select} />
  const selected = mayRead ? (search.alarm ?? list.rows[0]?.id) : undefined
  return (
    <div className="page">
      <Title list={list} counts={counts} />
      <div className="alarms" data-detail={mayRead && search.alarm !== undefined}>
        <section className="card alarm-side">
          <AlarmFilters list={list} counts={counts} />
          <AlarmList list={list} selected={selected} select={select} />
        </section>
        {mayRead && (
          <div className="alarm-main">
            <BackToList back={() => setSearch({ alarm: undefined })} />
            {selected ? <AlarmPanel id={selected} /> : list.total > 0 && <Choose />}
          </div>
        )}
      </div>
      <Safety />
    </div>
  )
}
AlarmsPage.readAhead = (search: Search) => readListAhead(alarms.list, FILTERS, search)

interface PhoneProps {
  list: List<Alarm>
  counts: AlarmCounts | undefined
  select: (id: string) => void
}

/** One alarm, no list: the worst that stands, unless another was chosen or the list was asked for. */
function OnPhone({ list, counts, select }: PhoneProps) {
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
      <Title list={list} counts={counts} />
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

function Title({ list, counts }: { list: List<Alarm>; counts: AlarmCounts | undefined }) {
  const { t } = useTranslation('alarms')
  const active = counts ? counts.condition.active + counts.condition.latched : 0
  const waiting = counts ? counts.handling.on_site : 0
  return (
    <div className="list-head">
      <div>
        <h1>{t($ => $.title)}</h1>
        <p className="num" aria-live="polite">
          {!counts
            ? '\u00a0'
            : active === 0
              ? t($ => $.saysNone)
              : counts.unseen === 0
                ? t($ => $.saysSeen, { active })
                : t($ => $.says, { active, unseen: counts.unseen })}
          {waiting > 0 && ` ${t($ => $.saysCause, { count: waiting })}`}
          {counts !== undefined &&
            counts.notShared > 0 &&
            ` ${t($ => $.notShared, { count: counts.notShared })}`}
        </p>
      </div>
      <div className="list-head-actions">
        <ExcelButtons list={list} endpoints={alarms} />
      </div>
    </div>
  )
}

function BackToList({ back }: { back: () => void }) {
  const { t } = useTranslation('alarms')
  return (
    <Button className="alarm-back" icon={<ArrowLeft size={15} aria-hidden />} onClick={back}>
      {t($ => $.back)}
    </Button>
  )
}

function Choose() {
  const { t } = useTranslation('alarms')
  return <p className="card alarm-choose">{t($ => $.choose)}</p>
}

function Safety() {
  const { t } = useTranslation('alarms')
  return <p className="caption alarm-safety">{t($ => $.safety)}</p>
}
