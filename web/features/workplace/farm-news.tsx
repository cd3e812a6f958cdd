import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

const SHOWN = 4

/** The latest released articles. */
export function FarmNews() {
  const { t } = useTranslation('workplace')
  const language = usePreferences(({ language }) => language)
  const may = useMayCall(articleReading.news.list)
  const { data } = useQuery({
    queryKey: [articleReading.news.list.path, { size: SHOWN }],
    queryFn: () => call(articleReading.news.list, { query: { page: 1, size: SHOWN } }),
    enabled: may,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t($ => $.news)} all={{ path: paths.news, label: t($ => $.allNews) }}>
      <ul className="workplace-tasks">
        {data.items.map(({ id, title, releasedAt }) => (
          <li key={id}>
            <ScreenLink to={hrefOf(paths.news, { id })}>
              <span>{title}</span>
              <small className="num">{dateOf(releasedAt.slice(0, 10), language)}</small>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
