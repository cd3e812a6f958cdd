import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { adviceOf } from '#shared/alarm-advice.ts'
import { rationaleOf } from '#shared/alarm-rationale.ts'
import { type Alarm, type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { HouseCameraButton } from '#web/components/camera/house-camera.tsx'
import { HouseClips } from '#web/components/clips/house-clips.tsx'
import { AskForHelp } from '#web/components/help/ask-for-help.tsx'
import { FaultArticles } from '#web/components/help/fault-articles.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { OnCallLine } from '#web/components/on-call.tsx'
import { AlarmRationale } from '#web/components/rationale.tsx'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { spanOf } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmGlyph, ConditionSign, LatchedNote } from './alarm-axes.tsx'
import { AlarmBeside } from './alarm-beside.tsx'
import { AlarmCause } from './alarm-cause.tsx'
import { AlarmChart } from './alarm-chart.tsx'
import { AlarmShelf } from './alarm-shelf.tsx'
import { AlarmNotes, AlarmSteps } from './alarm-steps.tsx'
import {
  amountOf,
  figureOf,
  housesText,
  isFlipping,
  nameOf,
  type OfLine,
  stands,
  whereText,
} from './alarm-text.ts'
import { AlarmTold } from './alarm-told.tsx'
import { during, highestOf, lowestOf, useAlarmChart } from './use-alarm-chart.ts'
import './alarm-detail.css'

/** Others may take a step meanwhile. ms */
const REREAD_MS = 15_000

/** The current state of an alarm. */
export function useAlarm(id: string) {
  return useQuery({
    queryKey: [alarms.get.path, id],
    queryFn: () => call(alarms.get, { params: { id } }),
    refetchInterval: REREAD_MS,
  })
}

/**
 * What happened, what was done, the curve, the cause, and earlier occurrences; `line`: all alarms it forms one line with.
 */
export function AlarmPanel({ id, line }: { id: string; line: readonly Alarm[] }) {
  const { t } = useTranslation('alarms')
  const { data, error, refetch } = useAlarm(id)
  if (data)
    return (
      <div className="alarm-panel">
        <Head alarm={data} line={line} />
        <div className="alarm-middle">
          <AlarmChart alarm={data} />
          <Told alarm={data} />
        </div>
        <HouseClips houseId={data.houses[0]?.id} at={data.raisedAt} className="card alarm-card alarm-clips" />
        <AlarmCause key={data.id} alarm={data} line={line} />
        <AlarmBeside alarm={data} />
        <Similar alarm={data} />
      </div>
    )
  if (error instanceof CallError && error.status === 404)
    return <p className="card alarm-choose">{t($ => $.gone)}</p>
  return (
    <div className="card alarm-card">
      {error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </div>
  )
}

function Head({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  return (
    <section className="card alarm-card">
      <div className="alarm-head">
        <AlarmGlyph alarm={alarm} />
        <h2>{nameOf(alarm, line, reader)}</h2>
        <ConditionSign alarm={alarm} />
        <span className="caption">{t($ => $.levels[alarm.level])}</span>
      </div>
      <WhatHappened alarm={alarm} />
      <LatchedNote alarm={alarm} />
      <Advice alarm={alarm} />
      <AlarmRationale code={alarm.code} level={alarm.level} />
      <FaultArticles codes={[alarm.code]} />
      <AlarmShelf key={`shelf ${alarm.id}`} alarm={alarm} />
      <AlarmSteps alarm={alarm} />
      <AlarmActions key={alarm.id} alarm={alarm} line={line} />
      <AlarmNotes alarm={alarm} />
      <div className="alarm-help row wrap stretch">
        <HouseCameraButton houseIds={alarm.houses.map(({ id }) => id)} />
        <AskForHelp alarm={alarm.id} />
      </div>
    </section>
  )
}

/** One sentence: where, since when, how long, how far. */
function WhatHappened({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { language } = reader
  const { curve } = useAlarmChart(alarm)
  const { code, raisedAt, clearedAt, endReason, metric, limit, value, valueNow, doubtNow, timeZone } = alarm
  const [raised, now, shownLimit] = [value, valueNow, limit].map(amount => figureOf(alarm, amount, reader))
  const span = useFromNow(now =>
    spanOf((clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(raisedAt), language),
  )
  const clock = (iso: string) => clockOf(new Date(iso), timeZone)
  const stood = curve && during(curve, alarm)
  // A controller's own alarm carries no limit, but its name tells the direction.
  const isLow = limit !== null && value !== null ? value < limit : code.includes('Low')
  const peak = stood && metric ? amountOf(metric, isLow ? lowestOf(stood) : highestOf(stood), reader) : null
  return (
    <p className="alarm-sentence">
      {t($ => $.raisedAt, {
        houses: whereText(alarm, language),
        time: `${dayOf(new Date(raisedAt), language, timeZone)} ${clock(raisedAt)}`,
      })}
      {clearedAt ? t($ => $.clearedAt, { time: clock(clearedAt), span }) : null}
      {alarm.condition !== 'cleared' && t($ => $.standsFor, { span })}
      {endReason && ` · ${t($ => $.ended, { reason: t($ => $.endReasons[endReason]) })}`}
      {peak && (isLow ? t($ => $.lowest, { peak }) : t($ => $.peak, { peak }))}
      {raised && ` · ${t($ => $.whenRaised, { value: raised })}`}
      {now && ` · ${t($ => $.nowAt, { value: now })}`}
      {now && doubtNow && <AboutMark about={{ doubt: doubtNow }} size="word" />}
      {shownLimit && ` · ${t($ => $.limit, { limit: shownLimit })}`}
      {alarm.repeats > 0 &&
        ` · ${t($ => (isFlipping(alarm) ? $.flips : $.repeats), { count: alarm.repeats })}`}
      {!alarm.live && ` · ${t($ => $.toldLate)}`}
      {alarm.source === 'controller' &&
        alarm.since &&
        ` · ${t($ => $.stoodSince, { time: clock(alarm.since) })}`}
    </p>
  )
}

/** The likely cause and what to do first. */
export function Advice({ alarm }: { alarm: AlarmDetail }) {
  const language = usePreferences(({ language }) => language)
  const { code, likelyCause, timeZone, birds, ownAction } = alarm
  const advice =
    ownAction ??
    (stands(alarm) || likelyCause
      ? (adviceOf(code, likelyCause, { language, timeZone, birds }) ?? rationaleOf(code).action[language])
      : null)
  return advice && <p className="alarm-advice num">{advice}</p>
}

/** Whom it was told, and whether that goes on. */
function Told({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  if (alarm.events.length === 0)
    return (
      <section className="card alarm-card">
        <h2>{t($ => $.told.title)}</h2>
        <p className="caption">{stands(alarm) ? t($ => $.told.nobody) : t($ => $.told.nobodyEver)}</p>
        {stands(alarm) && <OnCallLine houseId={alarm.houses[0]?.id} />}
      </section>
    )
  return (
    <section className="card alarm-card">
      <h2>{t($ => $.told.title)}</h2>
      {stands(alarm) && <OnCallLine houseId={alarm.houses[0]?.id} />}
      <AlarmTold alarm={alarm} />
      {alarm.chain && (
        <p className="caption">{alarm.chain.isOver ? t($ => $.told.over) : t($ => $.told.says)}</p>
      )}
    </section>
  )
}

function Similar({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const { setSearch } = useScreen()
  return (
    <section className="card alarm-card">
      <h2>
        {t($ => $.similar)}
        {alarm.similarTotal > 0 && (
          <span className="caption num"> {t($ => $.similarCount, { count: alarm.similarTotal })}</span>
        )}
      </h2>
      {alarm.similar.length === 0 ? (
        <p className="caption">{t($ => $.noSimilar)}</p>
      ) : (
        <ul className="alarm-similar">
          {alarm.similar.map(({ id, houses, raisedAt, clearedAt, cause }) => (
            <li key={id}>
              <button type="button" onClick={() => setSearch({ alarm: id })}>
                <span className="num">{dayOf(new Date(raisedAt), language, alarm.timeZone)}</span>
                <span>{housesText({ houses }, language)}</span>
                <span>{cause ? t($ => $.causes[cause]) : t($ => $.noCause)}</span>
                <span className="num">
                  {clearedAt ? spanOf(Date.parse(clearedAt) - Date.parse(raisedAt), language) : '—'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
