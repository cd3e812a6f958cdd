import type { ReactNode } from 'react'
import type { PlaceWeather } from '#shared/contracts/weather.ts'
import { WeatherMark } from '#web/components/weather/weather-mark.tsx'

interface Props extends Pick<PlaceWeather, 'source'> {
  title: string
  children: ReactNode
}

/** A weather tile; sample data is marked. */
export function Tile({ title, source, children }: Props) {
  return (
    <section className="card weather-tile" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <WeatherMark source={source} />
      </header>
      {children}
    </section>
  )
}
