import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cameraRecordings } from '#shared/contracts/camera-clips.ts'
import { FILM } from '#shared/limits.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** A film of a channel: an address in this page, and when its pictures were taken. */
export interface Film {
  source: string
  /** ms since 1970 */
  pictures: readonly number[]
  /** How long each shows. s */
  seconds: number
}

/** Its end moves on in steps of this, so that it is not fetched anew with every minute. ms */
const STEP_MS = FILM.everyMinutes * 60_000

/**
 * The film of a channel over a time (ms since 1970); undefined while it is fetched, null if there is none, or the time is too
 * long.
 */
export function useFilm(channelId: string | undefined, from: number, to: number): Film | null | undefined {
  const [begin, end] = [Math.floor(from / STEP_MS) * STEP_MS, Math.ceil(to / STEP_MS) * STEP_MS]
  const isShort = end - begin <= FILM.shownDays * 86_400_000 + STEP_MS
  const mayWatch = useMayCall(cameraRecordings.film)
  const isAsked = channelId !== undefined && mayWatch && isShort
  const { data } = useQuery({
    queryKey: ['film', channelId, begin, end],
    queryFn: async () => {
      const film = await call(cameraRecordings.film, {
        params: { id: channelId ?? '' },
        body: { fromAt: new Date(begin).toISOString(), toAt: new Date(end).toISOString() },
      })
      if (!film.address) return null
      const answer = await fetch(film.address.url)
      return answer.ok ? { ...film, bytes: await answer.blob() } : null
    },
    enabled: isAsked,
    staleTime: STEP_MS,
    retry: false,
  })
  const source = useBlobUrl(data?.bytes)
  if (!isAsked || data === null) return null
  return data && source ? { source, pictures: data.pictures, seconds: data.seconds } : undefined
}

function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [blob])
  return url
}

/** The place of the picture taken nearest to a moment; -1 if there is none within an hour and a half. */
export function nearestPicture(pictures: readonly number[], at: number): number {
  const NEAR_MS = 90 * 60_000
  let best = -1
  let least = NEAR_MS
  for (const [i, taken] of pictures.entries()) {
    const distance = Math.abs(taken - at)
    if (distance > least) continue
    best = i
    least = distance
  }
  return best
}
