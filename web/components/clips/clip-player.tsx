import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import './clips.css'

/** Whoever watches loses the picture within 2 s of losing the right to it, also what has arrived already. ms */
const LOOK_MS = 1_000

interface Props {
  /** Of the clip, which opens it while it may be seen. */
  url: string
  label: string
}

/** Plays a clip for as long as its address opens it. */
export function ClipPlayer({ url, label }: Props) {
  const { t } = useTranslation('components')
  const { data: holds } = useQuery({
    queryKey: ['clip holds', url],
    // Without an answer the line is at fault, not the right.
    queryFn: async () => (await fetch(url, { method: 'HEAD' })).status !== 404,
    refetchInterval: ({ state }) => (state.data === false ? false : LOOK_MS),
    retry: false,
    gcTime: 0,
  })
  if (holds === false)
    return (
      <p className="clip-over" role="status">
        {t($ => $.clips.over)}
      </p>
    )
  return <video className="clip-player" src={url} aria-label={label} controls autoPlay muted playsInline />
}
