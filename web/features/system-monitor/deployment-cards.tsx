import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { dateIn } from '#shared/zone-time.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age, useZone } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import { Card, Table } from './card.tsx'
import { figureText } from './figure-text.ts'

const shown = ['messages', 'calls', 'gateways', 'sockets', 'cpu', 'memory', 'loop'] as const

/** What runs: versions, certificates. */
export function DeploymentCard({ now: { processes, database, certificates } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const zone = useZone()
  const alive = processes.filter(({ isAlive }) => isAlive)
  const versions = (of: 'version' | 'node' | 'schema') =>
    [...new Set(alive.map(process => process[of]))].join(', ') || '—'
  return (
    <Card title={t($ => $.deployment)}>
      <dl className="system-facts">
        <Fact name={t($ => $.appVersion)} value={versions('version')} />
        <Fact name="Node.js" value={versions('node')} />
        <Fact name="PostgreSQL" value={database.version} />
        <Fact name={t($ => $.schema)} value={versions('schema')} />
        {certificates.map(({ name, endsAt }) => (
          <div key={name}>
            <dt>{t($ => $.certificate[name])}</dt>
            <dd>
              <NearDate on={dateIn(zone, new Date(endsAt))} soon={21} />
            </dd>
          </div>
        ))}
        {certificates.length === 0 && <Fact name={t($ => $.certificates)} value={t($ => $.noCertificate)} />}
      </dl>
    </Card>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{value}</dd>
  </div>
)

/** Every server process by itself, including those that are gone. */
export function ProcessesCard({ now: { processes } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  return (
    <Card title={t($ => $.processes)} isWide>
      <Table
        label={t($ => $.processes)}
        heads={[
          t($ => $.process),
          t($ => $.started),
          t($ => $.seen),
          ...shown.map(figure => t($ => $.figures[figure])),
        ]}
        rows={processes.map(({ id, host, pid, isAlive, startedAt, seenAt, figures }) => ({
          key: id,
          cells: [
            <StateWord key="state" state={isAlive ? 'normal' : 'offline'}>
              {`${host} · ${pid}`}
            </StateWord>,
            <Age key="started" at={startedAt} />,
            <Age key="seen" at={seenAt} />,
            ...shown.map(figure => figureText(figure, figures[figure], reader)),
          ],
        }))}
      />
    </Card>
  )
}
