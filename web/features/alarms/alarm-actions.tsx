import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import { handlings } from '#shared/alarms.ts'
import { type Alarm, type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmNote } from './alarm-note.tsx'
import type { OfLine } from './alarm-text.ts'
import { type SimpleStep, takes, useStep } from './use-step.ts'

export const SIMPLE: readonly SimpleStep[] = ['seen', 'going', 'on_site']

/** Whether a step is still ahead: steps may be skipped, never undone. */
const isAhead = (alarm: Pick<AlarmDetail, 'handling'>, step: SimpleStep): boolean =>
  handlings.indexOf(step) > handlings.indexOf(alarm.handling)

/** A note for the next step, kept until the step is taken. */
function useStepNote(id: string, line: readonly Alarm[]) {
  const { t } = useTranslation('alarms')
  const { busy, take } = useStep(id, line)
  const [note, setNote] = useState('')
  const [taken, setTaken] = useState<SimpleStep | null>(null)
  useUnsaved(note !== '')
  return {
    /** The step being sent. */
    taking: busy ? taken : null,
    take: async (step: SimpleStep) => {
      setTaken(step)
      if (await take(step, note)) setNote('')
    },
    field: (
      <AlarmNote label={t($ => $.stepNote)} hint={t($ => $.stepNoteHint)} note={note} setNote={setNote} />
    ),
  }
}

/** The same for what somebody answers for themselves. */
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

/** Seen, going, on site, each with an optional note; the next one is the main button. */
export function AlarmActions({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const { taking, take, field } = useStepNote(alarm.id, line)
  const may = useMayCall(alarms.seen)
  const ahead = SIMPLE.filter(step => isAhead(alarm, step))
  if (!may || ahead.length === 0) return null
  return (
    <div className="alarm-actions row wrap stretch">
      {field}
      {ahead.map((step, i) => (
        <ActionButton
          key={step}
          endpoint={takes[step]}
          type={i === 0 ? 'primary' : 'default'}
          loading={taking === step}
          disabled={taking !== null}
          onClick={() => void take(step)}
        >
          {t($ => $.actions[step])}
        </ActionButton>
      ))}
    </div>
  )
}
