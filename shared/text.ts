export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
/** A short text in both languages of the product. */
export type Text = Record<Language, string>
