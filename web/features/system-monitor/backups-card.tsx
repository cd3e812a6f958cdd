import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Backups, type SystemNow, systemMonitor } from '#shared/contracts/system-monitor.ts'
import { StateMark, StateWord } from '#web/components/state-mark.tsx'
import { Age, Moment } from '#web/components/time.tsx'
import { sizeOf } from '#web/components/uploads/use-files.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card, Table } from './card.tsx'
import { msText } from './figure-text.ts'

/** The existing backups, where and from when, and the failed ones. */
export function BackupsCard({ now: { backups, isDatabaseElsewhere } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const [newest] = backups.kept
  return (
    <Card title={t($ => $.backups)} says={useDaily(backups, isDatabaseElsewhere)} isWide>
      <div className="system-backups">
        <dl className="system-facts">
          <div>
            <dt>{t($ => $.lastBackup)}</dt>
            <dd>
              {newest ? (
                <span>
                  <StateMark state={isBehind(backups) ? 'alarm' : 'normal'} /> <Age at={newest.beganAt} />
                </span>
              ) : (
                <StateWord state="watch">{t($ => $.noBackup)}</StateWord>
              )}
              <BackUpButton since={backups.runningSince} />
            </dd>
          </div>
          <div>
            <dt>{t($ => $.backupPlace)}</dt>
            <dd>
              <code>{backups.folder}</code>
              {!backups.isReadable && <StateWord state="alarm">{t($ => $.unreadable)}</StateWord>}
              {backups.isOnDataDisk && <small>{t($ => $.sameDisk)}</small>}
            </dd>
          </div>
          <Failures failures={backups.failures} />
        </dl>
        <Kept kept={backups.kept} />
      </div>
    </Card>
  )
}

/** Whether the last attempt failed. */
const isBehind = ({ kept: [newest], failures: [failed] }: Backups) =>
  newest !== undefined && failed !== undefined && failed.failedAt > newest.endedAt

function useDaily({ hour, timeZone }: Backups, isDatabaseElsewhere: boolean): string {
  const { t } = useTranslation('system-monitor')
  if (hour === null) return t($ => (isDatabaseElsewhere ? $.notDailyElsewhere : $.notDaily))
  return t($ => $.daily, { from: `${String(hour).padStart(2, '0')}:00`, zone: timeZone })
}

/** Starts a backup, for users who may; while one runs it shows since when. */
function BackUpButton({ since }: { since: string | null }) {
  const { t } = useTranslation('system-monitor')
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(systemMonitor.backUp),
    onSettled: () => cache.invalidateQueries({ queryKey: [systemMonitor.now.path] }),
  })
  const may = useMayCall(systemMonitor.backUp)
  if (since !== null)
    return (
      <span role="status">
        {t($ => $.backingUp)} <Age at={since} />
      </span>
    )
  if (!may) return null
  return (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {t($ => $.backUp)}
    </Button>
  )
}

function Failures({ failures }: Pick<Backups, 'failures'>) {
  const { t } = useTranslation('system-monitor')
  return (
    <div>
      <dt>{t($ => $.failedBackups)}</dt>
      <dd>
        {failures.length === 0 && t($ => $.noFailed)}
        {failures.map(({ id, failedAt, reason, detail }) => (
          <span key={id}>
            <Moment at={failedAt} /> {t($ => $.backupReasons[reason])}
            <small>{detail}</small>
          </span>
        ))}
      </dd>
    </div>
  )
}

function Kept({ kept }: Pick<Backups, 'kept'>) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  if (kept.length === 0) return null
  return (
    <Table
      label={t($ => $.backups)}
      heads={[t($ => $.backupMade), t($ => $.backupSize), t($ => $.took), t($ => $.backupVersion)]}
      rows={kept.map(({ name, beganAt, endedAt, bytes, version }) => ({
        key: name,
        cells: [
          <Moment key="at" at={beganAt} />,
          sizeOf(bytes, reader.language),
          msText(Date.parse(endedAt) - Date.parse(beganAt), reader),
          version,
        ],
      }))}
    />
  )
}
