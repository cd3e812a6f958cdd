import type { TreatmentRow } from '#shared/contracts/flock-treatments.ts'
import { plain } from '../words.ts'

/** What a column of a farm's own list of medicines and vaccinations may hold. */
export type TreatmentUse = Exclude<keyof TreatmentRow, 'flockId'> | 'until' | 'age' | 'house'

/** What a title is about, the first that fits. */
const words: readonly (readonly [TreatmentUse, RegExp])[] = [
  ['prescription', /prescri|\brx\b|处方/],
  ['vet', /\bvets?\b|veterinar|兽医|tierarzt|dierenarts/],
  [
    'eggWithdrawalDays',
    /弃蛋|(egg|蛋|\bei(er)?\b).*(withdraw|withhold|休药|停药|wartezeit|wachttijd)|(withdraw|withhold|休药|停药|wartezeit|wachttijd).*(egg|蛋|\bei(er)?\b)/,
  ],
  ['withdrawalDays', /withdraw|withhold|休药|停药|wartezeit|wachttijd|car[eê]ncia|retiro/],
  ['supplier', /supplier|manufactur|maker|供货|厂家|厂商|生产企业|供应|lieferant|leverancier/],
  ['batch', /\bbatch|\blots?\b|批号|charge(n|$)|partij|\blote\b/],
  ['against', /against|indication|disease|reason|病名|病症|病因|症状|用途|原因|防治|grund|motivo/],
  ['route', /route|administ|\bvia\b|途径|方式|方法|applikation|toediening/],
  ['dose', /\bdos(e|age|is|ierung)|剂量|浓度|用法|羽份|dosering/],
  ['birds', /\bbirds\b|animals|只数|羽数|鸡数|tierzahl/],
  ['amount', /amount|quantity|\bqty\b|\btotal\b|用量|总量|数量|menge|hoeveelheid|cantidad/],
  ['until', /until|\bend(ed|s)?\b|last (day|date|given)|结束|截止|停用|最后/],
  ['days', /\bdays\b|duration|天数|疗程|dauer|duur/],
  ['kind', /\bkind\b|\btype\b|categor|类别|类型|\bart\b/],
  ['house', /\bhouse\b|\bbarn\b|\bshed\b|\bflock\b|鸡舍|舍号|栋|批次|\bstall\b|\bhok\b|galp|aviario/],
  ['age', /\bage\b|日龄|\balter\b|leeftijd|\bedad\b|\bidade\b/],
  ['day', /\bdate\b|日期|\bday\b|\bdatum\b|\btag\b|\bfecha\b|\bdata\b|时间/],
  [
    'name',
    /product|medic|\bdrug|vaccin|treatment|prepar|药品|药名|药物|兽药|疫苗|品名|名称|\bname\b|arznei|impfstoff/,
  ],
]

/** The column of a list that a title names; null for one that no list has. */
export function treatmentUse(title: string): TreatmentUse | null {
  const said = plain(title)
  return words.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}

const VACCINE = /vaccin|疫苗|免疫|接种|impf|\bent(ing|en)\b|vacuna|苗(?![圃木])/

/** Whether a text speaks of a vaccine. */
export const isVaccine = (said: string): boolean => VACCINE.test(plain(said))
