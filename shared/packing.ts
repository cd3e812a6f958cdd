import { z } from 'zod'
import { isCountry } from './countries.ts'
import type { Fields } from './field.ts'
import { typedShape } from './fields.ts'
import { text } from './text.ts'

/** How goods travel, and what customs asks about them: of a good, or of one of its sizes where that differs. */
export const packingFields = {
  piecesPerCarton: {
    kind: 'whole',
    least: 1,
    most: 100_000,
    label: text('每箱数量', 'Units a carton'),
  },
  netKg: { kind: 'number', least: 0, most: 100_000, label: text('单位净重 (kg)', 'Net weight a unit, kg') },
  grossKg: {
    kind: 'number',
    least: 0,
    most: 100_000,
    label: text('每箱毛重 (kg)', 'Gross weight a carton, kg'),
  },
  volumeM3: { kind: 'number', least: 0, most: 1_000, label: text('每箱体积 (m³)', 'Volume a carton, m³') },
  hsCode: { kind: 'text', most: 16, label: text('HS 编码', 'HS code') },
  warrantyMonths: { kind: 'whole', least: 0, most: 240, label: text('质保（月）', 'Warranty, months') },
} as const satisfies Fields

export const Packing = z.object({
  ...typedShape(packingFields),
  /** Country of origin, ISO 3166-1 alpha-2; '' while unknown. */
  origin: z.string().refine(code => code === '' || isCountry(code)),
})
export type Packing = z.infer<typeof Packing>

export const noPacking: Packing = {
  piecesPerCarton: null,
  netKg: null,
  grossKg: null,
  volumeM3: null,
  hsCode: '',
  origin: '',
  warrantyMonths: null,
}

/** A size has what is its own, and of its good what is not. */
export const packingOfSize = (good: Packing, size: Partial<Packing> | null): Packing =>
  Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, size?.[name as keyof Packing] || value]),
  ) as Packing

/** Grams of weights and litres of volumes: floating point would add up to odd decimals. */
const thousandths = (value: number) => Math.round(value * 1_000)

/** Several weights or volumes together. */
const addedUp = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + thousandths(value), 0) / 1_000

export interface Load {
  /** Null: unknown. */
  cartons: number | null
  netKg: number | null
  grossKg: number | null
  volumeM3: number | null
}

/**
 * What a number of units comes to. The last carton may be half empty: it takes the room of a full one and weighs its
 * packaging and what is in it.
 */
export function loadOf(quantity: number, packing: Packing): Load {
  const { piecesPerCarton, netKg: unit, grossKg: carton, volumeM3: room } = packing
  const cartons = piecesPerCarton ? Math.ceil(quantity / piecesPerCarton) : null
  const netKg = unit == null ? null : (quantity * thousandths(unit)) / 1_000
  return {
    cartons,
    netKg,
    grossKg: grossOf(),
    volumeM3: cartons === null || room == null ? null : times(room),
  }

  function times(value: number) {
    return ((cartons ?? 0) * thousandths(value)) / 1_000
  }
  function grossOf() {
    if (cartons === null || carton == null || !piecesPerCarton) return null
    if (unit == null || netKg === null) return times(carton)
    const empty = thousandths(carton) - piecesPerCarton * thousandths(unit)
    return addedUp([netKg, (cartons * Math.max(empty, 0)) / 1_000])
  }
}

/** The sum of several loads, and whether something of it is unknown, so that it is only a part. */
export function loadTogether(loads: readonly Load[]): Record<keyof Load, number> & { isPart: boolean } {
  const sum = (name: keyof Load) => addedUp(loads.map(load => load[name] ?? 0))
  return {
    cartons: sum('cartons'),
    netKg: sum('netKg'),
    grossKg: sum('grossKg'),
    volumeM3: sum('volumeM3'),
    isPart: loads.some(load => Object.values(load).includes(null)),
  }
}
