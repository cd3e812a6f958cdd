/** Two transactions in each other's way: one of them was ended, or would not wait longer. */
const CODES = new Set(['40001', '40P01', '55P03'])
const MISSING = '23503'
/** The keys by which rows belong to the path of an office. */
const PATH_KEY = /_path_office_path_fk$/

/**
 * Whether the error, or one it was made from, says that another transaction was in the way: a deadlock, a lock that was not
 * had in time, or a branch of the tree that moved while this one wrote under its former path. The call may be tried again.
 */
export function isContended(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown }
    if (typeof code === 'string' && CODES.has(code)) return true
    if (code === MISSING && typeof constraint === 'string' && PATH_KEY.test(constraint)) return true
  }
  return false
}
