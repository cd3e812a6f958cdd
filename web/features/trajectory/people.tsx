import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { trajectory } from '#shared/contracts/trajectory.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'

/** Recent visitors to choose from. */
export function People({ choose }: { choose: (user: string) => void }) {
  const { t } = useTranslation('trajectory')
  const { data, error, refetch } = useQuery({
    queryKey: [trajectory.people.path, ''],
    queryFn: () => call(trajectory.people, { query: {} }),
  })
  if (error && !data)
    return (
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
  return (
    <section className="card trajectory-card">
      <h2>{t($ => $.lately)}</h2>
      {data ? (
        <table className="trajectory-table">
          <thead>
            <tr>
              <th scope="col">{t($ => $.user)}</th>
              <th scope="col">{t($ => $.customer)}</th>
              <th scope="col" data-end>
                {t($ => $.seen)}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, name, username, customerName, lastSeenAt }) => (
              <tr key={id}>
                <th scope="row">
                  <button type="button" className="row-opener" onClick={() => choose(id)}>
                    {name}
                  </button>{' '}
                  <small className="caption">{username}</small>
                </th>
                <td>{customerName}</td>
                <td data-end>
                  <Age at={lastSeenAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </section>
  )
}
