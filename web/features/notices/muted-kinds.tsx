import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { notices } from '#shared/contracts/notices.ts'
import { call } from '#web/data/client.ts'
import { useMute } from './use-mute.ts'

/** The kinds that the reader has muted, each with the way back; nothing while there are none. */
export function MutedKinds() {
  const { t } = useTranslation('notices')
  const mute = useMute()
  const { data } = useQuery({ queryKey: [notices.muted.path], queryFn: () => call(notices.muted) })
  if (!data || data.kinds.length === 0) return null
  return (
    <section className="notice-muted row wrap gap-25" aria-label={t($ => $.mute.kinds)}>
      <BellOff size={16} aria-hidden />
      <span>{t($ => $.mute.kinds)}</span>
      {data.kinds.map(kind => {
        const name = t($ => $.businessTypes[kind])
        return (
          <Button key={kind} size="small" onClick={() => mute(kind, false)}>
            {t($ => $.mute.unmuteShort, { name })}
          </Button>
        )
      })}
    </section>
  )
}
