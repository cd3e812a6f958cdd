import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { orders } from '#shared/contracts/orders.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { NotLoaded } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

/** The same in the history's address, so that each number matches its list. */
const DAY = { period: '1' } as const

interface Kind {
  module: 'settings' | 'farm-access' | 'customers' | 'trial-customers' | 'orders'
  /** Users who may call this see changes of this kind. */
  endpoint: Endpoint
}
const kinds: readonly Kind[] = [
  { module: 'settings', endpoint: settings.changes },
  { module: 'farm-access', endpoint: customers.list },
  { module: 'customers', endpoint: customers.list },
  { module: 'trial-customers', endpoint: trialCustomers.list },
  { module: 'orders', endpoint: orders.counts },
]

/** What was changed in the last day and by whom, by kind; each links to its rows in the history. */
export function ChangesCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const may = useMayCall(operaHistory.list) && exists(paths.history)
  if (!may) return null
  return (
    <Card
      title={t($ => $.changes)}
      all={{ path: hrefOf(paths.history, { period: '1' }), label: t($ => $.allChanges) }}
    >
      <ul className="workplace-tasks">
        {kinds.map(kind => (
          <ChangesOf key={kind.module} kind={kind} />
        ))}
      </ul>
    </Card>
  )
}

function ChangesOf({ kind: { module, endpoint } }: { kind: Kind }) {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  const may = useMayCall(endpoint)
  const answer = useQuery({
    queryKey: [operaHistory.list.path, 'workplace', module, reader.language],
    queryFn: () => call(operaHistory.list, { query: { page: 1, size: 1, module, ...DAY } }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  const [newest] = data?.items ?? []
  return (
    <li>
      <ScreenLink to={hrefOf(paths.history, { period: '1', module })}>
        <span>
          {t($ => $.changed[module])}
          {newest && (
            <small className="workplace-below">
              {newest.operatorName}: {newest.description}
              {newest.officeName && ` · ${newest.officeName}`} · <Age at={newest.at} />
            </small>
          )}
        </span>
        <strong className="num">{data ? numberText(data.total, 0, reader) : '—'}</strong>
      </ScreenLink>
      <NotLoaded of={[answer]} />
    </li>
  )
}
