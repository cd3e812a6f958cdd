import type { Fields } from './field.ts'
import type { Steps } from './states.ts'
import { text } from './text.ts'
import { TICKET_TEXT, ticketPictures, ticketRecordings } from './tickets.ts'

/** Specification section 4. */
export const repairStates = {
  pending: text('待受理', 'Pending'),
  accepted: text('已受理', 'Accepted'),
  finished: text('已完成', 'Finished'),
} as const

/** Where a repair stands: a cancelled one keeps its state, and nothing more is done with it. */
export const repairStandings = { ...repairStates, cancelled: text('已取消', 'Cancelled') } as const
export type RepairStanding = keyof typeof repairStandings

const staff = 'device_repair_admin_list:edit'
/** Whoever may apply may also add to it, and end their own. */
const client = ['device_repair_client_list:edit', 'device_repair_client_list:add'] as const
const note = {
  note: { kind: 'text', most: TICKET_TEXT, hasLines: true, isRequired: true, label: text('说明', 'Note') },
  pictures: ticketPictures,
} as const satisfies Fields

/** What can be done with a repair after it was requested. */
export const repairSteps = {
  accept: {
    access: staff,
    from: ['pending'],
    to: 'accepted',
    fields: {
      record: {
        kind: 'text',
        most: TICKET_TEXT,
        hasLines: true,
        isRequired: true,
        label: text('受理记录', 'Acceptance record'),
        hint: text(
          '判断的原因、要带的配件、在此之前怎么做。',
          'Likely cause, parts to bring, and what to do until then.',
        ),
      },
    },
    label: text('受理', 'Accept'),
    done: text('已受理', 'Accepted'),
    tells: text('{name} 已受理您的报修 {number}', '{name} accepted your repair request {number}'),
    says: text('受理报修 {number}', 'Accepted repair {number}'),
  },
  plan: {
    access: staff,
    from: ['accepted'],
    fields: {
      visitAt: { kind: 'moment', isRequired: true, label: text('上门时间', 'Visit') },
      visitHours: {
        kind: 'whole',
        least: 1,
        most: 24,
        isRequired: true,
        label: text('预计时长（小时）', 'Expected hours'),
      },
    },
    label: text('预约上门', 'Plan a visit'),
    done: text('已预约上门', 'Visit planned'),
    tells: text('{name} 为报修 {number} 预约了上门时间', '{name} planned a visit for repair {number}'),
    says: text('预约报修 {number} 的上门时间', 'Planned a visit for repair {number}'),
  },
  phone: {
    access: staff,
    from: ['pending', 'accepted'],
    fields: note,
    label: text('电话记录', 'Phoned'),
    done: text('已电话联系', 'Phoned'),
    says: text('记录报修 {number} 的电话', 'Phoned about repair {number}'),
  },
  note: {
    access: [staff, ...client],
    from: ['pending', 'accepted', 'finished'],
    // A picture of the fault, or its sound, says enough.
    fields: {
      note: { kind: 'text', most: TICKET_TEXT, hasLines: true, label: text('说明', 'Note') },
      pictures: ticketPictures,
      recordings: ticketRecordings,
    },
    isSentOnce: true,
    label: text('补充说明', 'Add note'),
    done: text('补充说明', 'Note'),
    tells: text('{name} 补充了报修 {number}', '{name} added a note to repair {number}'),
    says: text('补充报修 {number}', 'Added a note to repair {number}'),
  },
  finish: {
    access: [staff, ...client],
    from: ['accepted'],
    to: 'finished',
    ofOwn: true,
    label: text('完成', 'Finish'),
    done: text('已修好并验收', 'Repaired and tested'),
    asks: text('确认设备已修好并试运行正常？', 'Has it been repaired and did it run well in the test?'),
    tells: text('{name} 确认报修 {number} 已完成', '{name} finished repair {number}'),
    says: text('完成报修 {number}', 'Finished repair {number}'),
  },
  cancel: {
    access: [staff, ...client],
    from: ['pending', 'accepted'],
    clientFrom: ['pending'],
    to: 'cancelled',
    ofOwn: true,
    fields: {
      reason: {
        kind: 'text',
        most: 500,
        hasLines: true,
        isRequired: true,
        label: text('原因', 'Reason'),
      },
    },
    label: text('取消报修', 'Cancel this request'),
    done: text('已取消', 'Cancelled'),
    asks: text(
      '取消后不再处理，需要时请重新报修。',
      'Nobody will work on it. If you still need it, send a new request.',
    ),
    tells: text('{name} 取消了报修 {number}', '{name} cancelled repair {number}'),
    says: text('取消报修 {number}', 'Cancelled repair {number}'),
  },
} as const satisfies Steps<RepairStanding>
