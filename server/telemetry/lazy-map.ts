/** A map that is built only when iterated; single values are looked up without building it. */
export abstract class LazyMap<Value> implements ReadonlyMap<string, Value> {
  #built: ReadonlyMap<string, Value> | undefined

  abstract get(name: string): Value | undefined
  protected abstract build(): ReadonlyMap<string, Value>

  get #all(): ReadonlyMap<string, Value> {
    this.#built ??= this.build()
    return this.#built
  }
  get size() {
    return this.#all.size
  }
  has(name: string) {
    return this.get(name) !== undefined
  }
  forEach(visit: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void) {
    this.#all.forEach(visit)
  }
  entries() {
    return this.#all.entries()
  }
  keys() {
    return this.#all.keys()
  }
  values() {
    return this.#all.values()
  }
  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]()
  }
}
