import type { Language } from '#shared/text.ts'

/** A role's name in the reader's language; the other where that one is missing. */
export const nameOf = (
  { chineseName, englishName }: { chineseName: string; englishName: string },
  language: Language,
): string => (language === 'zh-CN' ? chineseName || englishName : englishName || chineseName)
