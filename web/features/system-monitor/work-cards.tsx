import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { numberText } from '#web/components/number-text.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import { Card, Table } from './card.tsx'
import { msText } from './figure-text.ts'

/** The server's scheduled work, and files people asked for: last run, duration, failures. */
export function WorkCard({ now: { rounds, jobs } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  const took = (ms: number | null) => (ms === null ? '—' : msText(ms, reader))
  const failures = (count: number) => (
    <span data-bad={count > 0 || undefined}>{numberText(count, 0, reader)}</span>
  )
  return (
    <Card title={t($ => $.work)} says={t($ => $.workSays)}>
      <Table
        label={t($ => $.work)}
        heads={[t($ => $.job), t($ => $.lastRun), t($ => $.took), t($ => $.failures)]}
        rows={[
          ...rounds.map(round => ({
            key: round.name,
            cells: [
              <RoundName key="name" round={round} />,
              <Age key="age" at={round.endedAt} />,
              took(round.ms),
              failures(round.failed),
            ],
          })),
          ...jobs.map(({ step, endedAt, ms, failed, waiting, running }) => ({
            key: step,
            cells: [
              <>
                {t($ => $.steps[step])}{' '}
                {waiting + running > 0 && <small>{t($ => $.underWay, { waiting, running })}</small>}
              </>,
              <Age key="age" at={endedAt} />,
              took(ms),
              failures(failed),
            ],
          })),
        ]}
      />
    </Card>
  )
}

/** Its name; once it has failed, also since when and what the last fault said. */
function RoundName({ round: { name, failingSince, fault } }: { round: SystemNow['rounds'][number] }) {
  const { t } = useTranslation('system-monitor')
  return (
    <>
      {t($ => $.rounds[name])}
      {failingSince && (
        <div>
          <small data-bad>
            {t($ => $.failingSince)} <Age at={failingSince} />
          </small>
        </div>
      )}
      {fault && (
        <div>
          <small>
            {t($ => $.lastFault)}: {fault}
          </small>
        </div>
      )}
    </>
  )
}

/** What is on its way to people, and unreadable messages from controllers. */
export function OutgoingCard({ now: { mails, pushes, quarantined } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  const number = (value: number) => numberText(value, 0, reader)
  const lines = [
    {
      key: 'mails',
      name: t($ => $.mails),
      value: mails.waiting,
      says: t($ => $.mailsSays, { sent: number(mails.sent), givenUp: number(mails.givenUp) }),
      isBad: mails.givenUp > 0,
      since: mails.oldestAt,
    },
    {
      key: 'pushes',
      name: t($ => $.pushes),
      value: pushes.waiting,
      says: t($ => $.pushesSays, { failing: number(pushes.failing), browsers: number(pushes.browsers) }),
      isBad: pushes.failing > 0,
      since: null,
    },
    {
      key: 'quarantined',
      name: t($ => $.quarantined),
      value: quarantined,
      says: t($ => $.quarantinedSays),
      isBad: quarantined > 0,
      since: null,
    },
  ]
  return (
    <Card title={t($ => $.outgoing)}>
      <ul className="system-lines">
        {lines.map(({ key, name, value, says, isBad, since }) => (
          <li key={key}>
            <div>
              <StateWord state={isBad ? 'watch' : 'normal'}>{name}</StateWord>
              <small>
                {says}
                {since && (
                  <>
                    {' · '}
                    {t($ => $.oldest)} <Age at={since} />
                  </>
                )}
              </small>
            </div>
            <strong className="num">{number(value)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
