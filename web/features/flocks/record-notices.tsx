import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import type { RecordStart, useRecord } from './use-record.ts'

interface Props {
  start: RecordStart
  record: Pick<ReturnType<typeof useRecord>, 'why' | 'draftAt' | 'giveUpDraft'>
}

/** Special conditions of the day: last seen long ago, recorded but not sent yet, an earlier unsaved draft. */
export function RecordNotices({ start: { seenAt, waiting }, record: { why, draftAt, giveUpDraft } }: Props) {
  const { t } = useTranslation('flocks')
  return (
    <>
      {seenAt !== null && (
        <p className="card record-notice" role="status">
          <StateMark state="offline" /> {t($ => $.asSeen)} <Age at={seenAt} />
        </p>
      )}
      {waiting && (
        <p className="card record-notice" role="status">
          <StateMark state={waiting.stopped ? 'watch' : 'pending'} />{' '}
          {waiting.stopped ? t($ => $.notTaken) : t($ => $.notSentYet)} {why}
        </p>
      )}
      {draftAt !== null && (
        <p className="card record-notice" role="status">
          <span>
            {t($ => $.draftOf)} <Age at={draftAt} />
          </span>
          <Button onClick={giveUpDraft}>{t($ => $.giveUpDraft)}</Button>
        </p>
      )}
    </>
  )
}
