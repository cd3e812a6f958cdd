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
