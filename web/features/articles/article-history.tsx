import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArticleFamily } from '#shared/articles.ts'
import { type Article, type ArticleTexts, articles, type KeptVersion } from '#shared/contracts/articles.ts'
import type { Language } from '#shared/text.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Moment } from '#web/components/time.tsx'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { textOf } from './text-of.ts'
import { wordDifferences } from './word-differences.ts'

interface Props {
  family: ArticleFamily
  row: Article
}

/** Who wrote what when: the versions of an article's text, what each changed, and a way to restore it. */
export function ArticleHistory({ family, row }: Props) {
  const { t } = useTranslation('articles')
  const [picked, setPicked] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    // Another version of the row has another history.
    queryKey: [articles[family].versions.path, row.id, row.version],
    queryFn: () => call(articles[family].versions, { params: { id: row.id } }),
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return null
  const shown = data.find(({ number }) => number === picked) ?? data[0]
  return (
    <div className="article-history">
      <ul aria-label={t($ => $.history.title)}>
        {data.map(version => (
          <li key={version.number}>
            <button
              type="button"
              className="article-pick"
              aria-pressed={version === shown}
              onClick={() => setPicked(version.number)}
            >
              <VersionName version={version} isNewest={version === data[0]} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <VersionTexts
          key={shown.number}
          family={family}
          row={row}
          version={shown}
          newest={data[0]?.number ?? shown.number}
        />
      )}
    </div>
  )
}

function VersionName({ version, isNewest }: { version: KeptVersion; isNewest: boolean }) {
  const { t } = useTranslation('articles')
  return (
    <>
      <strong className="num">
        {t($ => $.history.version, { number: version.number })}
        {isNewest && <small> {t($ => $.history.newest)}</small>}
      </strong>
      <span>
        {version.by ?? t($ => $.history.unknown)} · <Moment at={version.at} />
      </span>
    </>
  )
}

const parts = {
  'zh-CN': ['chineseTitle', 'chineseSubtitle', 'chineseContent'],
  'en-US': ['englishTitle', 'englishSubtitle', 'englishContent'],
} as const

function VersionTexts({ family, row, version, newest }: Props & { version: KeptVersion; newest: number }) {
  const { t } = useTranslation('articles')
  const { number, changed } = version
  const { data, error, refetch } = useQuery({
    queryKey: [articles[family].texts.path, row.id, number],
    queryFn: () => call(articles[family].texts, { params: { id: row.id }, query: { number } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const mayRestore = useMayCall(articles[family].restoreVersion)
  const offerUndo = useUndo()
  const bring = (wanted: number, seen: number) =>
    call(articles[family].restoreVersion, { params: { id: row.id }, body: { number: wanted, version: seen } })
  const restore = () => {
    let seen = row.version
    void offerUndo({
      says: t($ => $.history.restored, { number }),
      change: async () => {
        seen = (await bring(number, seen)).version
      },
      undo: () => bring(newest, seen),
    })
  }
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <section className="article-version stack gap-4">
      <div className="split wrap gap-3">
        <span className="caption">{number === 1 ? t($ => $.history.first) : t($ => $.history.compared)}</span>
        {number !== newest && mayRestore && <Button onClick={restore}>{t($ => $.history.restore)}</Button>}
      </div>
      {changed.map(language => (
        <Differences key={language} language={language} now={data.now} before={data.before} />
      ))}
      {changed.length === 0 && <p>{t($ => $.history.otherOriginal)}</p>}
    </section>
  )
}

interface Compared {
  language: Language
  now: ArticleTexts
  before: ArticleTexts | null
}

/** One language of a version against the version before: additions underlined, deletions struck through. */
function Differences({ language, now, before }: Compared) {
  const { t } = useTranslation('articles')
  const picture = t($ => $.history.picture)
  const [title, subtitle, content] = parts[language]
  const pieces = useMemo(() => {
    const said = (texts: ArticleTexts | null) =>
      texts ? [texts[title], texts[subtitle], textOf(texts[content], picture)].filter(Boolean).join('\n') : ''
    // In the first version nothing is marked: all of it is new.
    return wordDifferences(said(before ?? now), said(now), language)
  }, [before, now, language, title, subtitle, content, picture])
  return (
    <article lang={language}>
      <h3>{t($ => $.versions[language])}</h3>
      {before && pieces.every(({ is }) => is === 'same') && (
        <p className="caption">{t($ => $.history.sameWords)}</p>
      )}
      <p className="article-differences">
        {pieces.map(({ is, said }, at) => {
          const key = `${at} ${is}`
          if (is === 'new') return <ins key={key}>{said}</ins>
          return is === 'gone' ? <del key={key}>{said}</del> : <span key={key}>{said}</span>
        })}
      </p>
    </article>
  )
}
