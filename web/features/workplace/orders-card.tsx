import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orders } from '#shared/contracts/orders.ts'
import { type OrderState, orderStates } from '#shared/orders.ts'
import { AGENT } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { CountsCard } from './counts-card.tsx'

const [AT_STAFF, AT_AGENT] = [paths.orders, paths.myOrders]
/** Steps still to be done. */
const marks = { placed: 'pending', production: 'watch', transit: 'watch' } as const
const open = Object.keys(marks) as (keyof typeof marks & OrderState)[]

/** Orders by current step, and those that are late. */
export function OrdersCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  const path = useSession(({ user }) => (user?.kind === AGENT ? AT_AGENT : AT_STAFF))
  const may = useMayCall(orders.counts) && exists(path)
  const counts = (by: 'standing' | 'late') => ({
    queryKey: [orders.counts.path, 'workplace', by],
    queryFn: () => call(orders.counts, { query: { by } }),
    enabled: may,
  })
  const steps = useQuery(counts('standing'))
  const late = useQuery(counts('late'))
  if (!may) return null
  return (
    <CountsCard
      title={t($ => $.orders)}
      all={{ path, label: t($ => $.allOrders) }}
      of={[steps, late]}
      counted={[
        {
          key: 'late',
          label: t($ => $.lateOrders),
          state: 'alarm',
          count: late.data && (late.data.yes ?? 0),
          href: hrefOf(path, { late: 'yes' }),
        },
        ...open.map(step => ({
          key: step,
          label: orderStates[step][language],
          state: marks[step],
          count: steps.data && (steps.data[step] ?? 0),
          href: hrefOf(path, { standing: step }),
        })),
      ]}
    />
  )
}
