import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { repairStandings } from '#shared/repairs.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'

const ClaimForm = later(() => import('./claim-form.tsx').then(file => file.ClaimForm))

/** Repairs of what was ordered; its buyer makes a claim from here once something was shipped. */
export function ClaimsCard({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const show = useShowDialog()
  const { exists, open } = useScreen()
  const repairList = [paths.repairs, paths.myRepairs].find(exists)
  const isShipped = order.standing === 'transit' || order.standing === 'completed'
  const mayClaim = useMayCall(repairs.create) && order.isOwn && isShipped
  if (order.claims.length === 0 && !mayClaim) return null
  return (
    <OrderCard
      title={t($ => $.claims)}
      action={
        mayClaim && (
          <Button size="small" onClick={() => show(close => <ClaimForm order={order} close={close} />)}>
            {t($ => $.claim)}
          </Button>
        )
      }
    >
      {order.claims.length === 0 ? (
        <p className="caption">{t($ => $.noClaims)}</p>
      ) : (
        <ul className="order-parts">
          {order.claims.map(({ id, number, title, standing }) => (
            <li key={id}>
              {repairList ? (
                <Button type="link" size="small" onClick={() => open(hrefOf(repairList, { id }))}>
                  {title}
                </Button>
              ) : (
                <span>{title}</span>
              )}
              <span className="num">{number}</span>
              <span>{repairStandings[standing][language]}</span>
            </li>
          ))}
        </ul>
      )}
    </OrderCard>
  )
}
