/** Values by key, kept as long as somebody else holds them. */
export interface WeakCache<Value extends object> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Keeps no value alive. */
export function createWeakCache<Value extends object>(): WeakCache<Value> {
  const held = new Map<string, WeakRef<Value>>()
  const gone = new FinalizationRegistry<string>(key => {
    // Another may have been made for the key meanwhile.
    if (held.get(key)?.deref() === undefined) held.delete(key)
  })
  return {
    get: key => held.get(key)?.deref(),
    set(key, value) {
      held.set(key, new WeakRef(value))
      gone.register(value, key)
    },
  }
}
