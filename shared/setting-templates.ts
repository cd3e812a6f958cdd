/** The time of year that settings are made for. */
export const templateSeasons = ['allYear', 'winter', 'transition', 'summer'] as const
export type TemplateSeason = (typeof templateSeasons)[number]

/** Templates that an office may keep of one group and type of house. */
export const SETTING_TEMPLATES_MAX = 30
