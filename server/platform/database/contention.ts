/** Two transactions in each other's way: one of them was aborted, or gave up waiting. */
const CODES = new Set(['40001', '40P01', '55P03'])
const MISSING = '23503'
/** The foreign keys by which rows belong to the path of an office. */
const PATH_KEY = /_path_office_path_fk$/

/**
 * Whether the error, or one of its causes, says that another transaction was in the way: a deadlock, a lock not granted
 * in time, or a branch of the tree that moved while this one wrote under its old path. The call may be retried.
 */
export function isContended(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown }
    if (typeof code === 'string' && CODES.has(code)) return true
    if (code === MISSING && typeof constraint === 'string' && PATH_KEY.test(constraint)) return true
  }
  return false
}
