import { Button, Select } from 'antd'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_PRESETS, type CameraMove } from '#shared/cameras.ts'
import { cameraChannels } from '#shared/contracts/cameras.ts'
import { useMayCall } from '#web/data/session.ts'
import { useMoving } from './use-moving.ts'
import './ptz-pad.css'

const ICONS = {
  up: ArrowUp,
  left: ArrowLeft,
  right: ArrowRight,
  down: ArrowDown,
  zoomIn: ZoomIn,
  zoomOut: ZoomOut,
} as const
const MOVES = Object.keys(ICONS) as CameraMove[]

const KEYS: Readonly<Record<string, CameraMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
}
const NUMBERS = Array.from({ length: CAMERA_PRESETS }, (_, at) => ({ value: at + 1, label: String(at + 1) }))

/** Turns a camera while a button or a key is held, and to the places that it remembers. Nothing for who may not. */
export function PtzPad({ channelId, autoFocus = false }: { channelId: string; autoFocus?: boolean }) {
  const { t } = useTranslation('components')
  const { held, fault, hold, release, preset } = useMoving(channelId)
  const [number, setNumber] = useState(1)
  const mayMove = useMayCall(cameraChannels.turn)
  const pad = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (autoFocus) pad.current?.querySelector('button')?.focus()
  }, [autoFocus])
  if (!mayMove) return null
  const pressed = (event: KeyboardEvent) => {
    const own =
      event.key === 'Enter' || event.key === ' ' ? (event.target as HTMLElement).dataset.move : undefined
    const move = KEYS[event.key] ?? MOVES.find(each => each === own)
    if (!move) return
    // The page must not scroll, nor the pictures change.
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) hold(move)
  }
  return (
    <section className="ptz" aria-label={t($ => $.camera.turn)}>
      <fieldset ref={pad} className="ptz-pad" onKeyDown={pressed} onKeyUp={release} onBlur={release}>
        {MOVES.map(move => {
          const Icon = ICONS[move]
          return (
            <button
              key={move}
              type="button"
              data-move={move}
              aria-label={t($ => $.camera.move[move])}
              aria-pressed={held === move}
              onPointerDown={event => {
                if (event.button !== 0) return
                // Focus moves first: leaving the button that had it lets go of what is held.
                event.currentTarget.focus()
                hold(move)
              }}
              onMouseDown={event => event.preventDefault()}
              onPointerUp={release}
              onPointerLeave={release}
              onPointerCancel={release}
              onContextMenu={event => event.preventDefault()}
            >
              <Icon size={18} aria-hidden />
            </button>
          )
        })}
      </fieldset>
      <div className="row wrap">
        <Select
          aria-label={t($ => $.camera.preset)}
          value={number}
          options={NUMBERS}
          onChange={setNumber}
          className="ptz-preset"
        />
        <Button onClick={() => void preset('call', number)}>{t($ => $.camera.presetCall)}</Button>
        <Button type="text" onClick={() => void preset('set', number)}>
          {t($ => $.camera.presetSet)}
        </Button>
      </div>
      {fault !== null && (
        <p className="caption" role="status">
          {fault || t($ => $.camera.notMoved)}
        </p>
      )}
    </section>
  )
}
