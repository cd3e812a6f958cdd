import type { Language } from '#shared/text.ts'

/** A role's name in the reader's language, else in the other. */
export const nameOf = (
  { chineseName, englishName }: { chineseName: string; englishName: string },
  language: Language,
): string => (language === 'zh-CN' ? chineseName || englishName : englishName || chineseName)
