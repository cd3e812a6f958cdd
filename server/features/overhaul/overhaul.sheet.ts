import { overhaul } from '#shared/contracts/overhaul.ts'
import { cycleKinds, dueStates, machines } from '#shared/overhaul.ts'
import { text } from '#shared/text.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { OVERHAUL, planIds, plansById } from './overhaul.queries.ts'

type Plan = Awaited<ReturnType<typeof plansById>>[number]

/** Overhaul plans in Excel, in the order of the list: first due first. */
export const overhaulSheet = listSheet({
  list: OVERHAUL,
  contract: overhaul,
  columns: [
    { field: 'customer', label: text('客户', 'Customer'), kind: 'text', width: 28, isOthers: true },
    {
      field: 'house',
      label: text('鸡舍', 'House'),
      kind: 'text',
      width: 24,
      value: ({ house }: Plan) => house?.name ?? null,
    },
    {
      field: 'device',
      label: text('设备', 'Device'),
      kind: 'text',
      width: 24,
      value: ({ device }: Plan) => device?.name ?? null,
    },
    { field: 'equipment', label: text('检修部位', 'Equipment'), kind: 'text', width: 20 },
    { field: 'item', label: text('检修项目', 'Item'), kind: 'text', width: 48 },
    { field: 'cycleKind', label: text('检修方式', 'Cycle by'), kind: 'text', words: cycleKinds },
    {
      field: 'cycle',
      label: text('检修周期（天或小时）', 'Cycle (days or hours)'),
      kind: 'whole',
      value: ({ cycleKind, cycle }: Plan) => (cycleKind === 'emptyPeriod' ? null : cycle),
    },
    { field: 'machine', label: text('计时设备', 'Machine'), kind: 'text', words: machines },
    { field: 'lastAt', label: text('上次检修', 'Last done'), kind: 'instant' },
    { field: 'nextOn', label: text('下次检修', 'Next'), kind: 'text' },
    { field: 'due', label: text('到期', 'Due'), kind: 'text', words: dueStates },
    { field: 'daysLeft', label: text('剩余天数', 'Days left'), kind: 'whole' },
  ],
  ids: planIds,
  rows: plansById,
})
