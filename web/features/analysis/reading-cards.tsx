import { useTranslation } from 'react-i18next'
import { articleFamilies } from '#shared/articles.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Card } from './card.tsx'
import { Counted } from './counted.tsx'
import { Ranks } from './ranks.tsx'
import { linesIn, useCard } from './use-card.ts'

const articleLists = {
  install: '/device-install/admin-list',
  maintain: '/device-maintain/maintain/admin-list',
  faq: '/device-maintain/common-problem/admin-list',
  basics: '/breeding-instruction/farming-foundation/admin-list',
  news: '/breeding-instruction/infor-admin/index',
  instructions: '/instructions-use/admin',
} as const

/** How often articles were opened. */
export function ArticlesCard() {
  const { t } = useTranslation('analysis')
  const { titleOf } = useScreen()
  const card = useCard('articles')
  if (!card) return null
  return (
    <Card title={t($ => $.articles.title)} card={card} all={articleLists.install}>
      {data => (
        <>
          <Counted name={t($ => $.articles.all)} data={data} kind="article" />
          <Ranks
            title={t($ => $.articles.families)}
            ranks={linesIn(data, 'article').flatMap(line => {
              const family = articleFamilies.find(each => each === line.key)
              return family
                ? [
                    {
                      ...line,
                      name: titleOf(articleLists[family]),
                      href: `${articleLists[family]}?sort=-reads`,
                    },
                  ]
                : []
            })}
          />
        </>
      )}
    </Card>
  )
}

const VISITS = '/user-trajectory/analyze'

/** Which screens were opened, by whose people; nobody is followed. */
export function ScreensCard() {
  const { t } = useTranslation('analysis')
  const { titleOf } = useScreen()
  const card = useCard('screens')
  if (!card) return null
  const kinds = [
    ['1', 'staff'],
    ['2', 'customer'],
    ['3', 'agent'],
  ] as const
  return (
    <Card title={t($ => $.screens.title)} card={card} all={VISITS}>
      {data => {
        const of = (kind: string) => linesIn(data, 'screen').filter(({ key }) => key.startsWith(`${kind} `))
        return (
          <>
            <Counted name={t($ => $.screens.all)} data={data} kind="screen" />
            <div className="trend-halves trend-thirds">
              {kinds.map(([kind, filter]) => (
                <Ranks
                  key={kind}
                  title={t($ => $.screens.kinds[kind])}
                  ranks={of(kind).map(line => ({
                    ...line,
                    name: titleOf(line.key.slice(2)),
                    href: `${VISITS}?kind=${filter}`,
                  }))}
                />
              ))}
            </div>
          </>
        )
      }}
    </Card>
  )
}
