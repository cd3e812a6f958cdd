import { useTranslation } from 'react-i18next'
import { articleFamilies } from '#shared/articles.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Card } from './card.tsx'
import { Counted } from './counted.tsx'
import { Ranks } from './ranks.tsx'
import { articleReaders, screenKinds } from './screens-of.ts'
import { linesIn, summed, useCard } from './use-card.ts'

/** How often articles were opened. */
export function ArticlesCard() {
  const { t } = useTranslation('analysis')
  const { titleOf } = useScreen()
  const card = useCard('articles')
  if (!card) return null
  return (
    <Card title={t($ => $.articles.title)} card={card}>
      {data => (
        <>
          <Counted
            title={t($ => $.articles.title)}
            name={t($ => $.articles.all)}
            data={data}
            kind="article"
          />
          <Ranks
            title={t($ => $.articles.families)}
            ranks={linesIn(data, 'article').flatMap(line => {
              const family = articleFamilies.find(each => each === line.key)
              return family
                ? [
                    {
                      ...line,
                      name: titleOf(articleReaders[family]),
                      behind: { rows: `article ${family}` },
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

/** Which screens were opened, by users of which kind of office; no individual is tracked. */
export function ScreensCard() {
  const { t } = useTranslation('analysis')
  const { titleOf } = useScreen()
  const card = useCard('screens')
  if (!card) return null
  return (
    <Card title={t($ => $.screens.title)} card={card}>
      {data => {
        const of = (kind: string) => linesIn(data, 'screen').filter(({ key }) => key.startsWith(`${kind} `))
        return (
          <>
            <Counted
              title={t($ => $.screens.title)}
              name={t($ => $.screens.all)}
              data={data}
              kind="screen"
              parts={screenKinds.map(kind => ({
                name: t($ => $.screens.kinds[kind]),
                values: summed(of(kind), data).values,
              }))}
            />
            <div className="trend-halves trend-thirds">
              {screenKinds.map(kind => (
                <Ranks
                  key={kind}
                  title={t($ => $.screens.kinds[kind])}
                  ranks={of(kind).map(line => ({
                    ...line,
                    name: titleOf(line.key.slice(2)),
                    behind: { rows: `screen ${line.key}` },
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
