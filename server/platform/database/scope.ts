/**
 * What a viewer sees: the rows whose office path lies in [lo, hi). Farm data also depends on whether the customer shares:
 * `farm` is the viewer's own customer path, '*' sees all farm data (the server's own work), '' only sharing customers.
 */
export interface Scope {
  lo: string
  hi: string
  farm: string
  /**
   * Which customers of [lo, hi): 'all'; 'own' for only the viewer's own (an agent whose rights have ended); or the path of a
   * department of the provider for those in its care, and of the provider itself only that department.
   */
  customers: string
  /** Whose personal rows: messages, files, sessions, tokens and the like belong to one account each; '' for nobody's. */
  account: string
}

/** The provider's office; the root of the tree in every database. */
export const ROOT_PATH = '1.'

const isPath = (text: string): boolean => /^([0-9]+\.)+$/.test(text)

/**
 * Scope of the subtree at `path`; throws on anything that is not a path. The upper bound ends with '/', the character
 * after '.'.
 */
export function scopeOf(path: string, farm: string, customers = 'all', account = ''): Scope {
  if (!isPath(path)) throw new Error(`Not an office path: "${path}"`)
  if (customers !== 'all' && customers !== 'own' && !isPath(customers))
    throw new Error(`No such customers: "${customers}"`)
  return { lo: path, hi: `${path.slice(0, -1)}/`, farm, customers, account }
}

/** The settings from which policies read a scope. */
export const settingsOf = ({ lo, hi, farm, customers, account }: Scope) =>
  [
    ['app.lo', lo],
    ['app.hi', hi],
    ['app.farm', farm],
    ['app.customers', customers],
    ['app.account', account],
  ] as const

/** An office and the customer it is or belongs to, as in rows of `office`. */
export interface Place {
  path: string
  farmPath: string | null
  carePath: string | null
}

/** Whether a path lies in [lo, hi), however much of that is visible. */
export const isInRange = ({ lo, hi }: Scope, path: string): boolean => path >= lo && path < hi

/** Whether the rows of an office are in a scope; the database's policies say the same (`policies.ts`). */
export function isInScope(scope: Scope, { path, farmPath, carePath }: Place): boolean {
  const { farm, customers } = scope
  if (!isInRange(scope, path)) return false
  if (customers === 'all' || farm === '*') return true
  if (customers === 'own') return farmPath === null || farmPath === farm
  return (farmPath === null ? path : (carePath ?? '')).startsWith(customers)
}

/** The server's own work: the whole tree and all farm data. */
export const SYSTEM: Scope = scopeOf(ROOT_PATH, '*')
