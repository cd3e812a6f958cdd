import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { dropRecord } from '#web/data/offline/offline.ts'
import type { Refused, WaitingRecord } from '#web/data/offline/record-queue.ts'
import { useWaiting } from '#web/data/offline/waiting.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { usePartLabels } from './use-part-labels.ts'
import './record.css'

/** Records this browser keeps that the server does not have yet, each linking to its form. */
export function WaitingRecords() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const records = useWaiting(({ records }) => records)
  if (records.length === 0) return null
  return (
    <section className="card record-card record-waiting" aria-label={t($ => $.keptHereTitle)}>
      <h2>{t($ => $.keptHereTitle)}</h2>
      <ul>
        {records.map(record => (
          <Waiting
            key={`${record.flockId} ${record.told.day}`}
            record={record}
            open={() => setSearch({ record: record.flockId, day: record.told.day }, { push: true })}
          />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ record, open }: { record: WaitingRecord; open: () => void }) {
  const { t } = useTranslation('flocks')
  const { modal } = App.useApp()
  const language = usePreferences(({ language }) => language)
  const isSending = useWaiting(({ sending }) => sending === record.at)
  const { flockId, houseName, told, stopped } = record
  const name = `${houseName}, ${dateOf(told.day, language)}`
  const labels: Readonly<Record<string, string>> = usePartLabels()
  const whyNot = ({ why, fields }: Refused) => {
    const faults = Object.entries(fields).map(([field, fault]) =>
      labels[field] === undefined ? fault : t($ => $.faultOf, { field: labels[field], fault }),
    )
    return [t($ => $.notTaken), ...(faults.length > 0 ? faults : [why])].join(' ')
  }
  const unsent = isSending ? t($ => $.beingSent) : t($ => $.notSentYet)
  const says =
    stopped?.is === 'differs'
      ? t($ => $.conflict, { name: stopped.by ?? stopped.theirs.by })
      : stopped
        ? whyNot(stopped)
        : unsent
  const drop = () =>
    void modal.confirm({
      title: t($ => $.dropAsk, { name }),
      content: t($ => $.dropSays),
      okText: t($ => $.drop),
      cancelText: t($ => $.cancel),
      onOk: async () => void (await dropRecord(flockId, told.day)),
    })
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <StateWord state={stopped ? 'watch' : 'pending'}>{says}</StateWord>
      </div>
      <Button
        type={stopped ? 'primary' : 'default'}
        onClick={open}
        aria-label={`${t($ => $.openRecord)}: ${name}`}
      >
        {t($ => $.openRecord)}
      </Button>
      <Button onClick={drop} aria-label={`${t($ => $.drop)}: ${name}`}>
        {t($ => $.drop)}
      </Button>
    </li>
  )
}
