/** The four tables of a Modbus device (Modbus Application Protocol 1.1b3, section 4.3). */
export const tables = ['coil', 'discrete', 'holding', 'input'] as const
export type Table = (typeof tables)[number]
export const isBitTable = (table: Table): boolean => table === 'coil' || table === 'discrete'

/** Register types by how many 16-bit registers they take. */
export const registerTypes = {
  int16: 1,
  uint16: 1,
  bcd16: 1,
  int32: 2,
  uint32: 2,
  float32: 2,
  bcd32: 2,
  int64: 4,
  uint64: 4,
  float64: 4,
} as const
export type RegisterType = keyof typeof registerTypes
