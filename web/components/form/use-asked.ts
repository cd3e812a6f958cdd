import { useTranslation } from 'react-i18next'
import { useDiscardQuestion } from '../use-discard-question.ts'

/** Asks before an action that would lose unsaved input. */
export function useAsked(unsaved: boolean): (act: () => void) => () => void {
  const { t } = useTranslation('components')
  const question = useDiscardQuestion()
  return act => () => {
    if (!unsaved) return act()
    question(
      {
        title: t($ => $.discardAsk),
        content: t($ => $.discardSays),
        okText: t($ => $.discard),
        cancelText: t($ => $.keepEditing),
      },
      act,
    )
  }
}
