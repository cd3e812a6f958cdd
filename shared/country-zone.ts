/** Where a country has several time zones, that of most of its people. */
const ofMost: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
}

type WithZones = Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }

/** The time zone of a country (ISO 3166-1 alpha-2) by the CLDR, for a first proposal; null if it is not known. */
export function zoneOfCountry(country: string): string | null {
  const known = ofMost[country]
  if (known) return known
  if (!/^[A-Z]{2}$/.test(country)) return null
  const locale = new Intl.Locale(`und-${country}`) as WithZones
  return (locale.getTimeZones?.() ?? locale.timeZones)?.[0] ?? null
}
