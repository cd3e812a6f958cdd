import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trialCustomers } from '#shared/contracts/customers.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { isComing } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

const SHOWN = 5

/** Trial applicants waiting for an answer, longest first. */
export function ApprovalsCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  const may = useMayCall(trialCustomers.list) && exists(paths.trialCustomers)
  const answer = useQuery({
    queryKey: [trialCustomers.list.path, 'waiting'],
    queryFn: () =>
      call(trialCustomers.list, {
        query: { page: 1, size: SHOWN, approval: 'pending', sort: 'createdAt' },
      }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  return (
    <Card
      title={t($ => $.approvals)}
      all={{
        path: hrefOf(paths.trialCustomers, { approval: 'pending' }),
        label: data ? t($ => $.all, { count: data.total }) : t($ => $.allOfThem),
      }}
      of={[answer]}
      isComing={isComing(answer)}
    >
      {data?.total === 0 && <p className="caption">{t($ => $.noApprovals)}</p>}
      <ul className="workplace-tasks">
        {data?.items.map(({ id, name, city, appliedHouseType, appliedHouseCount, createdAt }) => (
          <li key={id}>
            <ScreenLink to={hrefOf(paths.trialCustomers, { id })}>
              <span>
                {name}
                <small className="num workplace-below">
                  {[
                    city,
                    appliedHouseType && houseTypeNames[appliedHouseType][language],
                    appliedHouseCount !== null && t($ => $.houseCount, { count: appliedHouseCount }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <Age at={createdAt} />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
