export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
/** Each language's name in that language. */
export const languageNames = { 'zh-CN': '中文', 'en-US': 'English' } as const
/** A short text in both languages of the product. */
export type Text = Record<Language, string>

export const text = (zh: string, en: string): Text => ({ 'zh-CN': zh, 'en-US': en })

/** A name for a reader; if it is missing in their language, the other one is used. */
export const textIn = (text: Text, language: Language): string =>
  text[language] || text['zh-CN'] || text['en-US']

/** A name for readers of either language; if one is missing, the other one is used. */
export const bothNames = ({
  chineseName,
  englishName,
}: {
  chineseName: string
  englishName: string
}): Text => ({
  'zh-CN': chineseName || englishName,
  'en-US': englishName || chineseName,
})
