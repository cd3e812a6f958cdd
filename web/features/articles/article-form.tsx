import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ArticleFamily, isSorted } from '#shared/articles.ts'
import { type Article, articleFields, articles } from '#shared/contracts/articles.ts'
import { clockOf } from '#shared/dates.ts'
import type { Language } from '#shared/text.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { RichTextItem } from '#web/components/rich-text/rich-text-item.tsx'
import { useZone } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { call } from '#web/data/client.ts'
import { type Draft, noteDraft, readDraft } from '#web/data/offline/drafts.ts'
import { useMayCall } from '#web/data/session.ts'
import { ArticleHistory } from './article-history.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { useCategories } from './articles-page.tsx'
import { DraftKeeper, draftsOf, type Unsaved } from './draft-keeper.tsx'

interface Props {
  family: ArticleFamily
  /** Null: a new one. */
  id: string | null
  title: string
  close: () => void
}

/** Defaults of a new article. */
const initial: Partial<Article> = {
  chineseContent: '',
  englishContent: '',
  coverMode: 'none',
  covers: [],
  attachments: [],
  original: 'zh-CN',
  categoryId: null,
  releaseOn: null,
  faults: [],
}

/** Edits an article in both languages side by side, with a preview for readers. */
export function ArticleForm({ family, id, title, close }: Props) {
  const { data } = useQuery({
    queryKey: [articles[family].get.path, id, 'whole'],
    queryFn: () => call(articles[family].get, { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
  })
  const [draft, setDraft] = useState<Draft<Unsaved> | null>()
  useEffect(() => {
    void readDraft<Unsaved>(draftsOf(family), id ?? 'new').then(setDraft)
  }, [family, id])
  if (draft === undefined || (id !== null && data?.id !== id)) return null
  const closed = () => {
    // Saved, or discarded when asked.
    void noteDraft(draftsOf(family), id ?? 'new', null)
    close()
  }
  return <Editor family={family} row={data ?? 'new'} draft={draft} title={title} close={closed} />
}

interface EditorProps extends Omit<Props, 'id'> {
  row: Article | 'new'
  draft: Draft<Unsaved> | null
}

function Editor({ family, row, draft: kept, title, close }: EditorProps) {
  const { t } = useTranslation('articles')
  const mayLookBack = useMayCall(articles[family].versions)
  const zone = useZone()
  const [tab, setTab] = useState('')
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [draft, setDraft] = useState<Partial<Article>>(row === 'new' ? initial : row)
  return (
    <RecordForm<Article>
      contract={articles[family]}
      fields={articleFields}
      row={row}
      title={title}
      initial={initial}
      completed={values => ({ ...unasked(row), ...values })}
      beside={
        keptAt !== null && (
          <small className="article-kept num" role="status">
            {t($ => $.draft.kept, { time: clockOf(new Date(keptAt), zone) })}
          </small>
        )
      }
      tabs={{
        form: t($ => $.write),
        others: [
          {
            key: 'preview',
            title: t($ => $.preview),
            content: () => (
              <ArticlePreview family={family} article={{ ...(row !== 'new' && row), ...draft }} />
            ),
          },
          ...(row !== 'new' && mayLookBack
            ? [
                {
                  key: 'history',
                  title: t($ => $.history.title),
                  content: () => <ArticleHistory family={family} row={row} />,
                },
              ]
            : []),
        ],
        tab,
        show: setTab,
      }}
      sections={[
        {
          key: 'text',
          title: t($ => $.text),
          fields: (
            <>
              <DraftKeeper family={family} row={row} draft={kept} tell={setKeptAt} />
              <Versions tell={setDraft} />
            </>
          ),
        },
        {
          key: 'cover',
          title: t($ => $.cover),
          fields: (
            <div className="form-wide">
              <FieldInputs fields={articleFields} shown={['coverMode', 'covers', 'attachments']} />
            </div>
          ),
        },
        { key: 'release', title: t($ => $.sorting), fields: <Sorting family={family} /> },
      ]}
      close={close}
    />
  )
}

/** Fields of an article without an input in the form. */
const unasked = (row: Article | 'new') => ({
  categoryId: null,
  releaseOn: null,
  faults: row === 'new' ? [] : row.faults,
})

/** Both versions side by side; one at a time on phones. */
function Versions({ tell }: { tell: (draft: Partial<Article>) => void }) {
  const { t } = useTranslation('articles')
  const isPhone = useIsPhone()
  const form = Form.useFormInstance<Article>()
  const original = Form.useWatch('original', { form, preserve: true }) ?? 'zh-CN'
  const [shown, setShown] = useState<Language>(original)
  const all = Form.useWatch([], { form })
  // The preview shows what is being written.
  const [told, setTold] = useState<unknown>(null)
  if (all && all !== told) {
    setTold(all)
    queueMicrotask(() => tell(all))
  }
  const order: Language[] = original === 'zh-CN' ? ['zh-CN', 'en-US'] : ['en-US', 'zh-CN']
  return (
    <div className="form-wide article-versions">
      {isPhone && (
        <fieldset className="choice">
          {order.map(language => (
            <button
              key={language}
              type="button"
              aria-pressed={shown === language}
              onClick={() => setShown(language)}
            >
              {t($ => $.versions[language])}
            </button>
          ))}
        </fieldset>
      )}
      {order.map(language => (
        <Version key={language} language={language} isHidden={isPhone && shown !== language} />
      ))}
    </div>
  )
}

function Version({ language, isHidden }: { language: Language; isHidden: boolean }) {
  const { t } = useTranslation('articles')
  const of = language === 'zh-CN' ? ('chinese' as const) : ('english' as const)
  const label = t($ => $.content[of])
  return (
    <div hidden={isHidden}>
      <FieldInputs fields={articleFields} shown={[`${of}Title`, `${of}Subtitle`]} />
      <RichTextItem name={`${of}Content`} label={label} lang={language} />
    </div>
  )
}

function Sorting({ family }: { family: ArticleFamily }) {
  const { t } = useTranslation('articles')
  const categories = useCategories(family)
  const languages = (['zh-CN', 'en-US'] as const).map(value => ({ value, label: t($ => $.versions[value]) }))
  return (
    <>
      {isSorted(family) && (
        <FormField name="categoryId" label={t($ => $.category)}>
          <ChoiceSelect options={categories} allowClear />
        </FormField>
      )}
      <FormField name="original" label={t($ => $.original)} extra={t($ => $.originalSays)}>
        <ChoiceSelect options={languages} />
      </FormField>
      <FieldInputs
        fields={articleFields}
        shown={family === 'faq' ? ['releaseOn', 'faults'] : ['releaseOn']}
      />
    </>
  )
}
