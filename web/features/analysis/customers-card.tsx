import { useTranslation } from 'react-i18next'
import { customerMoves } from '#shared/contracts/analysis.ts'
import { Card } from './card.tsx'
import { Course } from './course.tsx'
import { Ranks } from './ranks.tsx'
import { useCard } from './use-card.ts'

/** Customers that joined, that became formal after a trial, and that left. */
export function CustomersCard() {
  const { t } = useTranslation('analysis')
  const card = useCard('customers')
  if (!card) return null
  return (
    <Card title={t($ => $.customers.title)} card={card} all={{ rows: 'customer new' }}>
      {data => {
        const none = { now: 0, before: 0, values: data.days.map(() => 0) }
        const lines = customerMoves.map(key => ({
          ...(data.lines.find(line => line.key === key) ?? none),
          key,
          name: t($ => $.customers[key]),
          behind: { rows: `customer ${key}` },
        }))
        return (
          <>
            <Course label={t($ => $.customers.title)} card={data} lines={lines} isWhole />
            <Ranks title={t($ => $.customers.all)} ranks={lines} />
          </>
        )
      }}
    </Card>
  )
}
