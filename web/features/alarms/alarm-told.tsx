import { BellOff, Check, CheckCheck, Mail, Phone, PhoneMissed, Smartphone, UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AlarmDetail, AlarmEvent } from '#shared/contracts/alarms.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './alarm-told.css'

type Of = Pick<AlarmDetail, 'events' | 'chain' | 'timeZone'>
/** Attempts to the same people at the same minute are one line. */
interface Attempt {
  key: string
  clock: string
  events: [AlarmEvent, ...AlarmEvent[]]
}

function attemptsOf({ events, timeZone }: Of): Attempt[] {
  const keyOf = (event: AlarmEvent) => {
    const clock = clockOf(new Date(event.at), timeZone)
    // Whoever is told besides the chain is told together.
    return event.kind === 'told' && event.step === 0
      ? `besides ${clock}`
      : `${event.kind} ${event.at} ${event.name}`
  }
  return [...Map.groupBy(events, keyOf)].flatMap(([key, [first, ...more]]) =>
    first ? [{ key, clock: clockOf(new Date(first.at), timeZone), events: [first, ...more] }] : [],
  )
}

/** Whom the alarm was told and with what result, what they answered, and whom the chain tells next. */
export function AlarmTold({ alarm }: { alarm: Of }) {
  const { t } = useTranslation('alarms')
  const attempts = attemptsOf(alarm)
  const { chain, timeZone } = alarm
  if (attempts.length === 0) return null
  return (
    <ul className="alarm-told" aria-label={t($ => $.told.title)}>
      {attempts.map(({ key, clock, events }) => (
        <li key={key} data-kind={events[0].kind}>
          <Sign event={events[0]} />
          <span className="num">{clock}</span>
          <span className="alarm-told-who">
            <b>
              {namesOf(
                events.map(({ name, isMine }) => (isMine ? t($ => $.told.you) : name)),
                t($ => $.told.comma),
              ) || (isByItself(events[0]) ? t($ => $.told.shelf.itself) : t($ => $.told.panel))}
            </b>
            <Ways event={events[0]} />
          </span>
          <Outcome event={events[0]} timeZone={timeZone} />
        </li>
      ))}
      {chain?.next && (
        <li data-kind="ahead">
          <Phone size={16} aria-hidden />
          <span className="num">{clockOf(new Date(chain.next.at), timeZone)}</span>
          <span className="alarm-told-who">
            <b>
              {namesOf(
                chain.next.names,
                t($ => $.told.comma),
              )}
            </b>
          </span>
          <span>{t($ => $.told.next)}</span>
        </li>
      )}
    </ul>
  )
}

const isByItself = ({ kind }: AlarmEvent) => kind === 'worse' || kind === 'expired'

const MOST = 4
function namesOf(names: readonly (string | null)[], comma: string): string {
  const known = [...new Set(names.filter(name => name !== null))]
  const rest = known.length - MOST
  return known.slice(0, MOST).join(comma) + (rest > 0 ? ` +${rest}` : '')
}

function Sign({ event: { kind, answer, calledAt, callResult } }: { event: AlarmEvent }) {
  if (kind === 'answer')
    return answer === 'on_site' ? <UserCheck size={16} aria-hidden /> : <Check size={16} aria-hidden />
  if (kind !== 'told') return <BellOff size={16} aria-hidden />
  if (
    callResult === 'noAnswer' ||
    callResult === 'busy' ||
    callResult === 'failed' ||
    callResult === 'givenUp'
  )
    return <PhoneMissed size={16} aria-hidden />
  return calledAt ? <Phone size={16} aria-hidden /> : <Smartphone size={16} aria-hidden />
}

/** By which ways they were told. */
function Ways({ event }: { event: AlarmEvent }) {
  const { kind, step, mailedAt, mailResult, pushedAt, pushResult, calledAt } = event
  const { t } = useTranslation('alarms')
  if (kind === 'shelved' && event.note) return <small>{t($ => $.told.shelf.why, { why: event.note })}</small>
  if (kind !== 'told') return null
  return (
    <small>
      {step > 0 && <span>{t($ => $.told.step, { step })}</span>}
      {calledAt && (
        <span>
          <Phone size={12} aria-hidden /> {t($ => $.told.call)}
        </span>
      )}
      {pushedAt && (
        <span>
          <Smartphone size={12} aria-hidden />{' '}
          {t($ => $.told.push, { result: t($ => $.told.attempts[pushResult ?? 'waits']) })}
        </span>
      )}
      {mailedAt && (
        <span>
          <Mail size={12} aria-hidden />{' '}
          {t($ => $.told.mail, { result: t($ => $.told.attempts[mailResult ?? 'waits']) })}
        </span>
      )}
    </small>
  )
}

function Outcome({ event, timeZone }: { event: AlarmEvent; timeZone: string }) {
  const { kind, answer, via, isProven, callResult, until, note, heardAt } = event
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  if (kind === 'shelved') {
    const end = new Date(until ?? event.at)
    const time = `${dayOf(end, language, timeZone)} ${clockOf(end, timeZone)}`
    return <span className="num">{t($ => $.told.shelf.shelved, { time })}</span>
  }
  if (kind === 'unshelved' || kind === 'worse' || kind === 'expired')
    return <span>{t($ => $.told.shelf[kind])}</span>
  if (kind === 'answer' && answer) {
    const isUnproven = answer === 'on_site' && !isProven
    return (
      <span data-result={isUnproven || answer === 'cannot' ? 'doubt' : 'good'} title={note ?? undefined}>
        {isProven && <CheckCheck size={14} aria-hidden />} {t($ => $.told.answers[answer])}
        {answer === 'on_site' &&
          ` · ${isProven ? (via === 'panel' ? t($ => $.told.byPanel) : t($ => $.told.byCode)) : t($ => $.told.unproven)}`}
        {via === 'call' && ` · ${t($ => $.told.byPhone)}`}
        {heardAt && ` · ${t($ => $.told.heardAt, { time: clockOf(new Date(heardAt), timeZone) })}`}
      </span>
    )
  }
  if (callResult === null) return <span>{t($ => $.told.told)}</span>
  const isBad = callResult !== 'taken' && callResult !== 'answered'
  return <span data-result={isBad ? 'bad' : 'good'}>{t($ => $.told.results[callResult])}</span>
}
