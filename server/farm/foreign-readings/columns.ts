import { type MetricSignal, metrics } from '#shared/signals.ts'
import { languages } from '#shared/text.ts'

/** What a column is for, if it holds no metric. */
export type Role = 'time' | 'date' | 'utc' | 'house' | 'name' | 'value' | 'unit' | 'other'

/** A heading without accents, marks and its unit. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[_\-./\\:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const UNIT = /[([（【]\s*([^)\]）】]*)\s*[)\]）】]/
/** The unit in a heading: in brackets, or after the last low line. */
export function unitIn(heading: string): string | null {
  const inBrackets = UNIT.exec(heading)?.[1]
  if (inBrackets !== undefined && inBrackets !== '') return inBrackets
  const tail = /_([a-z°%³/]+)$/i.exec(heading)?.[1]?.toLowerCase()
  return tail !== undefined && knownUnits.has(tail) ? tail : null
}

/** Whole headings, in English, Chinese, German, Dutch and Portuguese. */
const roles: Readonly<Record<Role, readonly string[]>> = {
  time: [
    'time timestamp datetime date_time date_and_time data_hora datum_uhrzeit datum_tijd fecha_hora moment at clock created_at measured_at zeit uhrzeit zeitpunkt zeitstempel tijd tijdstip',
    '时间 日期时间 采集时间 上报时间 时刻 hora hour',
  ],
  date: ['date day datum tag dag 日期 data fecha'],
  utc: ['utc'],
  house: ['house barn shed stall hok 鸡舍 舍号 栋舍 栋 棟 galpao aviario coletor'],
  name: [
    'metric sensor parameter quantity variable signal name messgrosse grosse kanal grootheid meting',
    '指标 参数 监测量 传感器 测点 grandeza',
  ],
  value: ['value reading wert messwert waarde 值 数值 读数 valor'],
  unit: ['unit einheit eenheid 单位 unidade'],
  other: [
    'id nr no number device serial channel batch lot flock location place gerat gerate_id ort einstallung apparaat plaats',
    '序号 编号 设备 设备编号 通道 批次 位置 dispositivo canal lote local id_longa id_curta row index',
  ],
}
const roleOfHeading: ReadonlyMap<string, Role> = new Map(
  Object.entries(roles).flatMap(([role, lists]) =>
    lists.flatMap(list => list.split(' ')).map(word => [plain(word), role as Role] as const),
  ),
)

const withoutUnit = (heading: string): string => heading.replace(UNIT, ' ')

/** What a heading other than a metric's is for; null where it names none of these. */
export const roleOf = (heading: string): Role | null => roleOfHeading.get(plain(withoutUnit(heading))) ?? null

/** What a word in a heading is about, the first that fits. Short words stand alone; long ones may be part of another. */
const kinds: readonly (readonly [kind: string, words: string])[] = [
  ['Air/CO2', 'co2 kohlendioxid kooldioxide 二氧化碳 dioxide'],
  ['Air/NH3', 'nh3 ammonia ammoniak 氨 amonia'],
  ['Climate/Hum', 'humidity hum rh rv rlf feuchte feuchtigkeit vocht luchtvochtigheid 湿度 umidade humedad'],
  ['Air/Pressure', 'pressure druck unterdruck druk onderdruk 负压 静压 压差 压力 pressao presion'],
  ['Climate/Temp', 'temperature temp temperatur temperatuur tmp 温度 temperatura'],
  ['Light/Lux', 'lux light licht 光照 照度 luz'],
  ['Water', 'water wasser 水 agua'],
  ['Feed/Silo', 'silo 料塔 料仓'],
  ['Feed', 'feed futter voer 采食 耗料 racao'],
  ['Power/MainsOk', 'mains netzspannung netspanning 市电 grid'],
  ['Power/EnergyTotal', 'kwh energy energie 用电量 电量 energia'],
  ['Bird/WeightAvg', 'weight gewicht 体重 peso'],
  ['Bird/DayAge', 'age alter leeftijd 日龄 idade'],
  ['Bird/Count', 'birds tiere dieren hennen 存栏 鸡数 aves'],
  ['Fan/G', 'fan ventilator lufter 风机'],
  ['Heat/Z', 'heating heizung verwarming 加热'],
  ['Air/AirFlow', 'airflow air_flow luftstrom luchtstroom 通风量 风量 vazao'],
  ['Weather/WindSpeed', 'wind 风速'],
  ['Vent/OutputPct', 'ventilation luftung ventilatie 通风'],
]
const modifiers = {
  outdoor: 'outside outdoor out aussen buiten 舍外 室外 外 extern externa',
  target: 'target setpoint soll sollwert gewenst streef streefwaarde 目标 设定 设定值 alvo',
  felt: 'felt effective gefuhlt gevoels 体感',
  today: 'today daily heute vandaag 今日 当日',
  total: 'total meter zahler zahlerstand meterstand 累计 读数 水表',
  flow: 'flow durchfluss debiet 流量',
  mean: 'avg average mean mittel mittelwert gemiddeld gemiddelde 平均 均值 media',
} as const

const isCjk = (word: string): boolean => /\p{Script=Han}/u.test(word)
const says = (text: string, words: string): boolean =>
  words.split(' ').some(each => {
    const word = each.replaceAll('_', ' ')
    if (isCjk(word) || word.length > 3) return text.includes(word)
    return text.split(/[^a-z0-9]+/).some(part => part.replace(/(?<!co|nh)\d+$/, '') === word)
  })

const signalNames: ReadonlyMap<string, string> = new Map(
  metrics.flatMap(signal => [
    [plain(signal.name), signal.name] as const,
    ...languages.map(language => [plain(signal.label[language]), signal.name] as const),
  ]),
)
const signals: ReadonlyMap<string, MetricSignal> = new Map(metrics.map(signal => [signal.name, signal]))

/** The metric that a heading, a file's name or a sensor's name stands for; null where it names none or is in doubt. */
export function metricOf(heading: string): string | null {
  const text = plain(withoutUnit(heading))
  const exact = signalNames.get(text) ?? signalNames.get(text.replace(/ ?(mean|平均)$/, ''))
  if (exact) return exact
  const [kind] = kinds.find(([, words]) => says(text, words)) ?? []
  if (kind === undefined) return null
  const number = /\d+/.exec(text.replace(/co2|nh3/g, ''))?.[0] ?? null
  const is = (name: keyof typeof modifiers) => says(text, modifiers[name])
  const name = nameOf(kind, number, is, unitIn(heading))
  return name !== null && signals.has(name) ? name : null
}

function nameOf(
  kind: string,
  number: string | null,
  is: (name: keyof typeof modifiers) => boolean,
  unit: string | null,
): string | null {
  const s = `S${Number(number ?? 1)}`
  if (kind === 'Climate/Temp') {
    if (is('outdoor')) return `${kind}/Outdoor`
    if (is('target')) return `${kind}/Target`
    if (is('felt')) return `${kind}/Effective`
    return number === null || is('mean') ? `${kind}/Avg` : `${kind}/${s}`
  }
  if (kind === 'Climate/Hum') {
    if (is('outdoor')) return `${kind}/Outdoor`
    return number === null || is('mean') ? `${kind}/Avg` : `${kind}/${s}`
  }
  if (kind === 'Weather/WindSpeed') return is('outdoor') ? kind : 'Air/WindSpeedIn'
  if (is('outdoor')) return null
  if (kind === 'Air/CO2' || kind === 'Air/NH3' || kind === 'Air/Pressure' || kind === 'Light/Lux')
    return `${kind}/${s}`
  if (kind === 'Water') {
    if (is('flow') || (unit !== null && /\/\s?(min|h|hr|小时|分钟|分|uur|std)/i.test(unit)))
      return 'Water/FlowRate'
    return is('today') ? 'Water/Today' : is('total') ? 'Water/Meter1/Total' : null
  }
  if (kind === 'Feed/Silo') return `Feed/Silo${Number(number ?? 1)}/Weight`
  if (kind === 'Feed') return is('today') ? 'Feed/Today' : null
  if (kind === 'Fan/G') {
    if (number === null) return null
    return unit === '%' ? `Fan/VarSpeed${Number(number)}/Output` : `Fan/G${number.padStart(2, '0')}/State`
  }
  if (kind === 'Heat/Z') return number === null ? null : `Heat/Z${Number(number)}/Output`
  return kind
}

/** How a value in a foreign unit becomes one in the unit of the signal model. */
const conversions: Readonly<Record<string, Readonly<Record<string, (value: number) => number>>>> = {
  '°C': { '°c': same, c: same, '℃': same, '°f': fahrenheit, f: fahrenheit, '℉': fahrenheit, degc: same },
  '%': {
    '%': same,
    pct: same,
    'rh%': same,
    '%rh': same,
    rh: same,
    percent: same,
    '0–1': value => value * 100,
  },
  ppm: { ppm: same, 'vol%': value => value * 10_000 },
  Pa: {
    pa: same,
    hpa: value => value * 100,
    mbar: value => value * 100,
    kpa: value => value * 1_000,
    inwc: value => value * INCH_WATER,
    inwg: value => value * INCH_WATER,
    'in h2o': value => value * INCH_WATER,
  },
  'L/min': {
    'l/min': same,
    'l/h': value => value / 60,
    'm³/h': value => (value * 1_000) / 60,
    'm3/h': value => (value * 1_000) / 60,
    gpm: value => value * GALLON,
    'gal/min': value => value * GALLON,
  },
  L: { l: same, 'm³': value => value * 1_000, m3: value => value * 1_000, gal: value => value * GALLON },
  kg: { kg: same, t: value => value * 1_000, lb: value => value * POUND, lbs: value => value * POUND },
  g: { g: same, kg: value => value * 1_000, lb: value => value * POUND * 1_000 },
  lx: { lx: same, lux: same, fc: value => value * 10.764 },
  'm/s': {
    'm/s': same,
    'ft/min': value => value * FOOT_PER_MINUTE,
    fpm: value => value * FOOT_PER_MINUTE,
    'km/h': value => value / 3.6,
    mph: value => value * 0.447_04,
  },
  'm³/h': {
    'm³/h': same,
    'm3/h': same,
    cfm: value => value * CUBIC_FOOT_PER_MINUTE,
    'm³/s': value => value * 3_600,
  },
  kWh: { kwh: same, mwh: value => value * 1_000, wh: value => value / 1_000 },
  d: { d: same, days: same, tage: same, dagen: same, 天: same, 日: same },
}
/** Exact by definition: inch of water at 4 °C, Pa; US gallon, L; pound, kg. */
const INCH_WATER = 249.088_91
const GALLON = 3.785_411_784
const POUND = 0.453_592_37
/** m/s; and m³/h, of a foot of 0.3048 m. */
const FOOT_PER_MINUTE = 0.005_08
const CUBIC_FOOT_PER_MINUTE = 1.699_010_795_52
function same(value: number): number {
  return value
}
function fahrenheit(value: number): number {
  return (value - 32) / 1.8
}
const knownUnits: ReadonlySet<string> = new Set(Object.values(conversions).flatMap(Object.keys))

/** Units as they are offered where somebody chooses, the metric's own first. */
const offered: Readonly<Record<string, readonly string[]>> = {
  '°C': ['°C', '°F'],
  '%': ['%', '0–1'],
  ppm: ['ppm', 'vol%'],
  Pa: ['Pa', 'inWG', 'mbar', 'kPa'],
  'L/min': ['L/min', 'L/h', 'm³/h', 'gal/min'],
  L: ['L', 'm³', 'gal'],
  kg: ['kg', 't', 'lb'],
  g: ['g', 'kg', 'lb'],
  lx: ['lx', 'fc'],
  'm/s': ['m/s', 'ft/min', 'km/h', 'mph'],
  'm³/h': ['m³/h', 'cfm'],
  kWh: ['kWh', 'MWh', 'Wh'],
}
/** Units in which values of a metric may stand; none where there is nothing to choose. */
export const unitsFor = (metric: string): readonly string[] => offered[signals.get(metric)?.unit ?? ''] ?? []

/** The offered unit that a word of a file means; null if it means none of this metric. */
export function unitNamed(metric: string, word: string | null): string | null {
  if (word === null) return null
  const convert = conversionOf(metric, word)
  if (!convert) return null
  const [one, two] = [convert(1), convert(2)]
  const means = (unit: string) => {
    const other = conversionOf(metric, unit)
    return other !== null && other(1) === one && other(2) === two
  }
  return unitsFor(metric).find(means) ?? null
}

/** The conversion of values in this unit, or of those in the metric's own where none is named; null: not known of it. */
export function conversionOf(metric: string, unit: string | null): ((value: number) => number) | null {
  const own = signals.get(metric)?.unit ?? ''
  const known = conversions[own]
  if (unit === null || unit.trim() === '' || !known) return same
  return known[unit.trim().toLowerCase()] ?? null
}

/** Words for the states of switches and machines. */
const statesOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries('on true yes ein an ja aan 开 运行 是 有 正常 ok'.split(' ').map(word => [word, 1])),
  ...Object.fromEntries('off false no aus nein uit nee 关 停 停止 否 无'.split(' ').map(word => [word, 0])),
}
/** The code of a state said in a word; undefined for any other text. */
export const stateOf = (metric: string, text: string): number | undefined => {
  const signal = signals.get(metric)
  const isState = signal?.unit === 'bool' || signal?.enum !== undefined
  return isState ? statesOf[text.toLowerCase()] : undefined
}
