import { Button } from 'antd'
import { CloudUpload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/screens.ts'
import { useWaiting } from '#web/data/offline/waiting.ts'
import './notices.css'

/** Says how much this browser keeps that the server does not have yet, and how much of it needs attention. */
export function WaitingBar({ open }: { open: (href: string) => void }) {
  const { t } = useTranslation()
  const records = useWaiting(each => each.records)
  const repairs = useWaiting(each => each.repairs)
  const arrivals = useWaiting(each => each.arrivals)
  const arrivalsStopped = arrivals.filter(({ stopped }) => stopped).length
  const recordsStopped = records.filter(({ stopped }) => stopped).length
  const repairsStopped = repairs.filter(({ stopped }) => stopped).length
  return (
    <>
      {arrivals.length > 0 && (
        <Bar
          isStopped={arrivalsStopped > 0}
          says={
            arrivalsStopped > 0
              ? t($ => $.arrivalsStopped, { count: arrivalsStopped })
              : t($ => $.arrivalsWait, { count: arrivals.length })
          }
          open={() => open(paths.alarms)}
        />
      )}
      {records.length > 0 && (
        <Bar
          isStopped={recordsStopped > 0}
          says={
            recordsStopped > 0
              ? t($ => $.recordsStopped, { count: recordsStopped })
              : t($ => $.recordsWait, { count: records.length })
          }
          open={() => open(paths.flocks)}
        />
      )}
      {repairs.length > 0 && (
        <Bar
          isStopped={repairsStopped > 0}
          says={
            repairsStopped > 0
              ? t($ => $.repairsStopped, { count: repairsStopped })
              : t($ => $.repairsWait, { count: repairs.length })
          }
          open={() => open(paths.myRepairs)}
        />
      )}
    </>
  )
}

function Bar({ isStopped, says, open }: { isStopped: boolean; says: string; open: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="notice-bar" data-kind={isStopped ? undefined : 'info'} role="status">
      <CloudUpload size={17} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{says}</strong>
        {isStopped ? t($ => $.recordsStoppedSays) : t($ => $.recordsWaitSays)}
      </span>
      <Button size="small" onClick={open}>
        {t($ => $.showRecords)}
      </Button>
    </div>
  )
}
