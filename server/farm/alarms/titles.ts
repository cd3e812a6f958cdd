import { conditionOfCode, ruleLabel } from '#shared/alarm-rules.ts'
import { alarmLabel, measureOfAlarm } from '#shared/alarms.ts'
import { AMOUNT, type Amount } from '#shared/amounts.ts'
import { type Language, languages, type Text } from '#shared/text.ts'

/** A message in both languages; its values are formatted for each reader. */
export interface MessageText {
  title: Text
  amounts: Amount[] | null
}

interface Subject {
  code: string
  houseNames: readonly string[]
  value: number | null
  limit: number | null
  /** Likely cause and what to check first. */
  advice: (language: Language) => string | null
}

const NAMED = 3
const words: Record<
  Language,
  { colon: string; comma: string; stop: string; limit: string; more: (count: number) => string }
> = {
  'zh-CN': {
    colon: '：',
    comma: '，',
    stop: '。',
    limit: `（限值 ${AMOUNT}）`,
    more: count => `等 ${count} 栋`,
  },
  'en-US': {
    colon: ': ',
    comma: ', ',
    stop: '. ',
    limit: ` (limit ${AMOUNT})`,
    more: count => `and ${count} more`,
  },
}

function houses(names: readonly string[], language: Language): string {
  const join = language === 'zh-CN' ? '、' : ', '
  if (names.length <= NAMED) return names.join(join)
  const some = names.slice(0, NAMED).join(join)
  return language === 'zh-CN'
    ? `${some}${words[language].more(names.length)}`
    : `${some} ${words[language].more(names.length - NAMED)}`
}

/** The text of an alarm message: house, alarm, value and limit, likely cause and what to check first. */
export function alarmTitle({ code, houseNames, value, limit, advice }: Subject): MessageText {
  const signal = measureOfAlarm(code)
  const values = signal && value !== null ? [value, limit].filter(amount => amount !== null) : []
  const { unit = '', decimals = 0 } = signal ?? {}
  const figures = values.map(value => ({ value, unit, decimals }))
  const condition = conditionOfCode(code)
  const amounts = condition ? [condition, ...figures] : figures
  // A condition's limit stands in the name of its alarm, where each reader sees it in their units.
  const label = ruleLabel(code, () => AMOUNT) ?? alarmLabel(code)
  const titleIn = (language: Language) => {
    const { colon, comma, stop, limit: limited } = words[language]
    const said = figures.length > 0 ? `${comma}${AMOUNT}${limit === null ? '' : limited}` : ''
    const where = houses(houseNames, language).replaceAll(AMOUNT, '')
    // Names may contain anything.
    const advised = advice(language)
    return where + colon + label[language] + said + (advised ? stop + advised : '')
  }
  return {
    title: Object.fromEntries(languages.map(language => [language, titleIn(language)])) as Text,
    amounts: amounts.length > 0 ? amounts : null,
  }
}
