import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { useMayCall } from '#web/data/session.ts'
import { answersLeft, lastOf } from './alarm-answers.ts'
import { AlarmNote } from './alarm-note.tsx'
import type { OfLine } from './alarm-text.ts'
import { useStep } from './use-step.ts'

/** What the viewer answers for themselves, with a note kept until it is sent. */
export function useAnswerNote(id: string, line: readonly Alarm[]) {
  const { t } = useTranslation('alarms')
  const { busy, answer } = useStep(id, line)
  const [note, setNote] = useState('')
  const [said, setSaid] = useState<AlarmAnswer | null>(null)
  useUnsaved(note !== '')
  return {
    /** The answer being sent. */
    taking: busy ? said : null,
    answer: async (each: AlarmAnswer) => {
      setSaid(each)
      if (await answer(each, note)) setNote('')
    },
    field: (
      <AlarmNote label={t($ => $.stepNote)} hint={t($ => $.stepNoteHint)} note={note} setNote={setNote} />
    ),
  }
}

/** Seen, on the way, on site, cannot come: the viewer's own answer, with an optional note; the next one is the main button. */
export function AlarmActions({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const { taking, answer, field } = useAnswerNote(alarm.id, line)
  const may = useMayCall(alarms.answer)
  const left = answersLeft(alarm)
  if (!may || left.length === 0) return null
  const isStill = lastOf(alarm)?.answer === 'going'
  return (
    <div className="alarm-actions row wrap stretch">
      {field}
      {left.map((each, i) => (
        <ActionButton
          key={each}
          endpoint={alarms.answer}
          type={i === 0 ? 'primary' : 'default'}
          loading={taking === each}
          disabled={taking !== null}
          onClick={() => void answer(each)}
        >
          {each === 'going' && isStill ? t($ => $.actions.stillGoing) : t($ => $.actions[each])}
        </ActionButton>
      ))}
    </div>
  )
}
