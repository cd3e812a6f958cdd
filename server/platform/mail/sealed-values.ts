import { seal, unseal } from '../secrets/seal.ts'

/** Values of a mail that open an account, such as a password or the token of a link, and what they are stored under. */
export interface SecretValues {
  values: Readonly<Record<string, string>>
  appSecret: string
}

const sealedFor = (appSecret: string, rowId: string) => ({ appSecret, kind: 'mail', rowId }) as const

/** As the row of the mail holds them. */
export const sealValues = (rowId: string, { values, appSecret }: SecretValues): string =>
  seal(sealedFor(appSecret, rowId), JSON.stringify(values))

/** Everything that fills a mail; null where what is sealed does not open, as under another APP_SECRET. */
export function valuesOf<Values extends object>(
  { id, values, sealed }: { id: string; values: Values; sealed: string | null },
  appSecret: string,
): (Values & Readonly<Record<string, string>>) | null {
  const text = sealed === null ? '{}' : unseal(sealedFor(appSecret, id), sealed)
  return text === null ? null : { ...values, ...(JSON.parse(text) as Record<string, string>) }
}
