import { useEffect, useRef, useState } from 'react'
import { type CameraMove, MOVE_MS } from '#shared/cameras.ts'
import { cameraChannels } from '#shared/contracts/cameras.ts'
import { CallError, call } from '#web/data/client.ts'

/** A held direction is asked for again before the server would end it. ms */
const AGAIN_MS = MOVE_MS / 3

/** Moves a camera while something is held: whatever lets go, a closed page too, stops it. */
export function useMoving(channelId: string) {
  const [held, setHeld] = useState<CameraMove | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const holds = useRef(false)
  const send = (body: { move?: CameraMove | null; preset?: { doing: 'set' | 'call'; number: number } }) =>
    call(cameraChannels.turn, { params: { id: channelId }, body }).then(
      () => setFault(null),
      error => {
        clearInterval(timer.current)
        setFault(error instanceof CallError ? error.message : '')
      },
    )
  const release = () => {
    clearInterval(timer.current)
    if (!holds.current) return
    holds.current = false
    setHeld(null)
    void send({ move: null })
  }
  const hold = (move: CameraMove) => {
    clearInterval(timer.current)
    holds.current = true
    setHeld(move)
    void send({ move })
    timer.current = setInterval(() => void send({ move }), AGAIN_MS)
  }
  const last = useRef(release)
  useEffect(() => {
    last.current = release
  })
  useEffect(() => {
    const stop = () => last.current()
    addEventListener('blur', stop)
    document.addEventListener('visibilitychange', stop)
    return () => {
      removeEventListener('blur', stop)
      document.removeEventListener('visibilitychange', stop)
      stop()
    }
  }, [])
  return {
    held,
    fault,
    hold,
    release,
    preset: (doing: 'set' | 'call', number: number) => send({ preset: { doing, number } }),
  }
}
