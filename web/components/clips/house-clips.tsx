import { useTranslation } from 'react-i18next'
import { ClipList } from './clip-list.tsx'
import { useClips } from './use-clips.ts'

/** What the cameras of a house kept of a moment; nothing where they kept nothing. */
export function HouseClips({
  houseId,
  at,
  className,
}: {
  houseId: string | undefined
  at: string
  className: string
}) {
  const { t } = useTranslation('components')
  const { data } = useClips({ houseId, at })
  if (!data || data.items.length === 0) return null
  return (
    <section className={className} aria-label={t($ => $.clips.title)}>
      <h2>{t($ => $.clips.title)}</h2>
      <ClipList clips={data.items} />
    </section>
  )
}
