import { useTranslation } from 'react-i18next'
import type { RepairDetail } from '#shared/contracts/repairs.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'

/** The device's readings at the time of the application, in the reader's units. */
export function RepairReadings({ readings }: { readings: NonNullable<RepairDetail['readings']> }) {
  const { t } = useTranslation('repairs')
  const reader = useReader()
  const [first] = readings
  return (
    <section>
      <h3>
        {t($ => $.readings)} {first && <small>{<Age at={first.at} />}</small>}
      </h3>
      <dl className="repair-facts stack">
        {readings.flatMap(({ metric, value, doubt }) => {
          const signal = metricByName.get(metric)
          return signal ? (
            <div key={metric}>
              <dt>{signal.label[reader.language]}</dt>
              <dd className="num">
                {formatSignal(value, signal, reader)} {doubt && <AboutMark about={{ doubt }} size="word" />}
              </dd>
            </div>
          ) : (
            []
          )
        })}
      </dl>
    </section>
  )
}
