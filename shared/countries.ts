import { type Language, languages } from './text.ts'

/** ISO 3166-1 alpha-2 codes by continent, as the United Nations group them; without uninhabited territories. */
export const countriesOf = {
  africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  asia: 'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  europe:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  north_america:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  south_america: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  oceania: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS',
  antarctica: 'AQ',
} as const

export const continents = Object.keys(countriesOf) as readonly (keyof typeof countriesOf)[]
export type Continent = (typeof continents)[number]

/** The codes of a continent's countries. */
export const codesOf = (continent: Continent): string[] => countriesOf[continent].split(' ')

/** All codes. */
export const countryCodes: readonly string[] = continents.flatMap(codesOf).toSorted()
const known = new Set(countryCodes)
export const isCountry = (code: string): boolean => known.has(code)

const names = new Map<Language, Intl.DisplayNames>()

/** What a country is called. */
export function countryName(code: string, language: Language): string {
  const found = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, found)
  return found.of(code) ?? code
}

/** The country that most readers of a language look for. */
const first: Partial<Record<Language, string>> = { 'zh-CN': 'CN' }

/** Countries to choose from, sorted by name in the language; the most wanted one on top. */
export function countriesIn(
  language: Language,
  codes: readonly string[] = countryCodes,
): { value: string; label: string }[] {
  const order = new Intl.Collator(language)
  const rank = (code: string) => (code === first[language] ? 0 : 1)
  return codes
    .map(value => ({ value, label: countryName(value, language) }))
    .toSorted((a, b) => rank(a.value) - rank(b.value) || order.compare(a.label, b.label))
}

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const codes = new Map<string, string>()

/** A country's code from its code or its name in either language; undefined for none. */
export function countryOf(text: string): string | undefined {
  if (codes.size === 0)
    for (const code of countryCodes)
      for (const name of [code, ...languages.map(language => countryName(code, language))])
        codes.set(plain(name), code)
  return codes.get(plain(text))
}
