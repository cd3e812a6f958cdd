import { Pagination, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineLabel } from '#shared/alarm-under.ts'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { NoRows } from '#web/components/list/list-states.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useShelfText } from '#web/components/shelf-text.ts'
import { spanOf, useZone } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { AlarmGlyph, ConditionSign, HandlingSign } from './alarm-axes.tsx'
import {
  type AlarmGroup,
  factsText,
  figureOf,
  groupAlarms,
  isCrying,
  isFlipping,
  stands,
  whereText,
} from './alarm-text.ts'
import './alarm-list.css'

const DAY = 86_400_000

interface Props {
  list: List<Alarm>
  selected: string | undefined
  /** Opens an alarm; not given to those who may only read the list. */
  select: ((id: string) => void) | undefined
}

/** The rows with their two axes, or why there are none. */
export function AlarmList({ list, selected, select }: Props) {
  const { t } = useTranslation('alarms')
  const isPhone = useIsPhone()
  if (list.error && list.rows.length === 0) return <LoadProblem error={list.error} retry={list.refetch} />
  if (list.isLoading) return <Skeleton active paragraph={{ rows: 8 }} className="alarm-waiting" />
  if (list.rows.length === 0)
    return <NoRows list={list} title={t($ => $.emptyTitle)} says={t($ => $.emptySays)} />
  return (
    <>
      <table className="alarm-table" aria-busy={list.isFetching}>
        <thead className={isPhone ? 'visually-hidden' : undefined}>
          <tr>
            <th scope="col">{t($ => $.alarm)}</th>
            <th scope="col">{t($ => $.condition)}</th>
            <th scope="col">{t($ => $.handling)}</th>
            <th scope="col">{t($ => $.raised)}</th>
          </tr>
        </thead>
        <tbody>
          {groupAlarms(list.rows).map(group => (
            <Group key={group[0].id} group={group} selected={selected} select={select} />
          ))}
        </tbody>
      </table>
      <Pager list={list} />
    </>
  )
}

/** Alarms that failed together are one line, which unfolds to them. */
function Group({ group, selected, select }: Omit<Props, 'list'> & { group: AlarmGroup }) {
  const { t } = useTranslation('alarms')
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = group
  return (
    <>
      <Row
        alarm={first}
        codes={group.map(({ code }) => code)}
        isSelected={first.id === selected}
        select={select}
      >
        {others.length > 0 && (
          <button
            type="button"
            className="alarm-chip alarm-unfold"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t($ => $.together, { count: group.length })}
          </button>
        )}
      </Row>
      {isOpen &&
        others.map(alarm => (
          <Row
            key={alarm.id}
            alarm={alarm}
            codes={[alarm.code]}
            isSelected={alarm.id === selected}
            select={select}
          />
        ))}
    </>
  )
}

interface RowProps {
  alarm: Alarm
  /** The codes of all alarms in the line. */
  codes: readonly string[]
  isSelected: boolean
  select: Props['select']
  children?: ReactNode
}

function Row({ alarm, codes, isSelected, select, children }: RowProps) {
  const { t } = useTranslation('alarms')
  const { language, units } = useReader()
  return (
    <tr data-selected={isSelected} data-crying={isCrying(alarm)}>
      <th scope="row">
        <AlarmGlyph alarm={alarm} />
        {select ? (
          <button
            type="button"
            className="alarm-row-name"
            aria-current={isSelected}
            onClick={() => select(alarm.id)}
          >
            {lineLabel(codes, units)[language]}
          </button>
        ) : (
          <strong>{lineLabel(codes, units)[language]}</strong>
        )}
        <span className="alarm-level" data-level={stands(alarm) ? alarm.level : undefined}>
          {t($ => $.levels[alarm.level])}
        </span>
        {children}
        <Where alarm={alarm} />
      </th>
      <td>
        <ConditionSign alarm={alarm} />
      </td>
      <td>
        <HandlingSign handling={alarm.handling} handledBy={alarm.handledBy} isUnproven={alarm.isUnproven} />
      </td>
      <td>
        <When alarm={alarm} />
      </td>
    </tr>
  )
}

/** `House 3 · 31.2 °C when raised, now 33.4 °C, limit 26.5 °C` */
function Where({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { language } = reader
  const zone = useZone()
  const shelved = useShelfText()(alarm, zone)
  const { metric, value, valueNow, doubtNow, limit, since, repeats, live, source, endReason } = alarm
  const [raised, now] = [figureOf(alarm, value, reader), figureOf(alarm, valueNow, reader)]
  const shownLimit = figureOf(alarm, limit, reader)
  const figures = [
    raised && now ? t($ => $.whenRaised, { value: raised }) : raised,
    now && t($ => $.nowAt, { value: now }),
    shownLimit && t($ => $.limit, { limit: shownLimit }),
    metric === null && since && source === 'platform'
      ? t($ => $.silentSince, { time: clockOf(new Date(since), zone) })
      : null,
    since && source === 'controller' ? t($ => $.stoodSince, { time: clockOf(new Date(since), zone) }) : null,
    repeats > 0 ? t($ => (isFlipping(alarm) ? $.flips : $.repeats), { count: repeats }) : null,
    live ? null : t($ => $.toldLate),
    endReason && t($ => $.endReasons[endReason]),
    shelved,
  ].filter(part => part !== null)
  return (
    <small className="num">
      {whereText(alarm, language)}
      {figures.length > 0 && ` · ${factsText(figures, language)}`}
      {now && doubtNow && <AboutMark about={{ doubt: doubtNow }} />}
    </small>
  )
}

/** The time if today, else the day; below it how long it has been or was active. */
function When({ alarm: { raisedAt, clearedAt, condition } }: { alarm: Alarm }) {
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const raised = Date.parse(raisedAt)
  const span = useFromNow(now => {
    const end = clearedAt !== null ? Date.parse(clearedAt) : condition === 'cleared' ? null : now
    return end === null ? '—' : spanOf(end - raised, language)
  })
  const isRecent = useFromNow(now => now - raised < DAY)
  const moment = new Date(raisedAt)
  return (
    <>
      <time className="num" dateTime={raisedAt} title={zone}>
        {isRecent ? clockOf(moment, zone) : dayOf(moment, language, zone)}
      </time>
      <small className="num">{span}</small>
    </>
  )
}

function Pager({ list }: { list: List<Alarm> }) {
  const { t } = useTranslation('alarms')
  const from = (list.page - 1) * list.size + 1
  return (
    <div className="alarm-pager split wrap">
      <span className="caption num">
        {t($ => $.rows, { from, to: from + list.rows.length - 1, total: list.total })}
      </span>
      <Pagination
        size="small"
        simple
        current={list.page}
        pageSize={list.size}
        total={list.total}
        onChange={list.setPage}
        hideOnSinglePage
      />
    </div>
  )
}
