/** Whether the error, or one of its causes, violates this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('constraint' in at && at.constraint === constraint) return true
  return false
}
