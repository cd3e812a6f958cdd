import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { formatSignal } from '#shared/signals.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useLiveStatus, useReading, useWatch } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { ChangedBy } from './changed-by.tsx'
import { type SensorRow, sensorRows } from './sensor-rows.ts'
import type { Editing } from './use-group.ts'
import './sensors-card.css'

interface Props {
  data: SettingsOfGroup
  draft: Pick<Editing, 'document'>
}

/** What each probe measures, its correction and the result, with who set it; a draft shows the new result. */
export function SensorsCard({ data, draft }: Props) {
  const { t } = useTranslation('settings')
  const { house, device, values, toldAt } = data
  useWatch(useMemo(() => [house.id], [house.id]))
  const status = useLiveStatus(device.id) ?? device.status
  const rows = sensorRows(Object.keys(values))
  if (rows.length === 0) return null
  return (
    <section className="card settings-card">
      <h2>{t($ => $.sensors.title)}</h2>
      {status !== 'ONLINE' && (
        <p className="caption">
          {t($ => $.sensors.last)} <Age at={toldAt} />
        </p>
      )}
      <div className="setting-matrix sensors">
        <table>
          <thead>
            <tr>
              <th scope="col" className="visually-hidden-cell" />
              {(['raw', 'correction', 'corrected'] as const).map(head => (
                <th key={head} scope="col">
                  {t($ => $.sensors[head])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Sensor key={row.metric.name} row={row} data={data} draft={draft} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Sensor({ row: { correction, metric }, data, draft }: Props & { row: SensorRow }) {
  const reader = useReader()
  const reading = useReading(data.device.id, metric.name)?.[0]
  const [told, wanted] = [data.values[correction.name], draft.document[correction.name]]
  const [set, next] = [Number(told), Number(wanted)]
  const corrected = typeof reading === 'number' ? reading : null
  const raw = corrected === null ? null : corrected - set
  const say = (value: number | null) => (value === null ? '–' : formatSignal(value, metric, reader))
  const isChanged = wanted !== told && typeof wanted === 'number'
  return (
    <tr>
      <th scope="row">
        {metric.label[reader.language]}
        <small className="setting-by">
          <ChangedBy data={data} name={correction.name} />
        </small>
      </th>
      <td className="num">{say(raw)}</td>
      <td className="num">{formatSignal(set, correction, reader)}</td>
      <td className="num">
        <ReadingMark iotId={data.device.id} metric={metric.name} /> {say(corrected)}
        {isChanged && raw !== null && <b> → {say(raw + next)}</b>}
      </td>
    </tr>
  )
}
