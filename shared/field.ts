import type { Choices } from './choices.ts'
import type { Text } from './text.ts'

interface Named {
  label: Text
  /** What it means: shown below its input, and in the help of its column in Excel. */
  hint?: Text
  /** What a file also needs to be told, where a form shows it by itself. */
  inFile?: Text
}

/**
 * One field of a record, defined once: the schemas in both directions, the form input with its bounds, column and filter of
 * the list, Excel export and import, and the words of the history derive from it. It is plain data; what does not fit is
 * written out beside it.
 */
export type Field = Named &
  (
    | { kind: 'text'; most: number; isRequired?: true; hasLines?: true; language?: 'zh' | 'en' }
    | { kind: 'whole' | 'number'; least: number; most: number; isRequired?: true }
    /** Money, exact, as text (`shared/money.ts`); its currency is a separate field. */
    | { kind: 'amount'; isRequired?: true }
    | { kind: 'choice' | 'choices'; choices: Choices; isRequired?: true }
    /** People's files by id; `most` of them. */
    | { kind: 'pictures' | 'attachments' | 'recordings'; most: number; isRequired?: true }
    /** A calendar day, or a time entered by the clock of whoever enters it. */
    | { kind: 'day' | 'moment'; isRequired?: true }
    /** Not in forms: a counted number, a recorded time. */
    | { kind: 'count' | 'instant' }
  )

export type Fields = Readonly<Record<string, Field>>
