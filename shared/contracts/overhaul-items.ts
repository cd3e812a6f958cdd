import { z } from 'zod'
import { counted, crud } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { machineNames } from '../machines.ts'
import { cycleBases, cycleKinds, machines } from '../overhaul.ts'
import { partNames, partsPerNames } from '../parts.ts'
import { releaseNames, releasing } from '../release.ts'
import { proofs } from '../safety-tests.ts'
import { text } from '../text.ts'

const CHECKS_LENGTH = 1_000
const checksHint = {
  chinese: '每行一项；留空则只检查项目本身。',
  english: 'One check a line; without any the item itself is checked.',
}

/** Input fields of an overhaul item. One of two names may stay empty: the other is shown then. */
export const overhaulItemFields = {
  chineseName: { kind: 'text', most: 200, language: 'zh', label: text('中文项目', 'Chinese item') },
  englishName: { kind: 'text', most: 200, language: 'en', label: text('英文项目', 'English item') },
  chineseEquipment: { kind: 'text', most: 60, language: 'zh', label: text('中文设备', 'Chinese equipment') },
  englishEquipment: { kind: 'text', most: 60, language: 'en', label: text('英文设备', 'English equipment') },
  cycleKind: { kind: 'choice', choices: cycleKinds, isRequired: true, label: text('检修方式', 'Cycle by') },
  cycle: {
    kind: 'whole',
    least: 1,
    most: 20_000,
    isRequired: true,
    label: text('检修周期', 'Cycle'),
    hint: text(
      '天数，或运行小时；每次空舍的项目不看此数。',
      'Days or running hours. Not used for items done each empty period.',
    ),
  },
  machine: {
    kind: 'choice',
    choices: machines,
    label: text('计时设备', 'Machine'),
    hint: text(
      '按环控器上报的状态累计；取运行最多的一台。',
      'Hours are counted from controller reports. The machine that ran most counts.',
    ),
  },
  machineKind: {
    kind: 'choice',
    choices: machineNames,
    label: text('设备类别', 'Kind of machine'),
    hint: text(
      '用于从鸡舍登记的设备中找出型号和台数。',
      'Its models and number come from the equipment on record of each house.',
    ),
  },
  parts: {
    kind: 'choices',
    choices: partNames,
    label: text('所需配件', 'Parts it needs'),
    hint: text(
      '到期时，商城按型号推荐这些配件。只检查、不更换的项目留空。',
      'When it is due, the mall offers them for the models on record. Leave empty if nothing is replaced.',
    ),
  },
  partsPer: {
    kind: 'choice',
    choices: partsPerNames,
    isRequired: true,
    label: text('配件数量', 'Number of parts'),
  },
  proof: {
    kind: 'choice',
    choices: proofs,
    label: text('安全测试', 'Safety test'),
    hint: text(
      '测试需附证据，并写入签名的测试记录。',
      'A test wants proof, and is an entry of the signed log.',
    ),
  },
  chineseChecks: {
    kind: 'text',
    most: CHECKS_LENGTH,
    hasLines: true,
    language: 'zh',
    label: text('中文检查表', 'Chinese check list'),
    hint: text(checksHint.chinese, checksHint.english),
  },
  englishChecks: {
    kind: 'text',
    most: CHECKS_LENGTH,
    hasLines: true,
    language: 'en',
    label: text('英文检查表', 'English check list'),
    hint: text('行数与中文检查表一致。', 'The same number of lines as the Chinese list.'),
  },
} as const satisfies Fields

const facts = {
  basis: { kind: 'choice', choices: cycleBases, label: text('依据', 'Basis') },
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
  /** Plans that contain it. */
  plans: { kind: 'count', label: text('计划数', 'Plans') },
} as const satisfies Fields

const { form: typed, item, fields } = record(overhaulItemFields, facts)
const form = typed.extend({
  parts: typed.shape.parts.default([]),
  partsPer: typed.shape.partsPer.default('machine'),
})
export const overhaulItemColumns = fields
const filter = z.object({ search: Search, status: chosen(releaseNames), cycleKind: chosen(cycleKinds) })
export type OverhaulItem = z.infer<typeof item>
export type OverhaulItemForm = z.output<typeof form>

const path = '/admin/auth/overhaul-items'
const permission = 'device_overhaul'
const noun = text('检修项目 {chineseName}', 'overhaul item {englishName}')

/** What is to be maintained and how often: published data of the provider. */
export const overhaulItemsContract = {
  ...crud(path, permission, { fields, item, form, filter, noun }),
  ...releasing(path, permission, { item, noun }),
  counts: counted(path, `${permission}:query`, filter, ['status']),
}
