import type { Pool, QueryConfig } from 'pg'

/** A pool whose answers to some statements can be delayed as long as the test wants. */
export interface HeldPool {
  pool: Pool
  /** How many of these statements have come so far. */
  asked(): number
  /** From now on the answers are held back; the database still makes them at once. */
  hold(): void
  letGo(): void
}

/** `part`: text that the statements contain. */
export function heldPool(pool: Pool, part: string): HeldPool {
  let asked = 0
  let open = Promise.resolve()
  let letGo = () => {}
  const query = async (statement: string | QueryConfig, values?: unknown[]) => {
    const held = (typeof statement === 'string' ? statement : statement.text).includes(part)
    if (held) asked++
    const answer = await pool.query(statement, values)
    if (held) await open
    return answer
  }
  return {
    pool: new Proxy(pool, {
      get(target, key) {
        if (key === 'query') return query
        const value = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    asked: () => asked,
    hold() {
      open = new Promise(resolve => {
        letGo = resolve
      })
    },
    letGo: () => letGo(),
  }
}
