import { CircleQuestionMark, Wrench } from 'lucide-react'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { text, textIn } from '#shared/text.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const words = {
  repair: text('申请报修', 'Request repair'),
  ask: text('提问', 'Ask a question'),
}

/** What the viewer needs help with: the ids that are known. */
interface About {
  alarm?: string | undefined
  house?: string | undefined
  device?: string | undefined
  /** In the viewer's own words. */
  says?: string | undefined
}

/** Links to a repair and a question about what the viewer is looking at, if they may apply and ask. */
export function AskForHelp({ house, ...about }: About) {
  const asked = { ...about, houseId: house }
  const { open, exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  return (
    <>
      {exists(paths.myRepairs) && (
        <ActionButton
          endpoint={repairs.create}
          icon={<Wrench size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.myRepairs, { new: '1', ...asked }))}
        >
          {textIn(words.repair, language)}
        </ActionButton>
      )}
      {exists(paths.myQuestions) && (
        <ActionButton
          endpoint={questions.create}
          icon={<CircleQuestionMark size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.myQuestions, { new: '1', ...asked }))}
        >
          {textIn(words.ask, language)}
        </ActionButton>
      )}
    </>
  )
}
