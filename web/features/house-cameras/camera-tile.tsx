import { App, Button } from 'antd'
import { Camera as CameraIcon, Expand, History, LayoutDashboard, Move } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraChannels, type WatchedChannel } from '#shared/contracts/cameras.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { CameraPicture, type CameraPictureHandle } from '#web/components/camera/camera-picture.tsx'
import { PtzPad } from '#web/components/camera/ptz-pad.tsx'
import { saveSnapshot } from '#web/components/camera/snapshot.ts'
import type { WantedWay } from '#web/components/live-picture/ways.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useMayCall } from '#web/data/session.ts'
import { RecordingPanel } from './recording-panel.tsx'

interface Props {
  channel: WatchedChannel
  isLive: boolean
  /** How moving pictures shall come. */
  way: WantedWay
  /** Shows it alone; missing where it already is. */
  enlarge?: () => void
}

/** One picture of the grid under its house's name and state. */
export function CameraTile({ channel, isLive, way, enlarge }: Props) {
  const { t } = useTranslation('house-cameras')
  const { t: word } = useTranslation('components')
  const { open, exists } = useScreen()
  const { message } = App.useApp()
  const picture = useRef<CameraPictureHandle>(null)
  const [isRecordingOpen, openRecording] = useState(false)
  const [isTurning, setTurning] = useState(false)
  const mayTurn = useMayCall(cameraChannels.turn) && channel.canMove && isLive
  const { name, houseId, houseName, urgency, customer, status, problem } = channel
  const snapshot = async () => {
    const blob = await picture.current?.snapshot()
    if (blob) saveSnapshot(blob, [houseName, name])
    else void message.info(t($ => $.noPicture))
  }
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>) => {
    if (key === 's' && !(ctrlKey || metaKey || altKey)) void snapshot()
  }
  return (
    <article
      className="card camera-tile"
      aria-label={houseName ? `${houseName} ${name}` : name}
      onKeyDown={onKeyDown}
    >
      <div className="camera-tile-head">
        {urgency && (
          <>
            <StateMark state={urgency} />
            <span className="visually-hidden">{word($ => $.houseUrgency[urgency])}</span>
          </>
        )}
        <h2>{houseName ?? name}</h2>
        {houseName && <span className="caption">{name}</span>}
        {customer && <span className="caption">{customer}</span>}
        <span className="camera-tile-buttons">
          {houseId && exists(paths.houseMonitor) && (
            <Button
              type="text"
              size="small"
              icon={<LayoutDashboard size={16} aria-hidden />}
              aria-label={t($ => $.toHouse, { house: houseName ?? '' })}
              onClick={() => open(hrefOf(paths.houseMonitor, { houseId }))}
            />
          )}
          {mayTurn && (
            <Button
              type="text"
              size="small"
              icon={<Move size={16} aria-hidden />}
              aria-label={t($ => $.turn, { name })}
              aria-pressed={isTurning}
              onClick={() => setTurning(!isTurning)}
            />
          )}
          <Button
            type="text"
            size="small"
            icon={<CameraIcon size={16} aria-hidden />}
            aria-label={t($ => $.snapshot, { name })}
            onClick={() => void snapshot()}
          />
          <Button
            type="text"
            size="small"
            icon={<History size={16} aria-hidden />}
            aria-label={t($ => $.recording.open, { name })}
            onClick={() => openRecording(true)}
          />
          {enlarge && (
            <Button
              type="text"
              size="small"
              icon={<Expand size={16} aria-hidden />}
              aria-label={t($ => $.enlarge, { name })}
              onClick={enlarge}
            />
          )}
        </span>
      </div>
      <CameraPicture
        ref={picture}
        channel={channel}
        problem={status === 'OFFLINE' ? problem : null}
        isLive={isLive}
        way={way}
        stream={enlarge ? 'sub' : 'main'}
      />
      {mayTurn && isTurning && (
        // A finger on it turns the camera, not the page.
        <div className="camera-tile-ptz" onPointerDown={event => event.stopPropagation()}>
          <PtzPad key={channel.id} channelId={channel.id} autoFocus />
        </div>
      )}
      {isRecordingOpen && <RecordingPanel channel={channel} close={() => openRecording(false)} />}
    </article>
  )
}
