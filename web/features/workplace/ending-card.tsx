import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { customers } from '#shared/contracts/customers.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { isComing } from '#web/components/known.tsx'
import { NearDate } from '#web/components/near-date.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

const SHOWN = 5

/** Contracts ending within 90 days, soonest first. */
export function EndingCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const may = useMayCall(customers.list) && exists(paths.customers)
  const answer = useQuery({
    queryKey: [customers.list.path, 'ending'],
    queryFn: () =>
      call(customers.list, { query: { page: 1, size: SHOWN, ends: '90d', sort: 'contractEndsOn' } }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  return (
    <Card
      title={t($ => $.ending)}
      all={{
        path: hrefOf(paths.customers, { ends: '90d' }),
        label: data ? t($ => $.all, { count: data.total }) : t($ => $.allOfThem),
      }}
      of={[answer]}
      isComing={isComing(answer)}
    >
      {data?.total === 0 && <p className="caption">{t($ => $.noEnding)}</p>}
      <ul className="workplace-tasks">
        {data?.items.map(({ id, name, contractEndsOn, timeZone }) => (
          <li key={id}>
            <ScreenLink to={hrefOf(paths.customers, { id })}>
              <span>{name}</span>
              <NearDate on={contractEndsOn} timeZone={timeZone} />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
