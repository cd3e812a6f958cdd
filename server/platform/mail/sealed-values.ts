import { seal, unseal } from '../secrets/seal.ts'

/** A mail's values that open an account, such as a password or a link's token, and the secret they are stored under. */
export interface SecretValues {
  values: Readonly<Record<string, string>>
  appSecret: string
}

const sealedFor = (appSecret: string, rowId: string) => ({ appSecret, kind: 'mail', rowId }) as const

/** As stored in the mail's row. */
export const sealValues = (rowId: string, { values, appSecret }: SecretValues): string =>
  seal(sealedFor(appSecret, rowId), JSON.stringify(values))

/** All values of a mail; null if the sealed ones cannot be opened, as under another APP_SECRET. */
export function valuesOf<Values extends object>(
  { id, values, sealed }: { id: string; values: Values; sealed: string | null },
  appSecret: string,
): (Values & Readonly<Record<string, string>>) | null {
  const text = sealed === null ? '{}' : unseal(sealedFor(appSecret, id), sealed)
  return text === null ? null : { ...values, ...(JSON.parse(text) as Record<string, string>) }
}
