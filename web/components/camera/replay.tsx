import { Button } from 'antd'
import { type ComponentRef, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraProblems } from '#shared/cameras.ts'
import type { WatchedChannel } from '#shared/contracts/cameras.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { LivePicture, type PictureState } from '../live-picture/live-picture.tsx'
import { HouseMoment } from '../time.tsx'
import { replayAddress } from './live-address.ts'
import './camera-picture.css'

/** How often the moment that shows is told. ms */
const TELL_MS = 500
/** Less than this is no recording any more. ms */
const LEAST_MS = 1_000

interface Props {
  channel: Pick<WatchedChannel, 'id' | 'name'>
  /** ms since 1970 */
  from: number
  to: number
  timeZone: string
}

/** What the camera's own recorder kept from a moment on, as it happened; over a lost line it goes on where it was. */
export function Replay({ channel, from, to, timeZone }: Props) {
  const { t } = useTranslation('components')
  const picture = useRef<ComponentRef<typeof LivePicture>>(null)
  /** Where the running stream began, and what shows of it. */
  const began = useRef(from)
  const [at, setAt] = useState(from)
  const [state, setState] = useState<PictureState>('connecting')
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      const shown = picture.current?.element?.currentTime ?? 0
      if (shown > 0) setAt(began.current + shown * 1_000)
    }, TELL_MS)
    return () => clearInterval(timer)
  }, [])
  const open = () => {
    began.current = at
    return replayAddress(channel.id, at, Math.max(to, at + LEAST_MS))
  }
  const told = (next: PictureState) => {
    setState(next)
    if (next === 'ended' || next === 'noStream') setOver(true)
  }
  const again = () => {
    setAt(from)
    setState('connecting')
    setOver(false)
  }
  return (
    <>
      <div className="camera-picture replay-picture">
        {isOver ? (
          <div className="camera-says" role="status">
            <p>{t($ => (state === 'ended' ? $.replay.over : $.replay.none))}</p>
            <Button size="small" onClick={again}>
              {t($ => $.replay.again)}
            </Button>
          </div>
        ) : (
          <>
            <LivePicture
              ref={picture}
              open={open}
              onState={told}
              label={t($ => $.replay.of, { name: channel.name })}
            />
            <ReplaySays state={state} />
          </>
        )}
      </div>
      <p className="caption num">
        <HouseMoment at={new Date(at).toISOString()} timeZone={timeZone} />
      </p>
    </>
  )
}

/** What the state of a recording that plays means; nothing while it plays. */
function ReplaySays({ state }: { state: PictureState }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  if (state === 'playing' || state === 'ended') return null
  const isWay = state === 'noWebRtc' || state === 'mediaServer'
  return (
    <p className="camera-says" role="status">
      {state === 'connecting' || state === 'stalled'
        ? t($ => $.camera.connecting)
        : isWay
          ? t($ => $.camera[state].title)
          : cameraProblems[state][language]}
    </p>
  )
}
