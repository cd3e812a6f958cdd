import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { numberText } from '#web/components/number-text.ts'
import { Age } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import { Card, Table } from './card.tsx'

/** Messages that have nobody to go to: what, whose, since when. Nothing while all reach somebody. */
export function UnreachedCard({ now: { unreached } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  if (unreached.length === 0) return null
  const head = { count: unreached.length }
  return (
    <Card title={t($ => $.unreached.title, head)} says={t($ => $.unreached.says)} isWide>
      <Table
        label={t($ => $.unreached.title, head)}
        heads={[
          t($ => $.unreached.what),
          t($ => $.unreached.whose),
          t($ => $.unreached.missing),
          t($ => $.unreached.since),
          t($ => $.unreached.messages),
        ]}
        rows={unreached.map(({ side, business, office, since, count }) => ({
          key: `${side} ${business} ${office} ${since}`,
          cells: [
            t($ => $.unreached.business[business]),
            office ?? t($ => $.unreached.others),
            t($ => $.unreached.sides[side]),
            <Age key="since" at={since} />,
            numberText(count, 0, reader),
          ],
        }))}
      />
    </Card>
  )
}
