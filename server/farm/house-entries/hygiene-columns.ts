import { text } from '#shared/text.ts'

/** Names of what hygiene entries tell, in files. */
export const hygieneLabels = {
  house: text('鸡舍', 'House'),
  day: text('日期', 'Date'),
  kind: text('类别', 'Kind'),
  agent: text('消毒剂', 'Disinfectant'),
  dose: text('浓度或用量', 'Dilution or amount'),
  place: text('消毒场所', 'What was disinfected'),
  person: text('操作人', 'Done by'),
  amountKg: text('重量', 'Weight'),
  carcasses: text('死鸡只数', 'Carcasses'),
  way: text('处理方式', 'Way of disposal'),
  receiver: text('接收单位', 'Taken by'),
  note: text('备注', 'Note'),
} as const
