/** What a heater leaves in the house for each kWh of its heat: m³ of CO2 and kg of water. */
export interface Burnt {
  co2: number
  water: number
}

/**
 * Heaters by where their burnt gas goes. Without a flue all of it stays in the house: by the combustion of methane and of propane
 * with their lower heating values (802 and 2,043 kJ/mol), at 1.83 kg CO2 a m³. IPCC 2006, vol. 2, table 2.2, has 56.1 and
 * 63.1 kg CO2 a GJ of natural gas and LPG; ASHRAE 0.078 lb of water a 1,000 BTU (higher heating value) of propane.
 */
export const burntBy = {
  flued: { co2: 0, water: 0 },
  naturalGas: { co2: 0.107, water: 0.162 },
  propane: { co2: 0.127, water: 0.127 },
} as const satisfies Record<string, Burnt>
export type Heaters = keyof typeof burntBy

/** Whether what they burn stays in the house. */
export const isUnflued = (heaters: Heaters | null | undefined): boolean =>
  heaters === 'naturalGas' || heaters === 'propane'
