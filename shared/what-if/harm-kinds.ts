/** What a house can do to its birds, in the order it is told. */
export const harmKinds = ['co2', 'nh3', 'hot', 'cold'] as const
export type HarmKind = (typeof harmKinds)[number]

/** h that are looked ahead */
export const HARM_HOURS = 6
