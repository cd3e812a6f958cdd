/**
 * What a viewer sees: the rows whose office path lies in [lo, hi). Farm data also asks whether the customer shares:
 * `farm` is the viewer's own customer path, '*' sees all farm data (the server's own work), '' only sharing customers.
 */
export interface Scope {
  lo: string
  hi: string
  farm: string
}

/** The provider's office; the root of the tree in every database. */
export const ROOT_PATH = '1.'

/**
 * Scope of the subtree at `path`; throws on anything that is not a path. The upper bound ends with '/', the
 * character after '.'.
 */
export function scopeOf(path: string, farm: string): Scope {
  if (!/^([0-9]+\.)+$/.test(path)) throw new Error(`Not an office path: "${path}"`)
  return { lo: path, hi: `${path.slice(0, -1)}/`, farm }
}

/** The server's own work: the whole tree and all farm data. */
export const SYSTEM: Scope = scopeOf(ROOT_PATH, '*')
