import { Button } from 'antd'
import { Maximize, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type GridSize, gridSizes } from '#shared/cameras.ts'
import { Choice } from '#web/components/choice.tsx'
import { useSeesCustomers } from '#web/components/list/customer-filter.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'

interface Props {
  /** How many cameras there are; undefined until it is known. */
  total: number | undefined
  size: GridSize
  choose: (size: string) => void
  as: 'live' | 'webrtc' | 'stills'
  /** Pictures can also come by WebRTC. */
  hasWebRtc: boolean
  /** Whether there is more than one page, so that a patrol has somewhere to go. */
  hasPages: boolean
  isPatrol: boolean
  togglePatrol: () => void
  /** Fills the screen with the pictures. */
  fill: () => void
}

/** How many cameras there are, and the choice of what is shown of them and how. */
export function CamerasHead({
  total,
  size,
  choose,
  as,
  hasWebRtc,
  hasPages,
  isPatrol,
  togglePatrol,
  fill,
}: Props) {
  const { t } = useTranslation('house-cameras')
  const { setSearch } = useScreen()
  return (
    <div className="split wrap house-cameras-head">
      <div>
        <h1>{t($ => $.title)}</h1>
        <p className="num">{total === undefined ? '\u00a0' : t($ => $.says, { count: total })}</p>
      </div>
      <div className="row wrap">
        <CustomerChoice />
        <Choice
          label={t($ => $.size)}
          options={gridSizes.map(each => [String(each), String(each)] as const)}
          chosen={String(size)}
          choose={choose}
        />
        <Choice
          label={t($ => $.as)}
          options={[
            ['live', t($ => $.live)] as const,
            ...(hasWebRtc ? [['webrtc', t($ => $.webrtc)] as const] : []),
            ['stills', t($ => $.stills)] as const,
          ]}
          chosen={as}
          choose={chosen => setSearch({ as: chosen })}
        />
        {hasPages && (
          <Button
            aria-pressed={isPatrol}
            icon={isPatrol ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            onClick={togglePatrol}
          >
            {t($ => (isPatrol ? $.patrolStop : $.patrol))}
          </Button>
        )}
        {document.fullscreenEnabled && (
          <Button
            icon={<Maximize size={16} aria-hidden />}
            aria-label={t($ => $.fullScreen)}
            onClick={fill}
          />
        )}
      </div>
    </div>
  )
}

/** Whose cameras, for those who see several customers. */
function CustomerChoice() {
  const { t } = useTranslation('components')
  const { search, setSearch } = useScreen()
  const offices = useOfficeOptions()
  if (!useSeesCustomers()) return null
  return (
    <RemoteSelect
      className="house-cameras-customer"
      aria-label={t($ => $.customer)}
      placeholder={t($ => $.customer)}
      allowClear
      source={offices}
      value={search.officeId}
      onChange={(officeId: string | undefined) =>
        setSearch({ officeId, page: undefined, houseId: undefined })
      }
    />
  )
}
