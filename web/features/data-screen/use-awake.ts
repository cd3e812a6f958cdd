import { useEffect } from 'react'

/**
 * Keeps the display awake while the page shows. The browser releases the lock when the page is hidden, so it is requested
 * again; if refused, the wall goes on as it is.
 */
export function useAwake(): void {
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const held = await navigator.wakeLock?.request('screen').catch(() => null)
      if (isOver) void held?.release()
      else lock = held ?? null
    }
    const onVisibility = () => void ask()
    document.addEventListener('visibilitychange', onVisibility)
    void ask()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisibility)
      void lock?.release()
    }
  }, [])
}
