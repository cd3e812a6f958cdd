import { type Language, type Text, text } from '#shared/text.ts'

/** Something that went wrong with a flock of the demonstration, for somebody to find out. */
export interface Trouble {
  /** How much of it the birds feel at an age in days, 0 to 1. */
  at(age: number): number
  /** What people wrote on that day; null on others. */
  note(age: number): string | null
  treatments(age: number): object[] | null
}

/** The house that lays less than its neighbour, and from which age of its birds. */
const CODE = 'EC-WF-02'
const BEGAN = 371
/** Days until the birds feel it fully, and until half of it has passed again. */
const RISE = 7
const HALF = 60

const notes: Readonly<Record<number, Text>> = {
  0: text('清粪带停机，舍内氨味很重', 'Manure belt stopped, strong ammonia smell'),
  1: text(
    '3、4列灯不亮，光照不足约2小时；已报修',
    'Lights of rows 3 and 4 out, about 2 h less light; repair requested',
  ),
  3: text('清粪带已修好，鸡群采食偏少', 'Manure belt repaired, birds eating less'),
  5: text('软破蛋增多，请兽医看过', 'More soft and broken eggs, the vet was here'),
}
const medicine = text('泰乐菌素', 'Tylosin')

/** The trouble of a house of the demonstration; null if all went well. */
export function troubleOf(code: string, language: Language): Trouble | null {
  if (code !== CODE) return null
  return {
    at: age => {
      const days = age - BEGAN
      if (days < 0) return 0
      return days < RISE ? days / RISE : 0.5 ** ((days - RISE) / HALF)
    },
    note: age => notes[age - BEGAN]?.[language] ?? null,
    treatments: age =>
      age === BEGAN + 5
        ? [{ kind: 'medicine', name: medicine[language], dose: '0.5 g/L', route: '', withdrawalDays: 3 }]
        : null,
  }
}
