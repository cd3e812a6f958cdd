import { Button, Input, Select } from 'antd'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shelfSpans } from '#shared/alarm-shelf.ts'
import { type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useShelfText } from '#web/components/shelf-text.ts'
import { spanOf } from '#web/components/time.tsx'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { stands } from './alarm-text.ts'
import { useStep } from './use-step.ts'

const MINUTE = 60_000

/** Shelves an active alarm for a while, or says that it is shelved and ends that. */
export function AlarmShelf({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const say = useShelfText()
  const { busy, unshelve } = useStep(alarm.id, [])
  const [isOpen, setOpen] = useState(false)
  const may = useMayCall(alarms.shelve)
  const said = say(alarm, alarm.timeZone)
  if (said)
    return (
      <p className="alarm-shelf row wrap" role="status">
        <BellOff size={15} aria-hidden />
        <span>{said}</span>
        <ActionButton endpoint={alarms.unshelve} loading={busy} onClick={() => void unshelve()}>
          {t($ => $.shelf.end)}
        </ActionButton>
      </p>
    )
  if (!may || !stands(alarm) || shelfSpans(alarm.level).length === 0) return null
  return isOpen ? (
    <ShelfForm alarm={alarm} close={() => setOpen(false)} />
  ) : (
    <Button icon={<BellOff size={15} aria-hidden />} onClick={() => setOpen(true)}>
      {t($ => $.shelf.open)}
    </Button>
  )
}

function ShelfForm({ alarm, close }: { alarm: AlarmDetail; close: () => void }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const { busy, shelve } = useStep(alarm.id, [])
  const spans = shelfSpans(alarm.level)
  const [minutes, setMinutes] = useState(spans[0] ?? 0)
  const [reason, setReason] = useState('')
  useUnsaved(reason !== '')
  const send = async () => {
    if (await shelve(minutes, reason)) {
      setReason('')
      close()
    }
  }
  return (
    <fieldset className="alarm-shelf-form row wrap stretch" aria-label={t($ => $.shelf.open)}>
      <Select
        aria-label={t($ => $.shelf.span)}
        value={minutes}
        onChange={setMinutes}
        options={spans.map(value => ({ value, label: spanOf(value * MINUTE, language) }))}
      />
      <Input
        aria-label={t($ => $.shelf.reason)}
        placeholder={t($ => $.shelf.reason)}
        maxLength={200}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      <ActionButton
        endpoint={alarms.shelve}
        type="primary"
        loading={busy}
        disabled={reason.trim() === ''}
        onClick={() => void send()}
      >
        {t($ => $.shelf.do)}
      </ActionButton>
      <Button onClick={close}>{t($ => $.shelf.cancel)}</Button>
      <p className="caption">{t($ => $.shelf.rule)}</p>
    </fieldset>
  )
}
