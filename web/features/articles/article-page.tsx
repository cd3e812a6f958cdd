import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ArticleFamily } from '#shared/articles.ts'
import { articleReading, type ReadArticle } from '#shared/contracts/article-reading.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call, sendQuietly } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { ArticleSheet } from './article-sheet.tsx'
import { useTitle } from './use-title.ts'

/** One article: its text, attachments, the reader's opinion, and what to read next. */
export function ArticlePage({ family, id }: { family: ArticleFamily; id: string }) {
  const { search, nameTab } = useScreen()
  const language = search.language === 'zh-CN' || search.language === 'en-US' ? search.language : undefined
  const mine = usePreferences(({ language: own }) => own)
  const { data, error, refetch } = useQuery({
    queryKey: [articleReading[family].read.path, id, language ?? mine],
    queryFn: () => call(articleReading[family].read, { params: { id }, query: { language } }),
  })
  const title = data?.title
  useEffect(() => {
    if (title !== undefined) nameTab(title)
  }, [title, nameTab])
  useEffect(() => {
    void sendQuietly(articleReading[family].opened, { params: { id } })
  }, [family, id])
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return null
  return <Shown family={family} article={data} />
}

function Shown({ family, article }: { family: ArticleFamily; article: ReadArticle }) {
  const { setSearch } = useScreen()
  const { id } = article
  const mayRate = useMayCall(articleReading[family].rate)
  const { submit } = useSubmit({
    inTurn: true,
  })
  return (
    <ArticleSheet
      article={article}
      list={useTitle()}
      go={to => setSearch({ id: to, language: undefined }, { push: to !== undefined })}
      sort={categoryId => setSearch({ id: undefined, categoryId }, { push: true })}
      turn={language => setSearch({ language })}
      rate={
        mayRate && (body => void submit(() => call(articleReading[family].rate, { params: { id }, body })))
      }
      print={() => window.print()}
    />
  )
}
