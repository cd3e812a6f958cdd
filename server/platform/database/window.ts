/** Tasks under way at a time; each that ends makes room for the next at once, so that one that hangs holds up no other. */
interface Window<Task> {
  /** How many more may begin. */
  room(): number
  /** How many are under way, by their key. */
  busy(): ReadonlyMap<string, number>
  begin(task: Task): void
  /** Resolves when none is under way. */
  settled(): Promise<unknown>
}

interface Of<Task> {
  most: number
  work(task: Task): Promise<void>
  /** After each; with the error of one that failed. */
  ended(error: unknown): void
  keyOf?(task: Task): string
}

export function openWindow<Task>({ most, work, ended, keyOf = () => '' }: Of<Task>): Window<Task> {
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  const count = (key: string, by: number) => {
    const now = (busy.get(key) ?? 0) + by
    if (now > 0) busy.set(key, now)
    else busy.delete(key)
  }
  return {
    room: () => most - underWay.size,
    busy: () => busy,
    begin(task) {
      const key = keyOf(task)
      count(key, 1)
      const done = (error: unknown) => {
        underWay.delete(trying)
        count(key, -1)
        ended(error)
      }
      const trying: Promise<void> = work(task).then(() => done(undefined), done)
      underWay.add(trying)
    },
    settled: () => Promise.all(underWay),
  }
}
