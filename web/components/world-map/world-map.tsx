import { memo } from 'react'
import world from './world-dots.json' with { type: 'json' }
import './world-map.css'

let path = ''
/** Made once: one path, whose round caps are the dots. */
function pathOfDots(): string {
  if (path === '')
    for (let i = 0; i + 1 < world.dots.length; i += 2) path += `M${world.dots[i]} ${world.dots[i + 1]}h0`
  return path
}

/** The dots of the land, for a drawing of the map's own units. */
export const Land = memo(() => <path className="world-land" d={pathOfDots()} />)
Land.displayName = 'Land'

export const WORLD = { width: world.width, height: world.height }

/** Land as dots, as decoration. */
export function WorldMap() {
  return (
    <svg className="world-map" viewBox={`0 0 ${WORLD.width} ${WORLD.height}`} aria-hidden>
      <Land />
    </svg>
  )
}
