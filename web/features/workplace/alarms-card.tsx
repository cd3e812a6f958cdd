import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { CountsCard } from './counts-card.tsx'

/** Link to the list of active, unseen alarms. */
export const UNSEEN = hrefOf(paths.alarms, { handling: 'new', condition: 'active' })

/** Alarms of customers that share their farm, by handling. */
export function AlarmsCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const may = useMayCall(alarms.counts) && exists(paths.alarms)
  const answer = useQuery({
    queryKey: [alarms.counts.path, {}],
    queryFn: () => call(alarms.counts, { query: {} }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  return (
    <CountsCard
      title={t($ => $.alarms)}
      all={{ path: hrefOf(paths.alarms, { open: 'open' }), label: t($ => $.allAlarms) }}
      of={[answer]}
      counted={[
        {
          key: 'unseen',
          label: t($ => $.alarmed.unseen),
          state: 'emergency',
          count: data?.unseen,
          href: UNSEEN,
        },
        {
          key: 'active',
          label: t($ => $.alarmed.active),
          state: 'alarm',
          count: data?.condition.active,
          href: hrefOf(paths.alarms, { condition: 'active' }),
        },
        {
          key: 'open',
          label: t($ => $.alarmed.open),
          state: 'watch',
          count: data?.open,
          href: hrefOf(paths.alarms, { open: 'open' }),
        },
      ]}
    />
  )
}
