import { alarmLabel, metricOfAlarm } from '#shared/alarms.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { type Language, languages, type Text } from '#shared/text.ts'

interface Subject {
  code: string
  houseNames: readonly string[]
  value: number | null
  limit: number | null
}

const NAMED = 3
const words: Record<Language, { colon: string; limit: string; more: (count: number) => string }> = {
  'zh-CN': { colon: '：', limit: '限值', more: count => `等 ${count} 栋` },
  'en-US': { colon: ': ', limit: 'limit', more: count => `and ${count} more` },
}

function houses(names: readonly string[], language: Language): string {
  const join = language === 'zh-CN' ? '、' : ', '
  if (names.length <= NAMED) return names.join(join)
  const some = names.slice(0, NAMED).join(join)
  return language === 'zh-CN'
    ? `${some}${words[language].more(names.length)}`
    : `${some} ${words[language].more(names.length - NAMED)}`
}

/** What a message about an alarm says: house, alarm, value and limit. */
export function alarmTitle({ code, houseNames, value, limit }: Subject): Text {
  const signal = metricByName.get(metricOfAlarm(code) ?? '')
  const said = (language: Language) => {
    const { colon, limit: word } = words[language]
    const figures =
      signal && value !== null
        ? `${language === 'zh-CN' ? '，' : ', '}${formatSignal(value, signal, language)}${
            limit === null ? '' : ` (${word} ${formatSignal(limit, signal, language)})`
          }`
        : ''
    return `${houses(houseNames, language)}${colon}${alarmLabel(code)[language]}${figures}`
  }
  return Object.fromEntries(languages.map(language => [language, said(language)])) as Text
}
