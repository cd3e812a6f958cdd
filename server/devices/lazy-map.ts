/** A map that is built when somebody walks it; single values are looked up without. */
export class LazyMap<Value> implements ReadonlyMap<string, Value> {
  readonly #find: (name: string) => Value | undefined
  readonly #build: () => ReadonlyMap<string, Value>
  #built: ReadonlyMap<string, Value> | undefined

  constructor(find: (name: string) => Value | undefined, build: () => ReadonlyMap<string, Value>) {
    this.#find = find
    this.#build = build
  }
  get #all(): ReadonlyMap<string, Value> {
    this.#built ??= this.#build()
    return this.#built
  }
  get size() {
    return this.#all.size
  }
  get(name: string) {
    return this.#find(name)
  }
  has(name: string) {
    return this.#find(name) !== undefined
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
