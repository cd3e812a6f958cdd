import { Button } from 'antd'
import { CloudUpload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWaiting } from '#web/data/offline/waiting.ts'
import './notices.css'

/** Where what waits stands, and the days are told. */
const FLOCKS = '/chicken-batch'

/** Says how many records this browser keeps that the server does not have yet, and how many of them need somebody. */
export function WaitingBar({ open }: { open: (href: string) => void }) {
  const { t } = useTranslation()
  const records = useWaiting(({ records }) => records)
  const stopped = records.filter(({ stopped }) => stopped).length
  return (
    <div className="notice-bar" data-kind={stopped > 0 ? undefined : 'info'} role="status">
      <CloudUpload size={17} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>
          {stopped > 0
            ? t($ => $.recordsStopped, { count: stopped })
            : t($ => $.recordsWait, { count: records.length })}
        </strong>
        {stopped > 0 ? t($ => $.recordsStoppedSays) : t($ => $.recordsWaitSays)}
      </span>
      <Button size="small" onClick={() => open(FLOCKS)}>
        {t($ => $.showRecords)}
      </Button>
    </div>
  )
}
