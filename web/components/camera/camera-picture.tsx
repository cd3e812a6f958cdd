import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ComponentRef, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CameraKind,
  type CameraProblem,
  cameraNextSteps,
  cameraProblems,
  type StreamName,
} from '#shared/cameras.ts'
import { cameraChannels, type WatchedChannel } from '#shared/contracts/cameras.ts'
import type { WayFault } from '#shared/live-pictures.ts'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { LivePicture, type PictureState } from '../live-picture/live-picture.tsx'
import type { WantedWay } from '../live-picture/ways.ts'
import { StateMark } from '../state-mark.tsx'
import { Age } from '../time.tsx'
import { liveAddress } from './live-address.ts'
import { pictureOf } from './snapshot.ts'
import './camera-picture.css'

/** A still is taken anew this often while it shows. ms */
const STILL_MS = 30_000

export interface CameraPictureHandle {
  /** The picture as it shows now; undefined while there is none. */
  snapshot(): Promise<Blob | undefined>
}

interface Props {
  channel: Pick<WatchedChannel, 'id' | 'name' | 'kind' | 'hasSub'>
  /** Known to be offline, and why: nobody waits for its picture unasked. */
  problem?: CameraProblem | null
  isLive: boolean
  /** What is wanted of the channel: a tile wants its small picture. */
  stream?: StreamName
  /** How its pictures shall come. */
  way?: WantedWay | undefined
  ref?: Ref<CameraPictureHandle>
}

/** The picture of a channel, moving or as a still, with what is wrong with it. */
export function CameraPicture({ channel, problem = null, isLive, stream = 'main', way, ref }: Props) {
  const { t } = useTranslation('components')
  const mayWatch = useMayCall(cameraChannels.live)
  const [isTried, setTried] = useState(false)
  return (
    <div className="camera-picture">
      {!mayWatch ? (
        <p className="camera-says">{t($ => $.camera.mayNot)}</p>
      ) : problem && !isTried ? (
        <CameraProblemSays problem={problem} kind={channel.kind} again={() => setTried(true)} />
      ) : isLive ? (
        <Live key={`${channel.id} ${stream} ${way}`} channel={channel} stream={stream} way={way} ref={ref} />
      ) : (
        <Still key={channel.id} channel={channel} ref={ref} />
      )}
    </div>
  )
}

type PictureProps = Pick<Props, 'channel' | 'ref'>

const OTHER = { main: 'sub', sub: 'main' } as const
/** What the other stream of the channel may not have: a format that no browser shows, or no stream at all. */
const OF_ONE_STREAM: readonly PictureState[] = ['unsupportedCodec', 'noStream']

function Live({ channel, stream, way, ref }: PictureProps & { stream: StreamName } & Pick<Props, 'way'>) {
  const { t } = useTranslation('components')
  const picture = useRef<ComponentRef<typeof LivePicture>>(null)
  const [state, setState] = useState<PictureState>('connecting')
  const [shown, setShown] = useState(stream)
  const [refusal, setRefusal] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({ snapshot: async () => picture.current?.snapshot() }), [])
  const open = async () => {
    try {
      const address = await liveAddress(channel.id, shown)
      setRefusal(null)
      return address
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : '')
      throw error
    }
  }
  const told = (next: PictureState) => {
    const goesOver = channel.hasSub && shown === stream && OF_ONE_STREAM.includes(next)
    if (goesOver) setShown(OTHER[stream])
    else setState(next)
  }
  // No picture can move here: a still is better than none.
  if (state === 'noWebRtc')
    return (
      <>
        <Still channel={channel} ref={ref} />
        <WaySays fault={state} isBelow />
      </>
    )
  return (
    <>
      <LivePicture
        key={shown}
        ref={picture}
        open={open}
        onState={told}
        way={way}
        label={t($ => $.camera.liveOf, { name: channel.name })}
      />
      {refusal === null ? (
        <LiveSays state={state} kind={channel.kind} />
      ) : (
        <p className="camera-says" role="status">
          {refusal || t($ => $.camera.refused)}
        </p>
      )}
    </>
  )
}

/** What the state of a live picture means, and what to do about it. */
function LiveSays({ state, kind }: { state: PictureState; kind: CameraKind }) {
  const { t } = useTranslation('components')
  if (state === 'playing')
    return (
      <span className="camera-live" role="status">
        {t($ => $.camera.live)}
      </span>
    )
  if (state === 'connecting' || state === 'stalled' || state === 'ended')
    return (
      <p className="camera-says" role="status">
        {t($ => $.camera[state])}
      </p>
    )
  if (state === 'noWebRtc' || state === 'mediaServer') return <WaySays fault={state} />
  return <CameraProblemSays problem={state} kind={kind} />
}

/** Why no moving picture reaches this browser, and the next step. */
function WaySays({ fault, isBelow = false }: { fault: WayFault; isBelow?: boolean }) {
  const { t } = useTranslation('components')
  return (
    <div className="camera-says" data-below={isBelow || undefined} role="status">
      <strong>
        <StateMark state="watch" /> {t($ => $.camera[fault].title)}
      </strong>
      <p>{t($ => $.camera[fault].next)}</p>
    </div>
  )
}

/** Why a camera shows nothing, and the next step. */
function CameraProblemSays({
  problem,
  kind,
  again,
}: {
  problem: CameraProblem
  kind: CameraKind
  again?: () => void
}) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <div className="camera-says" role="status">
      <strong>
        <StateMark state="watch" /> {cameraProblems[problem][language]}
      </strong>
      <p>{cameraNextSteps[kind][problem][language]}</p>
      {again && (
        <Button size="small" onClick={again}>
          {t($ => $.camera.tryNow)}
        </Button>
      )}
    </div>
  )
}

function Still({ channel, ref }: PictureProps) {
  const { t } = useTranslation('components')
  const video = useRef<HTMLVideoElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const { data, error, isPending } = useQuery({
    queryKey: [cameraChannels.still.path, channel.id],
    queryFn: () => call(cameraChannels.still, { params: { id: channel.id } }),
    refetchInterval: STILL_MS,
    retry: false,
  })
  useImperativeHandle(ref, () => ({ snapshot: () => pictureOf(video.current ?? image.current) }), [])
  const source = useObjectUrl(data?.data, data?.mime)
  return (
    <>
      {source && data?.mime.startsWith('image/') && (
        <img
          ref={image}
          className="live-picture"
          src={source}
          alt={t($ => $.camera.stillOf, { name: channel.name })}
        />
      )}
      {source && data?.mime.startsWith('video/') && (
        <video
          ref={video}
          className="live-picture"
          src={source}
          aria-label={t($ => $.camera.stillOf, { name: channel.name })}
          muted
          playsInline
          preload="auto"
        />
      )}
      {data && (
        <span className="camera-live" data-still role="status">
          <Age at={data.at} />
        </span>
      )}
      {isPending && <p className="camera-says">{t($ => $.camera.connecting)}</p>}
      {!isPending && !data && (
        <p className="camera-says" role="status">
          {error instanceof CallError && error.message ? error.message : t($ => $.camera.noStill)}
        </p>
      )}
    </>
  )
}

/** An address for bytes in base64, for as long as they show. */
function useObjectUrl(data: string | undefined, type: string | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], type === undefined ? {} : { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data, type])
  return url
}
