import type { Choices } from './choices.ts'
import type { Text } from './text.ts'

interface Named {
  label: Text
  /** What it means: said below its input, and in the help of its column in Excel. */
  hint?: Text
  /** What a file has to be told besides, where a form shows it by itself. */
  inFile?: Text
}

/**
 * One field of a record, said once: the schemas of both directions, the input of a form with its bounds, column and filter of
 * the list, both ways of Excel and the words of the history are taken from it. It is plain data; what does not fit is
 * written out beside it.
 */
export type Field = Named &
  (
    | { kind: 'text'; most: number; isRequired?: true; hasLines?: true; language?: 'zh' | 'en' }
    | { kind: 'whole' | 'number'; least: number; most: number; isRequired?: true }
    /** Money, exact, as text (`shared/money.ts`); its currency is a field of its own. */
    | { kind: 'amount'; isRequired?: true }
    | { kind: 'choice' | 'choices'; choices: Choices; isRequired?: true }
    /** Files of people by their ids; `most` of them. */
    | { kind: 'pictures' | 'attachments'; most: number; isRequired?: true }
    /** A day of the calendar, and a moment that is typed by the clock of whoever types it. */
    | { kind: 'day' | 'moment'; isRequired?: true }
    /** What a form does not have: a number that was counted, a moment that was noted. */
    | { kind: 'count' | 'instant' }
  )

export type Fields = Readonly<Record<string, Field>>
