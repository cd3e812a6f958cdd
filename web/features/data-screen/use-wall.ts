import { useEffect, useState } from 'react'
import { NOTHING, startWall, type WallNow } from './wall-line.ts'

/** The wall's data, as long as it is on the screen. */
export function useWall(token: string, connected?: (times: number) => void): WallNow {
  const [now, setNow] = useState(NOTHING)
  useEffect(
    () => startWall(token, change => setNow(before => ({ ...before, ...change })), connected),
    [token, connected],
  )
  return now
}
