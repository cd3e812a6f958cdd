const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Only the fields that say something, and those of `always` whatever they say. */
export const filled = <T extends object>(fields: T, always: readonly (keyof T)[] = []): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => always.includes(name as keyof T) || !isEmpty(value)),
  ) as Partial<T>
