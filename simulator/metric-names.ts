const two = (index: number) => String(index).padStart(2, '0')
const numbered = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i + 1))

/** Wire names of what a controller has several of, in order. */
export const FANS = numbered(12, i => `Fan/G${two(i)}/State`)
export const PROBES = numbered(8, i => `Climate/Temp/S${i}`)
export const ZONES = numbered(6, i => `Heat/Z${i}/Output`)
export const DIMMERS = numbered(4, i => `Light/Dimmer${i}/Output`)
export const GENERATOR = 'Power/GeneratorOn'
/** name endings of sensors that come in pairs */
export const PAIRS = ['S1', 'S2'] as const
