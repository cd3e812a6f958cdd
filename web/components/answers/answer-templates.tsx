import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { MessageSquareText, Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { filledTemplate, type Named } from '#shared/answer-templates.ts'
import { type AnswerTemplate, answerTemplates } from '#shared/contracts/answer-templates.ts'
import { type Language, languages } from '#shared/text.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Known } from '../known.tsx'
import { later } from '../later.tsx'
import { useShowDialog } from '../list/list-dialogs.tsx'
import { PopoverButton } from '../popover-button.tsx'
import './answer-templates.css'

const Kept = later(() => import('./kept-templates.tsx').then(file => file.KeptTemplates))

interface Props {
  /** What the ticket is about, for the places in a template. */
  named: Named
  insert: (text: string) => void
}

/** Inserts an answer that staff give again and again, in either language; Alt+T opens the list. */
export function AnswerTemplates({ named, insert }: Props) {
  const { t } = useTranslation('components')
  const mayUse = useMayCall(answerTemplates.list)
  if (!mayUse) return null
  return (
    <PopoverButton
      button={
        <Button
          className="answers-open"
          icon={<MessageSquareText size={15} aria-hidden />}
          aria-keyshortcuts="Alt+T"
          title="Alt+T"
        >
          {t($ => $.answers.open)}
        </Button>
      }
      content={close => (
        <List
          named={named}
          insert={text => {
            insert(text)
            close()
          }}
          close={close}
        />
      )}
    />
  )
}

/** All templates by name, with a button for each language an answer is written in; the reader's own language first. */
function List({ named, insert, close }: Props & { close: () => void }) {
  const { t } = useTranslation('components')
  const own = usePreferences(({ language }) => language)
  const show = useShowDialog()
  const mayEdit = useMayCall(answerTemplates.create)
  const asked = useQuery({
    queryKey: [answerTemplates.list.path],
    queryFn: () => call(answerTemplates.list),
  })
  const inOrder = languages.toSorted((a, b) => Number(b === own) - Number(a === own))
  return (
    <div className="answers stack gap-2">
      <h3>{t($ => $.answers.title)}</h3>
      <Known of={[asked]}>
        {() =>
          asked.data?.length === 0 ? (
            <p className="caption">{t($ => $.answers.none)}</p>
          ) : (
            <ul aria-label={t($ => $.answers.title)}>
              {asked.data?.map(template => (
                <li key={template.id}>
                  <span>{template.name}</span>
                  {inOrder.map(language => {
                    const text = textOf(template, language)
                    return (
                      text !== '' && (
                        <Button
                          key={language}
                          size="small"
                          lang={language}
                          aria-label={t($ => $.answers.insert, {
                            name: template.name,
                            language: t($ => $.answers.languages[language]),
                          })}
                          onClick={() => insert(filledTemplate(text, named))}
                        >
                          {t($ => $.answers.languages[language])}
                        </Button>
                      )
                    )
                  })}
                </li>
              ))}
            </ul>
          )
        }
      </Known>
      {mayEdit && (
        <Button
          type="text"
          icon={<Settings2 size={15} aria-hidden />}
          onClick={() => {
            close()
            show(end => <Kept close={end} />)
          }}
        >
          {t($ => $.answers.edit)}
        </Button>
      )}
    </div>
  )
}

const textOf = ({ chineseAnswer, englishAnswer }: AnswerTemplate, language: Language): string =>
  language === 'zh-CN' ? chineseAnswer : englishAnswer

/** The key that opens the list while an answer is written in the same `place`; returns whether it was this key. */
export function openByKey(event: { altKey: boolean; code: string }, place: HTMLElement | null): boolean {
  const button = place?.querySelector<HTMLElement>('.answers-open')
  if (!event.altKey || event.code !== 'KeyT' || !button) return false
  button.click()
  return true
}
