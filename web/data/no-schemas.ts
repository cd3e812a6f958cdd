/**
 * Stands in for zod where the browser loads a contract: every property and every call returns the stub itself, so schemas
 * cost nothing. Checking a value with one fails instead of giving a wrong answer.
 */
const nothing: unknown = new Proxy(() => undefined, {
  get: (_, key) => {
    if (CHECKS.has(key))
      throw new Error(`A schema was asked to ${String(key)} in the browser, which has none`)
    return key === Symbol.toPrimitive ? () => '' : nothing
  },
  apply: () => nothing,
})
const CHECKS = new Set<string | symbol>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
export const z = nothing
