import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import './live-picture.css'

/** Why a picture ended; the words of the server. */
type MediaFault =
  | 'unreachable'
  | 'refusedAddress'
  | 'wrongPassword'
  | 'noStream'
  | 'unsupportedCodec'
  | 'damaged'
  | 'ended'
type LiveState = 'connecting' | 'playing' | 'stalled' | MediaFault

interface LivePictureHandle {
  /** The picture as it shows now; undefined while there is none. */
  snapshot(): Promise<Blob | undefined>
  element: HTMLVideoElement | null
}

interface Props {
  /** Address of the picture's socket, with its ticket; asked for again at each new connection. */
  open: () => Promise<string>
  onState?: (state: LiveState) => void
  /** For screen readers. */
  label: string
  ref?: Ref<LivePictureHandle>
}

/** Pause before a lost connection is opened again. ms */
const AGAIN_MS = 2_000

/** A live picture of a camera. */
export function LivePicture({ open, onState, label, ref }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ open, onState })
  latest.current = { open, onState }
  useImperativeHandle(ref, () => ({ snapshot: () => snapshotOf(video.current), element: video.current }), [])
  useEffect(() => {
    let socket: WebSocket | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tell = (state: LiveState) => !isOver && latest.current.onState?.(state)
    async function connect(): Promise<void> {
      tell('connecting')
      const address = await latest.current.open()
      if (isOver) return
      let isFaulty = false
      socket = new WebSocket(address)
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => {
        if (typeof data !== 'string') return
        const told = JSON.parse(data) as { type: string; fault?: MediaFault }
        if (told.type === 'init') tell('playing')
        if (told.fault) {
          isFaulty = true
          tell(told.fault)
        }
      }
      socket.onclose = () => {
        if (!isFaulty) tell('stalled')
        timer = setTimeout(start, AGAIN_MS)
      }
    }
    const start = () => void connect().catch(() => tell('ended'))
    start()
    return () => {
      isOver = true
      clearTimeout(timer)
      if (socket) socket.onclose = null
      socket?.close()
    }
  }, [])
  return <video ref={video} className="live-picture" aria-label={label} muted playsInline />
}

async function snapshotOf(video: HTMLVideoElement | null): Promise<Blob | undefined> {
  if (!video || video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
