import { useEffect, useState } from 'react'
import { NOTHING, startWall, type WallNow, type WallOptions } from './wall-line.ts'

/** The wall's data, as long as it is on the screen. */
export function useWall(token: string, { connected, ofCustomers = false }: WallOptions = {}): WallNow {
  const [now, setNow] = useState(NOTHING)
  useEffect(() => {
    setNow(NOTHING)
    return startWall(token, change => setNow(before => ({ ...before, ...change })), {
      connected,
      ofCustomers,
    })
  }, [token, connected, ofCustomers])
  return now
}
