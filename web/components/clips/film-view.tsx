import { Button } from 'antd'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HouseMoment } from '../time.tsx'
import { type Film, nearestPicture } from './use-film.ts'
import './clips.css'

interface Props {
  film: Film
  name: string
  timeZone: string
  /** A moment to show, such as the one under a pointer, ms since 1970; null: where its own bar stands. */
  at: number | null
}

/** A film with its bar: runs, is wound by hand, or follows a moment. */
export function FilmView({ film, name, timeZone, at }: Props) {
  const { t } = useTranslation('components')
  const video = useRef<HTMLVideoElement>(null)
  const { pictures, seconds, source } = film
  const [place, setPlace] = useState(pictures.length - 1)
  const [isRunning, setRunning] = useState(false)
  const pointed = at === null ? place : nearestPicture(pictures, at)
  const shown = isRunning ? place : pointed
  useEffect(() => {
    const element = video.current
    if (!element || isRunning || shown < 0) return
    // The middle of its time, so that no rounding shows its neighbour.
    element.currentTime = (shown + 0.5) * seconds
  }, [shown, seconds, isRunning])
  const toggle = () => {
    const element = video.current
    if (!element) return
    if (isRunning) return element.pause()
    if (place >= pictures.length - 1) element.currentTime = 0
    void element.play()
  }
  const taken = pictures[shown]
  return (
    <div className="film">
      <video
        ref={video}
        className="film-picture"
        src={source}
        aria-label={t($ => $.film.of, { name })}
        muted
        playsInline
        preload="auto"
        hidden={taken === undefined}
        onPlay={() => setRunning(true)}
        onPause={() => setRunning(false)}
        onTimeUpdate={({ currentTarget }) => {
          const now = Math.floor(currentTarget.currentTime / seconds)
          if (isRunning) setPlace(Math.min(now, pictures.length - 1))
        }}
      />
      <p className="caption" role="status">
        {taken === undefined ? (
          t($ => $.film.none)
        ) : (
          <HouseMoment at={new Date(taken).toISOString()} timeZone={timeZone} />
        )}
      </p>
      <div className="film-bar">
        <Button
          size="small"
          icon={isRunning ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          aria-label={t($ => (isRunning ? $.film.pause : $.film.run))}
          onClick={toggle}
        />
        <input
          type="range"
          aria-label={t($ => $.film.wind)}
          min={0}
          max={pictures.length - 1}
          value={Math.max(0, shown)}
          onChange={({ target }) => {
            video.current?.pause()
            setPlace(Number(target.value))
          }}
        />
      </div>
    </div>
  )
}
