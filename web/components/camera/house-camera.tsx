import { Button } from 'antd'
import { Cctv, Expand, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, paths } from '#shared/screens.ts'
import { Choice } from '../choice.tsx'
import { useScreen } from '../screen-context.tsx'
import { CameraPicture } from './camera-picture.tsx'
import { PtzPad } from './ptz-pad.tsx'
import { useHouseChannels } from './use-watched.ts'
import '../choice.css'
import './house-camera.css'

/** The picture of a house beside its figures: a still that moves once somebody wants it to. Nothing without a camera. */
export function HouseCameraCard({ houseId, className }: { houseId: string; className: string }) {
  const { t } = useTranslation('components')
  const channels = useHouseChannels(houseId)
  const { open, exists } = useScreen()
  const [chosen, setChosen] = useState<string>()
  const [isLive, setLive] = useState(false)
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0]
  if (!channel) return null
  return (
    <section className={`card house-camera ${className}`} aria-label={t($ => $.camera.title)}>
      <div className="split">
        <h2>{t($ => $.camera.title)}</h2>
        <span className="row gap-1">
          <Button
            type="text"
            size="small"
            icon={isLive ? <Square size={14} aria-hidden /> : <Play size={14} aria-hidden />}
            onClick={() => setLive(!isLive)}
          >
            {t($ => (isLive ? $.camera.stop : $.camera.live))}
          </Button>
          {exists(paths.houseCameras) && (
            <Button
              type="text"
              size="small"
              icon={<Expand size={14} aria-hidden />}
              aria-label={t($ => $.camera.all)}
              onClick={() => open(hrefOf(paths.houseCameras, { houseId }))}
            />
          )}
        </span>
      </div>
      {channels.length > 1 && (
        <Choice
          label={t($ => $.camera.which)}
          options={channels.map(({ id, name }) => [id, name] as const)}
          chosen={channel.id}
          choose={setChosen}
        />
      )}
      <CameraPicture
        key={channel.id}
        channel={channel}
        problem={channel.status === 'OFFLINE' ? channel.problem : null}
        isLive={isLive}
        stream="sub"
      />
      {isLive && channel.canMove && <PtzPad key={`turn ${channel.id}`} channelId={channel.id} />}
    </section>
  )
}

/** Leads to the picture of the first of these houses; nothing if it has no camera. */
export function HouseCameraButton({ houseIds }: { houseIds: readonly string[] }) {
  const { t } = useTranslation('components')
  const { open, exists } = useScreen()
  const [houseId] = houseIds
  const channels = useHouseChannels(houseId)
  if (channels.length === 0 || houseId === undefined || !exists(paths.houseCameras)) return null
  return (
    <Button
      icon={<Cctv size={16} aria-hidden />}
      onClick={() => open(hrefOf(paths.houseCameras, { houseId }))}
    >
      {t($ => $.camera.look)}
    </Button>
  )
}
