import { Button, Skeleton } from 'antd'
import { ClipboardCheck, Footprints, type LucideIcon, MapPin, MonitorPlay, UserX } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alarm, type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { clockOf } from '#shared/dates.ts'
import { doubtOfCode } from '#shared/probe-doubts.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { HouseCameraButton } from '#web/components/camera/house-camera.tsx'
import { AskForHelp } from '#web/components/help/ask-for-help.tsx'
import { FaultArticles } from '#web/components/help/fault-articles.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { OnCallLine } from '#web/components/on-call.tsx'
import { AlarmRationale } from '#web/components/rationale.tsx'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { CallError } from '#web/data/client.ts'
import { useAboutReading, useReading, useWatch } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useAnswerNote } from './alarm-actions.tsx'
import { answersLeft, isFound, lastOf } from './alarm-answers.ts'
import { AlarmGlyph, ConditionSign, LatchedNote } from './alarm-axes.tsx'
import { AlarmCause } from './alarm-cause.tsx'
import { AlarmChart } from './alarm-chart.tsx'
import { Advice, useAlarm } from './alarm-detail.tsx'
import { AlarmNumbers, NoNetwork } from './alarm-numbers.tsx'
import { AlarmShelf } from './alarm-shelf.tsx'
import { AlarmNotes } from './alarm-steps.tsx'
import { factsText, figureOf, nameOf, type OfLine, stands, whereText } from './alarm-text.ts'
import { AlarmTold } from './alarm-told.tsx'
import { rateOf, useAlarmChart } from './use-alarm-chart.ts'
import { useStep } from './use-step.ts'
import './alarm-phone.css'

/** One line of alarms as needed at night: the value, what to do, who is on it. Opening it counts as seen. */
export function AlarmPhone({ id, line }: { id: string; line: readonly Alarm[] }) {
  const { t } = useTranslation('alarms')
  const { data, error, refetch } = useAlarm(id)
  if (data) return <Focus key={data.id} alarm={data} line={line} />
  if (error instanceof CallError && error.status === 404)
    return <p className="card alarm-choose">{t($ => $.gone)}</p>
  if (error instanceof CallError && error.status === 0) return <NoNetwork />
  if (error)
    return (
      <div className="card alarm-card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
  return <Skeleton active paragraph={{ rows: 8 }} />
}

function Focus({ alarm, line }: OfLine) {
  useSeenByOpening(alarm, line)
  const causeRef = useRef<HTMLDivElement>(null)
  return (
    <>
      <Value alarm={alarm} line={line} />
      <AlarmChart alarm={alarm} isPhone />
      <section className="card alarm-card">
        <AlarmRationale code={alarm.code} level={alarm.level} />
        <FaultArticles codes={[alarm.code]} />
      </section>
      <BigActions
        alarm={alarm}
        line={line}
        toCause={() => causeRef.current?.scrollIntoView({ block: 'start' })}
      />
      <AlarmShelf alarm={alarm} />
      <AlarmTold alarm={alarm} />
      <OnCallLine houseId={alarm.houses[0]?.id} />
      <div ref={causeRef}>
        <AlarmCause alarm={alarm} line={line} />
      </div>
      <AlarmNotes alarm={alarm} />
    </>
  )
}

/** Reports, once, that the viewer has looked at this line; whoever was first, each for themselves. */
function useSeenByOpening({ id, handling, chain }: AlarmDetail, line: readonly Alarm[]): void {
  const may = useMayCall(alarms.seen)
  const { see } = useStep(id, line)
  const tried = useRef(false)
  const isUnseen = handling === 'new' || (chain !== null && !chain.isOver && chain.mine === null)
  useEffect(() => {
    if (!may || !isUnseen || tried.current) return
    tried.current = true
    void see()
  }, [may, isUnseen, see])
}

function Value({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { language } = reader
  const { metric, value, valueNow, limit, target, houses, raisedAt } = alarm
  const houseId = houses[0]?.id ?? ''
  useWatch(useMemo(() => (stands(alarm) && houseId ? [houseId] : []), [alarm, houseId]))
  const reading = useReading(alarm.iotId, metric ?? '')
  const live = stands(alarm) && typeof reading?.[0] === 'number' ? reading[0] : (valueNow ?? value)
  const now = useAboutReading(alarm.iotId, metric ?? '')
  const about = now ?? (alarm.doubtNow && { doubt: alarm.doubtNow })
  const [number, unit] = (figureOf(alarm, live, reader) ?? '').split('\u202f')
  const say = (amount: number | null) => figureOf(alarm, amount, reader)
  const [raised, shownLimit, shownTarget] = [say(value), say(limit), say(target)]
  return (
    <section className="card alarm-focus" data-condition={alarm.condition}>
      <header>
        <AlarmGlyph alarm={alarm} />
        <h2>{factsText([t($ => $.levels[alarm.level]), whereText(alarm, language)], language)}</h2>
        <Age at={raisedAt} />
      </header>
      {number && (
        <div className="alarm-focus-value row gap-35">
          <p className="alarm-number num">
            {number}
            {unit && <small className="alarm-unit">{unit}</small>}
          </p>
          <p className="num">
            <b>
              {factsText(
                [
                  stands(alarm) && raised ? t($ => $.whenRaised, { value: raised }) : null,
                  shownLimit && t($ => $.limit, { limit: shownLimit }),
                  shownTarget && t($ => $.target, { target: shownTarget }),
                ].filter(fact => fact !== null),
                language,
              )}
            </b>
            <Rate alarm={alarm} />
          </p>
        </div>
      )}
      {number && stands(alarm) && (
        <AboutMark about={about} size={doubtOfCode(alarm.code) ? 'word' : 'says'} />
      )}
      <p className="alarm-focus-name">
        {nameOf(alarm, line, reader)} <ConditionSign alarm={alarm} />
      </p>
      <LatchedNote alarm={alarm} />
      <Advice alarm={alarm} />
    </section>
  )
}

/** How fast the value moves, while the alarm is active. */
function Rate({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { curve } = useAlarmChart(alarm)
  const rate = curve && stands(alarm) ? rateOf(curve) : null
  if (rate === null) return null
  const { decimals = 1, unit = '' } = metricByName.get(alarm.metric ?? '') ?? {}
  const isSteady = Number(rate.toFixed(decimals)) === 0
  if (isSteady) return <span>{t($ => $.steady)}</span>
  const shown = formatSignal(Math.abs(rate), { unit, decimals, isDifference: true }, reader)
  return <span>{rate > 0 ? t($ => $.rising, { rate: shown }) : t($ => $.falling, { rate: shown })}</span>
}

const ANSWERS = ['going', 'on_site', 'cannot'] as const
const icons = { going: Footprints, on_site: MapPin, cannot: UserX } as const

function BigActions({ alarm, line, toCause }: OfLine & { toCause: () => void }) {
  const { t } = useTranslation('alarms')
  const { open, exists } = useScreen()
  const { taking, answer, field } = useAnswerNote(alarm.id, line)
  const [may, mayFind] = [useMayCall(alarms.answer), useMayCall(alarms.cause)]
  const isCauseOpen = mayFind && !isFound(alarm)
  const isRinging = alarm.chain?.isOver === false
  const said = lastOf(alarm)
  // Opening it here counts as seen.
  const left = may ? answersLeft(alarm) : []
  const answers = ANSWERS.filter(each => left.includes(each))
  const titleOf = (each: (typeof ANSWERS)[number]) =>
    each === 'going' && said?.answer === 'going' ? t($ => $.actions.stillGoing) : t($ => $.actions[each])
  const house = encodeURIComponent(alarm.houses[0]?.id ?? '')
  const next = alarm.chain?.next
  const hintOf = (each: (typeof ANSWERS)[number]) =>
    each === 'going' && next
      ? t($ => $.answerHint.next, {
          names: next.names.slice(0, 2).join(t($ => $.told.comma)),
          time: clockOf(new Date(next.at), alarm.timeZone),
        })
      : t($ => $.answerHint[each])
  return (
    <>
      {answers.length > 0 && (
        <div className="alarm-answers stack gap-15">
          {answers.map((each, i) => (
            <Big
              key={each}
              icon={icons[each]}
              isPrimary={i === 0}
              title={titleOf(each)}
              says={hintOf(each)}
              isTaken={taking === each}
              isBusy={taking !== null}
              act={() => void answer(each)}
            />
          ))}
        </div>
      )}
      <div className="stack gap-25">
        {answers.length > 0 && field}
        <AlarmNumbers numbers={alarm.chain?.numbers ?? []} />
        {isCauseOpen && (
          <Big
            icon={ClipboardCheck}
            isPrimary={answers.length === 0}
            title={t($ => $.what)}
            says={t($ => $.consequence[isRinging ? 'standing' : 'cause_found'])}
            act={toCause}
          />
        )}
        {exists(paths.houseMonitor) && (
          <Button
            block
            icon={<MonitorPlay size={16} aria-hidden />}
            onClick={() => open(hrefOf(paths.houseMonitor, { houseId: house }))}
          >
            {t($ => $.openMonitor)}
          </Button>
        )}
        <HouseCameraButton houseIds={alarm.houses.map(({ id }) => id)} />
        <AskForHelp alarm={alarm.id} />
      </div>
    </>
  )
}

interface BigProps {
  icon: LucideIcon
  title: string
  says: string
  isPrimary?: boolean
  isTaken?: boolean
  isBusy?: boolean
  act: () => void
}

function Big({ icon: Icon, title, says, isPrimary = false, isTaken = false, isBusy = false, act }: BigProps) {
  return (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      className="alarm-big"
      loading={isTaken}
      disabled={isBusy}
      onClick={act}
    >
      <Icon size={24} aria-hidden />
      <span>
        <b>{title}</b>
        <small>{says}</small>
      </span>
    </Button>
  )
}
