import { text } from './text.ts'

/** Specification section 3: how often a reminder is pushed. */
export const pushModes = {
  timed: text('定时', 'Timed'),
  circular: text('循环', 'Recurring'),
} as const

export const pushTypes = {
  daily: text('日常事务', 'Daily affairs'),
  emergency: text('紧急事件', 'Emergency'),
  maintenance: text('设备检修', 'Equipment maintenance'),
} as const
export type PushType = keyof typeof pushTypes

/** Specification section 4. A circular one waits again after each successful push. */
export const pushStates = {
  waiting: text('待推送', 'To be pushed'),
  stopped: text('已停止', 'Stopped'),
  success: text('推送成功', 'Push success'),
  failed: text('推送失败', 'Push failed'),
} as const
export type PushState = keyof typeof pushStates

/** Why a push failed. */
export const pushFailures = {
  nobody: text('没有可接收的人员，请指定接收人', 'Nobody would receive it. Choose who should'),
} as const

/** Where a recipient stands with a reminder, by way. The mail server or push service may still lose what it took. */
export const inAppResults = {
  read: text('已读', 'read'),
  unread: text('未读', 'not read yet'),
  off: text('本人未选', 'not chosen'),
} as const
export const mailResults = {
  taken: text('已交邮件服务器', 'delivered to the mail server'),
  waiting: text('等待发送', 'still waiting'),
  refused: text('被邮件服务器拒收', 'refused by the mail server'),
  unreachable: text('未能送达', 'not delivered'),
  noAddress: text('没有邮箱地址', 'no address'),
  /** Read before it was sent. */
  needless: text('已读，无需发送', 'not needed any more'),
  off: text('本人未选', 'not chosen'),
} as const
export const browserResults = {
  reached: text('已显示', 'shown by a browser'),
  taken: text('已交推送服务', 'delivered to the push service'),
  waiting: text('等待发送', 'still waiting'),
  refused: text('被推送服务拒收', 'refused by the push service'),
  unreachable: text('未能送达', 'not delivered'),
  gone: text('浏览器已停止接收', 'no browser listens any more'),
  noBrowser: text('没有订阅的浏览器', 'no browser'),
  /** Read before it was sent. */
  needless: text('已读，无需发送', 'not needed any more'),
  off: text('本人未选', 'not chosen'),
} as const
/** Whether a reminder got to somebody: read, or delivered by mail or push; nothing is under way to those whom it did not reach. */
export const reaches = {
  reached: text('已送达', 'Reached'),
  waiting: text('发送中', 'Under way'),
  missed: text('未送达', 'Not reached'),
} as const
export type Reach = keyof typeof reaches
