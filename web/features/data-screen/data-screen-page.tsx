import { Segmented } from 'antd'
import { Maximize, MonitorUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'
import { useWall } from './use-wall.ts'
import { Wall } from './wall.tsx'
import { WallLinks } from './wall-link.tsx'
import '#web/components/plain-button.css'

const WallsDialog = later(() => import('./walls-dialog.tsx').then(of => of.WallsDialog))

/** `/screen/datav`: the content of the wall display, and the walls set up for it. */
export function DataScreenPage() {
  const { t } = useTranslation('data-screen')
  const [token] = useState(() => keptToken()?.value ?? '')
  const [areWallsOpen, setWallsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const seesCustomers = useSession(({ user }) => user?.kind === CUSTOMER && user.seesCustomers)
  const { search, setSearch, exists } = useScreen()
  const of = seesCustomers && search.of === 'customers' ? 'customers' : 'own'
  const now = useWall(token, { ofCustomers: of === 'customers' })
  return (
    <div ref={place} className="wall-page">
      <WallLinks value={exists}>
        <Wall now={now}>
          {seesCustomers && (
            <Segmented
              aria-label={t($ => $.whose.label)}
              value={of}
              options={(['own', 'customers'] as const).map(value => ({
                value,
                label: t($ => $.whose[value]),
              }))}
              onChange={value => setSearch({ of: value === 'own' ? undefined : value })}
            />
          )}
          {document.fullscreenEnabled && (
            <button
              type="button"
              className="plain-button wall-tool"
              onClick={() => void place.current?.requestFullscreen()}
            >
              <Maximize size={16} aria-hidden /> {t($ => $.fullScreen)}
            </button>
          )}
          <ActionButton
            endpoint={dataScreen.createWall}
            className="wall-tool"
            icon={<MonitorUp size={16} aria-hidden />}
            onClick={() => setWallsOpen(true)}
          >
            {t($ => $.walls.open)}
          </ActionButton>
        </Wall>
      </WallLinks>
      {areWallsOpen && <WallsDialog close={() => setWallsOpen(false)} />}
    </div>
  )
}
