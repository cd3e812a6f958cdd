import { useMemo } from 'react'

/** Returns the same array for the same texts, so that subscriptions are not renewed at every drawing. */
export function useStable(texts: readonly string[]): readonly string[] {
  const key = texts.join('\u0000')
  return useMemo(() => (key === '' ? [] : key.split('\u0000')), [key])
}
