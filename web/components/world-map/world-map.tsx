import { useMemo } from 'react'
import world from './world-dots.json' with { type: 'json' }
import './world-map.css'

/** Land as dots, as decoration: one path, whose round caps are the dots. */
export function WorldMap() {
  const path = useMemo(() => {
    let path = ''
    for (let i = 0; i + 1 < world.dots.length; i += 2) path += `M${world.dots[i]} ${world.dots[i + 1]}h0`
    return path
  }, [])
  return (
    <svg className="world-map" viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden>
      <path d={path} />
    </svg>
  )
}
