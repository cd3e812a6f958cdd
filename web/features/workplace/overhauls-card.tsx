import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { dueStates } from '#shared/overhaul.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { CountsCard } from './counts-card.tsx'

const marks = { overdue: 'alarm', today: 'watch', soon: 'pending' } as const
const near = Object.keys(marks) as (keyof typeof marks)[]

/** Overhauls overdue or due within a week. */
export function OverhaulsCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  const may = useMayCall(overhaul.counts) && exists(paths.overhauls)
  const answer = useQuery({
    queryKey: [overhaul.counts.path, 'workplace'],
    queryFn: () => call(overhaul.counts, { query: { by: 'due' } }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  return (
    <CountsCard
      title={t($ => $.overhauls)}
      all={{ path: paths.overhauls, label: t($ => $.allOverhauls) }}
      of={[answer]}
      counted={near.map(due => ({
        key: due,
        label: dueStates[due][language],
        state: marks[due],
        count: data && (data[due] ?? 0),
        href: hrefOf(paths.overhauls, { due }),
      }))}
    />
  )
}
