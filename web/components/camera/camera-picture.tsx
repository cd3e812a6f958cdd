import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ComponentRef, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraProblem, cameraNextSteps, cameraProblems } from '#shared/cameras.ts'
import { cameraChannels, type WatchedChannel } from '#shared/contracts/cameras.ts'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { LivePicture, type PictureState } from '../live-picture/live-picture.tsx'
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
  channel: Pick<WatchedChannel, 'id' | 'name'>
  /** Known to be offline, and why: nobody waits for its picture unasked. */
  problem?: CameraProblem | null
  isLive: boolean
  ref?: Ref<CameraPictureHandle>
}

/** The picture of a channel, moving or as a still, with what is wrong with it. */
export function CameraPicture({ channel, problem = null, isLive, ref }: Props) {
  const { t } = useTranslation('components')
  const mayWatch = useMayCall(cameraChannels.live)
  const [isTried, setTried] = useState(false)
  return (
    <div className="camera-picture">
      {!mayWatch ? (
        <p className="camera-says">{t($ => $.camera.mayNot)}</p>
      ) : problem && !isTried ? (
        <CameraProblemSays problem={problem} again={() => setTried(true)} />
      ) : isLive ? (
        <Live key={channel.id} channel={channel} ref={ref} />
      ) : (
        <Still key={channel.id} channel={channel} ref={ref} />
      )}
    </div>
  )
}

type PictureProps = Pick<Props, 'channel' | 'ref'>

function Live({ channel, ref }: PictureProps) {
  const { t } = useTranslation('components')
  const picture = useRef<ComponentRef<typeof LivePicture>>(null)
  const [state, setState] = useState<PictureState>('connecting')
  const [refusal, setRefusal] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({ snapshot: async () => picture.current?.snapshot() }), [])
  const open = async () => {
    try {
      const address = await liveAddress(channel.id)
      setRefusal(null)
      return address
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : '')
      throw error
    }
  }
  return (
    <>
      <LivePicture
        ref={picture}
        open={open}
        onState={setState}
        label={t($ => $.camera.liveOf, { name: channel.name })}
      />
      {refusal === null ? (
        <LiveSays state={state} />
      ) : (
        <p className="camera-says" role="status">
          {refusal || t($ => $.camera.refused)}
        </p>
      )}
    </>
  )
}

/** What the state of a live picture means, and what to do about it. */
function LiveSays({ state }: { state: PictureState }) {
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
  return <CameraProblemSays problem={state} />
}

/** Why a camera shows nothing, and the next step. */
function CameraProblemSays({ problem, again }: { problem: CameraProblem; again?: () => void }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <div className="camera-says" role="status">
      <strong>
        <StateMark state="watch" /> {cameraProblems[problem][language]}
      </strong>
      <p>{cameraNextSteps[problem][language]}</p>
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
  const { data, error, isPending } = useQuery({
    queryKey: [cameraChannels.still.path, channel.id],
    queryFn: () => call(cameraChannels.still, { params: { id: channel.id } }),
    refetchInterval: STILL_MS,
    retry: false,
  })
  useImperativeHandle(ref, () => ({ snapshot: () => pictureOf(video.current) }), [])
  const source = useObjectUrl(data?.data, data?.mime)
  return (
    <>
      {source && (
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
