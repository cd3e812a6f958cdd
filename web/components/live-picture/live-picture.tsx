import './live-picture.css'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type PictureState, play, snapshotOf } from './play.ts'
import type { LiveAddress, WantedWay } from './ways.ts'

export type { PictureState } from './play.ts'

/** What a page may ask of a live picture. */
export interface LivePictureHandle {
  /** The picture now shown, as a JPEG; undefined while there is none. */
  snapshot(): Promise<Blob | undefined>
  readonly element: HTMLVideoElement | null
}

interface Props {
  /** Gives the socket's address with a fresh token; asked again whenever the picture has to be opened anew. */
  open: () => Promise<LiveAddress>
  onState?: (state: PictureState) => void
  /** How pictures shall come; another choice needs another `key`. */
  way?: WantedWay | undefined
  /** What is seen, for those who do not see it. */
  label: string
  ref?: Ref<LivePictureHandle>
}

/** The live picture of one camera channel. It opens itself again after a fault; another channel needs another `key`. */
export function LivePicture({ open, onState, way = 'auto', label, ref }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const opens = useEffectEvent(() => open())
  const tells = useEffectEvent((state: PictureState) => onState?.(state))
  const [first] = useState(way)
  useEffect(
    () => (video.current ? play(video.current, () => opens(), tells, { wanted: first }) : undefined),
    [first],
  )
  useImperativeHandle(ref, () => ({
    snapshot: async () => (video.current ? snapshotOf(video.current) : undefined),
    get element() {
      return video.current
    },
  }))
  return <video ref={video} className="live-picture" aria-label={label} muted autoPlay playsInline />
}
