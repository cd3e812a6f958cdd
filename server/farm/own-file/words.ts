import { type DeathCause, deathCauses, type RecordNumber } from '#shared/flocks.ts'
import { type Text, text } from '#shared/text.ts'

/** What a column of a farm's own file may hold. */
export type Use =
  | RecordNumber
  | 'day'
  | 'age'
  | 'week'
  | 'house'
  | 'eggsTotal'
  | 'deadCause'
  | 'lossCauses'
  | CauseUse
  | 'note'

/** Birds lost by one cause. */
export type CauseUse = `cause.${DeathCause}`
export const causeUses = deathCauses.map(cause => [`cause.${cause}` as const, cause] as const)

/** kg in a pound, a jin and a short ton. */
const [POUND, JIN, SHORT_TON] = [0.453_592_37, 0.5, 907.184_74]

/** How a unit becomes that of the record: a factor, or null where only the farm knows it. */
export const unitsOf: Partial<Record<Use, Readonly<Record<string, number | null>>>> = {
  feed: { kg: 1, g: 0.001, t: 1_000, lb: POUND, jin: JIN, ston: SHORT_TON, bag: null },
  feedMales: { kg: 1, g: 0.001, t: 1_000, lb: POUND, jin: JIN, ston: SHORT_TON, bag: null },
  soldKg: { kg: 1, t: 1_000, lb: POUND, jin: JIN, ston: SHORT_TON },
  // Farms call a cubic metre a ton.
  water: { L: 1, m3: 1_000, t: 1_000, gal: 3.785_411_784 },
  weight: { g: 1, kg: 1_000, lb: 1_000 * POUND, jin: 1_000 * JIN },
  weightMales: { g: 1, kg: 1_000, lb: 1_000 * POUND, jin: 1_000 * JIN },
  eggWeight: { g: 1, oz: 28.349_523_125 },
  eggsTotal: { pcs: 1, tray: 30, dozen: 12, case: 360 },
  eggsSound: { pcs: 1, tray: 30, dozen: 12, case: 360 },
  eggsBroken: { pcs: 1, tray: 30, dozen: 12, case: 360 },
  eggsDirty: { pcs: 1, tray: 30, dozen: 12, case: 360 },
  eggsSoft: { pcs: 1, tray: 30, dozen: 12, case: 360 },
  eggsHatching: { pcs: 1, tray: 30, dozen: 12, case: 360 },
}

/** How a unit of a file is written behind its numbers. */
export const unitNames: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(['kg', 'g', 't', 'lb', 'oz', 'L', 'gal'].map(unit => [unit, text(unit, unit)])),
  jin: text('斤', 'jin (0.5 kg)'),
  ston: text('短吨', 'short tons'),
  m3: text('m³', 'm³'),
  bag: text('袋', 'bags'),
  pcs: text('枚', 'eggs'),
  tray: text('盘', 'trays'),
  dozen: text('打', 'dozen'),
  case: text('箱（360 枚）', 'cases of 360'),
}

/** Words for units, in titles. */
const unitWords: Readonly<Record<string, string>> = {
  kg: 'kg|kgs|kilo|kilos|公斤|千克',
  g: 'g|gr|gram|grams|克',
  t: 't|ton|tons|tonne|tonnes|吨',
  lb: 'lb|lbs|pound|pounds|磅',
  jin: '斤|市斤|jin|catty|catties',
  ston: 'short ton|short tons|us ton|us tons|ston|stons',
  oz: 'oz',
  bag: 'bag|bags|sack|sacks|袋|包|sacos|säcke|zak|zakken',
  L: 'l|ltr|liter|litre|liters|litres|升',
  m3: 'm3|m³|cbm|方|立方|立方米|吨水',
  gal: 'gal|gallon|gallons',
  pcs: 'pcs|pc|no|nos|枚|个|只|羽|stück|stk|st|uds',
  tray: 'tray|trays|盘|托|板|bandejas|höcker',
  dozen: 'dozen|doz|dz|打',
  case: 'case|cases',
  // Only the farm knows how much is in one, or nobody counts so: asked about, never guessed.
  other:
    'box|boxes|crate|crates|carton|cartons|basket|baskets|箱|筐|框|车|件|kiste|kisten|caja|cajas|cwt|担|两|ml',
}
const unitOfWord = new Map(
  Object.entries(unitWords).flatMap(([unit, words]) => words.split('|').map(word => [word, unit] as const)),
)

export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()

const BRACKETS = /[([【]\s*([^)\]】]*)\s*[)\]】]/g

const A_DAY = /\s*(\/|per )\s*(d|day|天|日)$|每天$|每日$/

/** The unit that a title names: in brackets, after a comma or stroke, or as its last word. */
export function unitIn(title: string): string | null {
  const text = plain(title)
  const named = [
    ...[...text.matchAll(BRACKETS)].map(([, inside = '']) => inside),
    ...(/[,/，]\s*([^,/，]+)$/.exec(text)?.slice(1) ?? []),
    text.split(' ').slice(-2).join(' '),
    text.split(' ').at(-1) ?? '',
  ].map(word => word.replace(A_DAY, ''))
  for (const word of named) {
    const last =
      word
        .trim()
        .split(/[\d.\s]+/)
        .find(part => part !== '') ?? ''
    const unit = unitOfWord.get(word.trim()) ?? unitOfWord.get(last.split('/').at(-1) ?? '')
    if (unit) return unit
  }
  return null
}

/** kg in a bag as a title says it: “bags of 25 kg”, “包(50kg)”. */
export function bagIn(title: string): number | null {
  const found = /(\d+(?:\.\d+)?)\s*(?:kg|公斤|千克)/.exec(plain(title))?.[1]
  return found && unitIn(title.replace(BRACKETS, ' ').replace(/\d+\s*kg/i, ' ')) !== 'kg'
    ? Number(found)
    : null
}

/** Figures that follow from others, and those of something else than the birds of a day. */
const DERIVED =
  /%|\brate\b|(?<!均匀)率|per (bird|hen)|\/ ?(bird|hen|tier|dier|只|羽)|每只|只均|standard|标准|target|目标|\balive\b|存栏|结存|\bstock\b|库存|balance|余量|\bfcr\b|料蛋比|料肉比|temp|温度|humid|湿度|\blux\b|光照|cost|price|金额|单价|总价|\bgain\b|增重|egg mass|总蛋重|hen ?day|hen ?housed|\bepef\b|liveab|livab|成活|opening|closing/

const MALES = /(?<!fe)\bmales?\b|公鸡|cocks?\b|rooster/
const CUMULATIVE = /\bcum|cumul|to date|累计|累积|合计至|kum\b|kumul|cumulat/

/** What a title is about, the first that fits. */
const words: readonly (readonly [Use, RegExp])[] = [
  ['note', /note|remark|comment|备注|说明|bemerk|opmerk|observ/],
  ['lossCauses', /(birds|loss(es)?|deaths) by cause|各原因/],
  ['deadCause', /cause|死因|原因/],
  ['eggsBroken', /broken|crack|破蛋|破损|破壳|裂纹|bruch|knick|breuk|rotos/],
  ['eggsDirty', /dirty|脏蛋|污蛋|schmutz|vuil|sucio/],
  ['eggsSoft', /soft|shell-?less|软壳|软蛋|windei/],
  ['eggsHatching', /hatching|settable|种蛋|合格蛋|brutei|broedei/],
  [
    'eggsSound',
    /(sound|good|saleable|sellable|first grade|grade a|一级|正品|好).*(egg|蛋)|(egg|蛋).*(sound|good|saleable|sellable|正品|好)|好蛋/,
  ],
  ['eggWeight', /egg ?(wt|weight)|蛋重|ei-?gewicht|peso.*(huevo|ovo)/],
  ['eggsTotal', /\beggs?\b|产蛋|蛋数|鸡蛋|\beier(en)?\b|huevos|ovos|laid/],
  ['soldKg', /(sold|sale|出售|销售|出栏).*(kg|weight|重)/],
  ['sold', /\bsold\b|\bsales?\b|出售|销售|卖出|出栏|verkauft|verkocht|vendid/],
  ['movedIn', /(transfer(red)?|moved?) ?in|转入|zugang/],
  ['movedOut', /(transfer(red)?|moved?) ?out|转出|abgang/],
  ['dead', /(dead|mortal|death).*cull|死.*淘/],
  ['culled', /cull|淘汰|淘鸡|selekt|descart|elimin/],
  ['dead', /mortal|\bdead\b|death|\bdied\b|死|verlust|\btote?\b|uitval|\bdood\b|muert|\bmort/],
  ['feed', /feed|耗料|采食|饲料|料量|用料|^料|喂料|futter|voer|alimento|pienso|racao|ração/],
  ['water', /water|饮水|耗水|用水|水量|wasser|agua|água/],
  ['uniformity', /uniform|均匀/],
  ['weight', /\bb\.?w\b|weight|\bwt\b|体重|gewicht|\bpeso\b/],
  ['house', /\bhouse\b|\bbarn\b|\bshed\b|鸡舍|舍号|栋舍|栋号|\bhok\b|\bstall\b|galp|aviario/],
  ['week', /\bweek\b|\bwk\b|周龄|周次|\bwoche\b/],
  ['age', /\bage\b|日龄|day of age|\balter\b|leeftijd|\bedad\b|\bidade\b|\bdays\b|天数/],
  ['day', /\bdate\b|日期|\bday\b|\bdatum\b|\btag\b|\bfecha\b|\bdata\b|时间/],
]

/** A cause of death as the title of a column of birds. */
const causeWords: readonly (readonly [DeathCause, RegExp])[] = [
  ['weak', /^weak( chicks?)?$|^弱雏$/],
  ['pecking', /^peck(ing|ed)$|^cannibalism$|^啄(癖|死|肛)$/],
  ['prolapse', /^prolapsed?$|^脱肛$/],
  ['legs', /^legs?( problems?| disorders?)?$|^lame(ness)?$|^(腿病|瘸腿)$/],
  ['smothering', /^smother(ing|ed)?$|^(扎堆)?(压死|闷死)$/],
  ['heat', /^heat stress$|^(热应激|中暑)$/],
  ['cold', /^chilled$|^受凉$/],
]
/** Words that are a cause only below or behind one for dead birds. */
const causeWordsOfDead: readonly (readonly [DeathCause, RegExp])[] = [
  ...causeWords,
  ['heat', /^heat$/],
  ['cold', /^cold$/],
  ['disease', /^(disease|sick)$|^(疾病|病死)$/],
  ['equipment', /^equipment$|^设备(事故)?$/],
  ['unknown', /^(unknown|other)$|^((原因)?不明|其他)$/],
]
const OF_DEAD =
  /^(deaths?|dead|died|mort\w*|loss(es)?|causes?( of death)?|死亡|死淘|死因)\s*(by|from|of|[:：·(（/-])?\s*/

/** The cause whose birds a title counts. */
function causeUse(title: string, group: string): CauseUse | null {
  const rest = title.replace(OF_DEAD, '').replace(/[)）]$/, '')
  const isOfDead = rest !== title || OF_DEAD.test(group)
  const found = (isOfDead ? causeWordsOfDead : causeWords).find(([, pattern]) => pattern.test(rest.trim()))
  return found ? `cause.${found[0]}` : null
}

const males: Partial<Record<Use, Use>> = {
  dead: 'deadMales',
  movedIn: 'movedInMales',
  movedOut: 'movedOutMales',
  culled: 'culledMales',
  feed: 'feedMales',
  weight: 'weightMales',
}

export interface Meaning {
  use: Use | null
  isDerived: boolean
  isCumulative: boolean
}

/** What a title says; with the group above it where it says nothing alone (“Eggs” over “Good”). */
export function meaningOf(title: string, group = ''): Meaning {
  const text = plain(title)
  const both = plain(`${group} ${title}`)
  const isUniformity = /uniform|均匀/.test(text)
  const isDerived = DERIVED.test(both) && !isUniformity
  const isCumulative = CUMULATIVE.test(both)
  const bare = text.replace(BRACKETS, ' ')
  const cause = causeUse(text, plain(group))
  if (cause) return { use: cause, isDerived: false, isCumulative: false }
  const found = namedUse(bare) ?? namedUse(text) ?? ofGroup(namedUse(both))
  const use = found && MALES.test(both) ? (males[found] ?? found) : found
  // “Weight” under “Eggs” is that of an egg.
  const isOfEgg = use === 'weight' && /egg|蛋/.test(both)
  return { use: isDerived ? null : isOfEgg ? 'eggWeight' : use, isDerived, isCumulative }
}

/** A group names a figure, never a day or house: those are what it groups. */
const ofGroup = (use: Use | null): Use | null =>
  use && ['house', 'day', 'age', 'week'].includes(use) ? null : use
const namedUse = (text: string): Use | null => words.find(([, pattern]) => pattern.test(text))?.[0] ?? null

const weekdays = [
  'mon|monday|周一|星期一|一|montag|maandag|lunes',
  'tue|tues|tuesday|周二|星期二|二|dienstag|dinsdag|martes',
  'wed|wednesday|周三|星期三|三|mittwoch|woensdag|miércoles',
  'thu|thur|thursday|周四|星期四|四|donnerstag|donderdag|jueves',
  'fri|friday|周五|星期五|五|freitag|vrijdag|viernes',
  'sat|saturday|周六|星期六|六|samstag|zaterdag|sábado',
  'sun|sunday|周日|星期日|星期天|日|sonntag|zondag|domingo',
].map(list => new Set(list.split('|')))

/** The place in its week that a title names: a weekday, or “day 3”, “第3天”; from 0. */
export function dayOfWeekIn(title: string): number | null {
  const text = plain(title)
  const weekday = weekdays.findIndex(names => names.has(text.replace(/\.$/, '')))
  if (weekday >= 0) return weekday
  const number = /^(?:day|d|第)\s*([1-7])\s*(?:天|日)?$/.exec(text)?.[1]
  return number ? Number(number) - 1 : null
}

/** Rows that sum up others. */
const SUM =
  /^((sub|grand|month(ly)?|flock|cycle|gesamt)[- ]?)?total|^sum\b|^(durchschnitt|mittelwert|moyenne|promedio|m[eé]dia)\b|^average|^avg|^mean\b|合计|小计|总计|平均|累计|^summe|^totaal|^gemiddeld|^week(ly)? total|本周|本月/
export const isSumRow = (text: string): boolean => SUM.test(plain(text))
