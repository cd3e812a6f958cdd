const MONITOR = '/screen/index'
const DETAILS = '/chickenHouseDetails'

/** Where a house is looked into: its monitor, or what its controller tells; null for who may open neither. */
export function houseAddress(exists: (path: string) => boolean): ((id: string) => string) | null {
  if (exists(MONITOR)) return id => `${MONITOR}?house=${encodeURIComponent(id)}`
  return exists(DETAILS) ? id => `${DETAILS}?houseId=${encodeURIComponent(id)}` : null
}
