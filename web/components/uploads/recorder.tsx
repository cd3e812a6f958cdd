import { Button } from 'antd'
import { Mic, Square, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RECORDING_S } from '#shared/limits.ts'
import './recorder.css'

type Kind = keyof typeof RECORDING_S

/** Enough to hear a bearing and to see a fan turn, and little enough for a farm's line. Bits a second */
const BITS = { audioBitsPerSecond: 32_000, videoBitsPerSecond: 1_200_000 }
const WANTED: Readonly<Record<Kind, MediaStreamConstraints>> = {
  voice: { audio: true },
  video: { audio: true, video: { facingMode: 'environment', width: { ideal: 960 } } },
}
/** Formats in the order of how widely they are played; the first that this browser records. */
const FORMATS: Readonly<Record<Kind, readonly string[]>> = {
  voice: ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg;codecs=opus'],
  video: ['video/mp4', 'video/webm;codecs=vp8,opus', 'video/webm'],
}
const formatOf = (kind: Kind) => FORMATS[kind].find(format => MediaRecorder.isTypeSupported(format))

/** What is being recorded. */
interface Running {
  kind: Kind
  stream: MediaStream
  stop: () => void
}

/** Whether this browser records: it needs a microphone it may ask for. */
const canRecord = () => typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined

/** Records a voice note or a short video and hands over its file. It ends by itself at the longest length. */
export function Recorder({ add }: { add: (files: File[]) => void }) {
  const { t } = useTranslation('uploads')
  const [running, setRunning] = useState<Running | null>(null)
  const [isRefused, setRefused] = useState(false)
  const open = useRef<Running | null>(null)
  const note = (now: Running | null) => {
    open.current = now
    setRunning(now)
  }
  // Leaving the form ends the recording and lets go of the microphone.
  useEffect(() => () => open.current?.stream.getTracks().forEach(track => void track.stop()), [])

  async function record(kind: Kind): Promise<void> {
    setRefused(false)
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED[kind])
      const format = formatOf(kind)
      const recorder = new MediaRecorder(stream, { ...BITS, ...(format && { mimeType: format }) })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => void parts.push(data)
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        note(null)
        const type = (recorder.mimeType || format || '').split(';')[0] ?? ''
        const ending = type.endsWith('mp4') ? 'mp4' : type.endsWith('ogg') ? 'ogg' : 'webm'
        const name = `${t($ => $.record[kind].name)}.${ending}`
        add([new File(parts, name, { type })])
      }
      recorder.start()
      note({ kind, stream, stop: () => recorder.state !== 'inactive' && recorder.stop() })
    } catch {
      setRefused(true)
    }
  }

  if (!canRecord()) return null
  if (running) return <Recording key={running.stream.id} {...running} />
  return (
    <>
      <Button icon={<Mic size={16} aria-hidden />} onClick={() => void record('voice')}>
        {t($ => $.record.voice.start)}
      </Button>
      <Button icon={<Video size={16} aria-hidden />} onClick={() => void record('video')}>
        {t($ => $.record.video.start)}
      </Button>
      {isRefused && (
        <small className="recorder-refused" role="alert">
          {t($ => $.record.refused)}
        </small>
      )}
    </>
  )
}

const SECOND_MS = 1_000

/** Shows how long has been recorded, and ends it. */
function Recording({ kind, stream, stop }: Running) {
  const { t } = useTranslation('uploads')
  const [seconds, setSeconds] = useState(0)
  const isOver = seconds >= RECORDING_S[kind]
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - began) / SECOND_MS)),
      SECOND_MS / 4,
    )
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) stop()
  }, [isOver, stop])
  const clock = (of: number) => `${Math.floor(of / 60)}:${String(of % 60).padStart(2, '0')}`
  return (
    <div className="recorder stack">
      {kind === 'video' && (
        <video
          className="recorder-view"
          autoPlay
          playsInline
          muted
          ref={view => {
            if (view && view.srcObject !== stream) view.srcObject = stream
          }}
        />
      )}
      <div className="row gap-3">
        <Button danger icon={<Square size={14} aria-hidden />} onClick={stop}>
          {t($ => $.record.stop)}
        </Button>
        <span className="num" role="timer">
          {clock(seconds)} / {clock(RECORDING_S[kind])}
        </span>
      </div>
    </div>
  )
}
