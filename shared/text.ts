export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
/** Each language in its own words. */
export const languageNames = { 'zh-CN': '中文', 'en-US': 'English' } as const
/** A short text in both languages of the product. */
export type Text = Record<Language, string>

export const text = (zh: string, en: string): Text => ({ 'zh-CN': zh, 'en-US': en })

/** A name to a reader; where it is missing in their language, the other stands for it. */
export const textIn = (text: Text, language: Language): string =>
  text[language] || text['zh-CN'] || text['en-US']

/** A name to readers of either language; where one is missing, the other stands for it. */
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
