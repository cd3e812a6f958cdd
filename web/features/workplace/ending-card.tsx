import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { customers } from '#shared/contracts/customers.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

const SHOWN = 5

/** Contracts ending within 90 days, soonest first. */
export function EndingCard() {
  const { t } = useTranslation('workplace')
  const { open, exists } = useScreen()
  const may = useMayCall(customers.list) && exists(paths.customers)
  const { data } = useQuery({
    queryKey: [customers.list.path, 'ending'],
    queryFn: () =>
      call(customers.list, { query: { page: 1, size: SHOWN, ends: '90d', sort: 'contractEndsOn' } }),
    enabled: may,
  })
  if (!may) return null
  return (
    <Card
      title={t($ => $.ending)}
      all={{
        path: hrefOf(paths.customers, { ends: '90d' }),
        label: t($ => $.all, { count: data?.total ?? 0 }),
      }}
    >
      {data?.total === 0 && <p className="caption">{t($ => $.noEnding)}</p>}
      <ul className="workplace-tasks">
        {data?.items.map(({ id, name, contractEndsOn }) => (
          <li key={id}>
            <button type="button" onClick={() => open(hrefOf(paths.customers, { id }))}>
              <span>{name}</span>
              <NearDate on={contractEndsOn} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
