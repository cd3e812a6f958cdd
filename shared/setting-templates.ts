/** The season that settings are made for. */
export const templateSeasons = ['allYear', 'winter', 'transition', 'summer'] as const
export type TemplateSeason = (typeof templateSeasons)[number]

/** Most templates an office may keep for one group and house type. */
export const SETTING_TEMPLATES_MAX = 30
