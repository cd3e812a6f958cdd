/** Sign-ins per second that may ask the database: they share its connections with the readings. */
const PER_ADDRESS = 5
const IN_ALL = 50

/** Whether a client at this address may make the server ask the database now. `now` in ms. */
export function createReadLimit(): (address: string, now: number) => boolean {
  let second = 0
  let asked = 0
  const counts = new Map<string, number>()
  return (address, now) => {
    const current = Math.floor(now / 1_000)
    if (current !== second) {
      second = current
      asked = 0
      counts.clear()
    }
    const count = counts.get(address) ?? 0
    if (count >= PER_ADDRESS || asked >= IN_ALL) return false
    asked++
    counts.set(address, count + 1)
    return true
  }
}
