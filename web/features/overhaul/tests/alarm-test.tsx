import { CircleCheck, Clock, PhoneOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { overhaulTests, type SentAlarm, type TestBasis } from '#shared/contracts/overhaul-tests.ts'
import { clockOf } from '#shared/dates.ts'
import { ANSWER_MINUTES } from '#shared/safety-tests.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { SafetyNote } from '#web/components/safety-note.tsx'
import { Age, useZone } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'

/** Sends a test alarm, and shows who has answered until it is entered in the log. */
export function AlarmTest({ basis: { plan, alarm, wakesAnybody } }: { basis: TestBasis }) {
  const { t } = useTranslation('overhaul')
  const { busy, submit } = useSubmit({ success: t($ => $.test.sent) })
  const { id } = plan
  const isWaiting = alarm !== null && alarm.judgedBy !== null
  return (
    <div className="stack">
      <p className="test-says">{t($ => $.test.alarmSays, { count: ANSWER_MINUTES })}</p>
      {wakesAnybody === false && (
        <p className="test-mute" role="alert">
          <PhoneOff size={16} aria-hidden /> {t($ => $.test.noVoice)}
        </p>
      )}
      {alarm && <Answers alarm={alarm} />}
      {!isWaiting && (
        <ActionButton
          endpoint={overhaulTests.sendAlarm}
          type="primary"
          size="large"
          block
          loading={busy}
          onClick={() => void submit(() => call(overhaulTests.sendAlarm, { params: { id } }))}
        >
          {t($ => $.test.send)}
        </ActionButton>
      )}
      <SafetyNote />
    </div>
  )
}

function Answers({ alarm: { startedAt, by, people, judgedBy } }: { alarm: SentAlarm }) {
  const { t } = useTranslation('overhaul')
  const zone = useZone()
  return (
    <section className="test-answers" aria-label={t($ => $.test.answers)}>
      <h3>
        {judgedBy === null
          ? t($ => $.test.last)
          : t($ => $.test.waiting, { time: clockOf(Date.parse(judgedBy), zone) })}
      </h3>
      <p className="caption">
        {by} · <Age at={startedAt} />
      </p>
      {people.length === 0 && <p>{t($ => $.test.toldNobody)}</p>}
      <ul>
        {people.map(({ id, name, answeredAt }) => (
          <li key={id} data-answered={answeredAt === null ? undefined : ''}>
            {answeredAt === null ? <Clock size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
            <span>{name}</span>
            <span className="num">
              {answeredAt === null
                ? t($ => $.test.silent)
                : t($ => $.test.answeredAt, { time: clockOf(Date.parse(answeredAt), zone) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
