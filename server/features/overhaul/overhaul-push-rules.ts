import type { OverhaulPushForm } from '#shared/contracts/overhaul-pushes.ts'
import { text } from '#shared/text.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { concerned } from './overhaul-pushes.queries.ts'

export const says = {
  nameless: text('请至少填写一种语言的内容', 'Enter a text in at least one language'),
  clock: text('时间格式为 07:30', 'A time such as 07:30'),
  every: text('循环推送需要间隔天数', 'Enter the days between recurring pushes'),
  office: text('请选择范围内的客户', 'Choose one of your customers'),
  receivers: text(
    '请选择该客户的人员或负责该客户的人员',
    'Choose people of this customer or people who look after it',
  ),
  past: text('推送时间已过，请先修改时间', 'The push time has passed. Change it first'),
  notNow: text('当前状态不能执行此操作', 'Not possible in its current status'),
}

type Typed = Pick<OverhaulPushForm, 'chineseText' | 'englishText' | 'clock' | 'mode' | 'everyDays'>

/** What is wrong with a reminder beyond the schema. */
function faultsOf({ chineseText, englishText, clock, mode, everyDays }: Typed): FieldFault[] {
  const found: FieldFault[] = []
  if (chineseText === '' && englishText === '') found.push({ field: 'chineseText', message: says.nameless })
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) found.push({ field: 'clock', message: says.clock })
  if (mode === 'circular' && !everyDays) found.push({ field: 'everyDays', message: says.every })
  return found
}

/** The columns of the form; a timed one has no interval. */
export async function checked({ db }: ChangingCall, form: OverhaulPushForm, officePath: string) {
  const { receiverIds, everyDays, version: _, ...typed } = form
  const found = faultsOf(form)
  const named = [...new Set(receiverIds)]
  if ((await concerned(db, officePath, named)) < named.length)
    found.push({ field: 'receiverIds', message: says.receivers })
  if (found.length > 0) throw refuse.invalid(found)
  return { ...typed, receiverIds: named, everyDays: form.mode === 'circular' ? (everyDays ?? null) : null }
}
