/** Stands in for zod where the browser loads a contract: every property and every call is itself again. */
const nothing: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
})
export const z = nothing
