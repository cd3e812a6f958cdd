import type { TextKey } from '../../platform/http/texts.ts'

/** Popular passwords here that lists made elsewhere lack. */
const MORE = [
  'woaini1314',
  'woaini520',
  'woaini521',
  '5201314520',
  '1314520520',
  'woaini123',
  'wangyifan',
  'smartfarm',
  'smart-farm',
  'smartfarm1',
  'smartfarm123',
  'chicken123',
  'zhihuinongchang',
]

let common: Promise<ReadonlySet<string>> | undefined
/** Loaded when the first password is chosen: most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: list }) => new Set([...list, ...MORE]),
  )
  return common
}

/**
 * What is wrong with a chosen password, or null. The contract checks its length; `whose`: the login id and e-mail address
 * it belongs to.
 */
export async function passwordFault(
  password: string,
  whose: readonly (string | null)[],
): Promise<Extract<TextKey, `password.${string}`> | null> {
  const lower = password.normalize('NFC').toLowerCase()
  const own = whose.flatMap(name =>
    name ? [name.toLowerCase(), name.toLowerCase().replace(/@.*$/, '')] : [],
  )
  if (own.includes(lower)) return 'password.likeLogin'
  const isBlank = !/[^\s\p{Cf}]/u.test(lower)
  return isBlank || (await commonPasswords()).has(lower) ? 'password.common' : null
}
