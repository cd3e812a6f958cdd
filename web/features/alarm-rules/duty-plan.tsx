import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { BellRing, Mail, Phone, PhoneOff, Plus, Smartphone, Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmDuty, alarmDuties, type DutyPlan } from '#shared/contracts/alarm-rules.ts'
import { dateOf } from '#shared/dates.ts'
import { weekdayOf } from '#shared/duties.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { WaitFor } from '#web/components/known.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Holidays } from './holidays.tsx'
import { useWeekdays } from './weekdays.ts'
import './duty-plan.css'

const DutyForm = later(() => import('./duty-form.tsx').then(file => file.DutyForm))

/** The plan changes by the minute, when a duty begins or ends. ms */
const LOOK_MS = 60_000

/** Who would be notified now, and who is on call when. */
export function DutyPlanCard() {
  const { t } = useTranslation('alarm-rules')
  const [isAdding, setAdding] = useState(false)
  const asked = useQuery({
    queryKey: [alarmDuties.plan.path],
    queryFn: () => call(alarmDuties.plan),
    refetchInterval: LOOK_MS,
  })
  const { data, error, refetch } = asked
  return (
    <>
      <section className="card duty-plan" aria-label={t($ => $.onCall)}>
        <header>
          <h2>{t($ => $.onCall)}</h2>
          <TestButton />
          <ActionButton
            endpoint={alarmDuties.create}
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t($ => $.addDuty)}
          </ActionButton>
        </header>
        {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
        {data && <ToldNow plan={data} />}
        {data && <LastTest test={data.test} />}
        {data && <Week plan={data} />}
        {data && data.duties.length > 0 && <Holidays holidays={data.holidays} />}
        {isAdding && <DutyForm close={() => setAdding(false)} />}
      </section>
      <WaitFor of={[asked]} />
    </>
  )
}

type Reached = DutyPlan['others'][number]

/** Whom an alarm would reach right now, and by which channels. */
function ToldNow({ plan: { onCall, others, hasGateway, gatewayDeadSince } }: { plan: DutyPlan }) {
  const { t } = useTranslation('alarm-rules')
  return (
    <div className="duty-now stack gap-15" role="status">
      <strong>{t($ => $.now)}</strong>
      <NobodyCalled isSetUp={hasGateway} deadSince={gatewayDeadSince} people={[...onCall, ...others]} />
      {onCall.length === 0 && <p>{t($ => $.nobodyOnCall)}</p>}
      <ul>
        {onCall.map(person => (
          <Person key={person.id} person={person}>
            {person.step > 1 && t($ => $.stepOf, { step: person.step })}
            {person.substitute && t($ => $.substitutedBy, { name: person.substitute })}
          </Person>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="caption">
          {t($ => $.others, { names: others.map(({ name }) => name).join(t($ => $.comma)) })}
        </p>
      )}
    </div>
  )
}

/** Warns if nobody would be phoned: a mail wakes nobody at night. */
function NobodyCalled({
  isSetUp,
  deadSince,
  people,
}: {
  isSetUp: boolean
  deadSince: string | null
  people: readonly Reached[]
}) {
  const { t } = useTranslation('alarm-rules')
  if (people.some(({ ways }) => ways.includes('call'))) return null
  const names = people.filter(({ isPhoneFromAbove }) => isPhoneFromAbove).map(({ name }) => name)
  return (
    <p className="duty-uncalled" role="alert">
      <PhoneOff size={16} aria-hidden />
      <span>
        {t($ => $.nobodyCalled)} {!isSetUp && t($ => $.noGateway)}
        {isSetUp && deadSince && (
          <>
            {t($ => $.gatewayDead)} <Age at={deadSince} />
          </>
        )}
        {isSetUp && !deadSince && names.length === 0 && t($ => $.noPhone)}
        {isSetUp &&
          !deadSince &&
          names.length > 0 &&
          t($ => $.phoneFromAbove, { names: names.join(t($ => $.comma)) })}
      </span>
    </p>
  )
}

function Person({ person, children }: { person: Reached; children: React.ReactNode }) {
  const { t } = useTranslation('alarm-rules')
  const { name, ways } = person
  return (
    <li>
      <strong>{name}</strong>
      {ways.includes('call') && (
        <span>
          <Phone size={14} aria-hidden /> {t($ => $.call)}
        </span>
      )}
      {ways.includes('mail') && (
        <span>
          <Mail size={14} aria-hidden /> {t($ => $.mail)}
        </span>
      )}
      {ways.includes('push') && (
        <span>
          <Smartphone size={14} aria-hidden /> {t($ => $.push)}
        </span>
      )}
      {ways.length === 0 && <span className="duty-unreached">{t($ => $.onlyScreen)}</span>}
      {children && <span>{children}</span>}
    </li>
  )
}

/** It really phones people, so it asks first. */
function TestButton() {
  const { t } = useTranslation('alarm-rules')
  const confirm = useConfirmed({ success: t($ => $.testSent) })
  const test = () =>
    confirm({ title: t($ => $.test), says: t($ => $.testSays), ok: t($ => $.testSend) }, () =>
      call(alarmDuties.test),
    )
  return (
    <ActionButton endpoint={alarmDuties.test} icon={<BellRing size={16} aria-hidden />} onClick={test}>
      {t($ => $.test)}
    </ActionButton>
  )
}

/** A chain not tested for this long may no longer work. ms */
const TEST_EVERY_MS = 7 * 86_400_000

/** When the chain was last tested, and who confirmed. */
function LastTest({ test }: { test: DutyPlan['test'] }) {
  const { t } = useTranslation('alarm-rules')
  const isDue = test === null || Date.now() - Date.parse(test.startedAt) > TEST_EVERY_MS
  const missing = test?.people.filter(({ confirmedAt }) => confirmedAt === null) ?? []
  return (
    <p className="duty-test" data-due={isDue || missing.length > 0 || undefined}>
      {test && (
        <>
          {t($ => $.lastTest)} <Age at={test.startedAt} />
          {test.by && ` · ${test.by}`} ·{' '}
          {t($ => $.confirmed, { count: test.people.length - missing.length, all: test.people.length })}
          {missing.length > 0 &&
            ` · ${t($ => $.unconfirmed, { names: missing.map(({ name }) => name).join(t($ => $.comma)) })}`}{' '}
        </>
      )}
      {isDue && t($ => $.testDue)}
    </p>
  )
}

/** Seven columns, Monday first, each with the duties that begin on that day. */
function Week({ plan: { duties, holes, timeZone } }: { plan: DutyPlan }) {
  const { t } = useTranslation('alarm-rules')
  const weekdays = useWeekdays()
  if (duties.length === 0) return <p className="caption">{t($ => $.noDuties)}</p>
  return (
    <>
      <ol className="duty-week">
        {weekdays.map(({ value, label }) => (
          <li key={value}>
            <h3>{label}</h3>
            <ul>
              {duties
                .filter(duty => duty.weekdays.includes(value))
                .map(duty => (
                  <Duty key={duty.id} duty={duty} />
                ))}
              {holes
                .filter(({ day }) => weekdayOf(day) === value)
                .map(hole => (
                  <Hole key={`${hole.day} ${hole.fromClock}`} hole={hole} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
      <p className="caption">
        {t($ => $.byClocks, { zone: timeZone })}
        {holes.length > 0 && ` ${t($ => $.holesSay)}`}
      </p>
    </>
  )
}

/** Somebody on the plan who hears no alarm. */
function GoneMark({ children }: { children: React.ReactNode }) {
  return (
    <small className="duty-gone">
      <UserX size={14} aria-hidden /> {children}
    </small>
  )
}

/** A time of the coming week in which nobody is on call. */
function Hole({ hole: { day, fromClock, untilClock, houses } }: { hole: DutyPlan['holes'][number] }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  return (
    <li className="duty duty-hole">
      <strong>{t($ => $.hole)}</strong>
      <span className="num">
        {fromClock}–{untilClock}
      </span>
      <small className="num">{dateOf(day, language)}</small>
      {houses && <small>{houses.join(t($ => $.comma))}</small>}
    </li>
  )
}

function Duty({ duty }: { duty: AlarmDuty }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const mayRemove = useMayCall(alarmDuties.remove)
  const confirm = useConfirmed({ success: t($ => $.dutyRemoved) })
  const { id, name, gone, substitute, substituteGone, fromClock, untilClock, fromOn, untilOn, note } = duty
  const { step, houses, holidays, isUnreachable, isSubstituteUnreachable } = duty
  const hours =
    fromClock === untilClock ? t($ => $.wholeDay, { clock: fromClock }) : `${fromClock}–${untilClock}`
  const remove = () =>
    confirm(
      { title: t($ => $.removeDuty, { name }), says: t($ => $.removeDutySays), ok: t($ => $.remove) },
      () => call(alarmDuties.remove, { params: { id } }),
    )
  return (
    <li className="duty" data-gone={gone !== null || undefined}>
      <strong>{name}</strong>
      <span className="num">{hours}</span>
      {step > 1 && <small>{t($ => $.stepOf, { step })}</small>}
      {houses && <small>{houses.join(t($ => $.comma))}</small>}
      {holidays !== 'also' && <small>{t($ => $.holidayChoice[holidays])}</small>}
      {isUnreachable && <GoneMark>{t($ => $.unreachable)}</GoneMark>}
      {gone && <GoneMark>{t($ => $.gone[gone])}</GoneMark>}
      {substitute && <small>{t($ => $.substitutedBy, { name: substitute })}</small>}
      {substituteGone && <GoneMark>{t($ => $.substituteGone[substituteGone])}</GoneMark>}
      {isSubstituteUnreachable && <GoneMark>{t($ => $.substituteUnreachable)}</GoneMark>}
      {(fromOn ?? untilOn) && (
        <small className="num">
          {fromOn ? dateOf(fromOn, language) : '…'} – {untilOn ? dateOf(untilOn, language) : '…'}
        </small>
      )}
      {note && <small>{note}</small>}
      {mayRemove && (
        <Button
          type="text"
          size="small"
          aria-label={t($ => $.removeDuty, { name })}
          icon={<Trash2 size={14} aria-hidden />}
          onClick={remove}
        />
      )}
    </li>
  )
}
