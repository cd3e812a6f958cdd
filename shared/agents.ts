import type { Steps } from './states.ts'
import { text } from './text.ts'

/** An office's standing as agent: what it applied for, what it was granted, and how that ended. */
export const agentStandings = {
  pending: text('待审核', 'Waiting'),
  passed: text('代理中', 'Granted'),
  ended: text('已到期', 'Ended'),
  revoked: text('已撤销', 'Revoked'),
  rejected: text('已驳回', 'Refused'),
} as const
export type AgentStanding = keyof typeof agentStandings

/** The stored part; that the last day has passed follows from the date. */
export const agentStates = ['pending', 'passed', 'revoked', 'rejected'] as const

/** Standings in which an office may apply again. */
export const mayApplyFrom: readonly AgentStanding[] = ['rejected', 'revoked', 'ended']

const granted = {
  endsOn: {
    kind: 'day',
    isRequired: true,
    label: text('代理到期日期', 'Agency termination date'),
    hint: text(
      '代理权限到该日结束（按代理商所在时区）。',
      'The agent’s permissions end at the end of this day, in the agent’s time zone.',
    ),
  },
  territory: { kind: 'text', most: 200, label: text('代理区域', 'Territory') },
} as const
const because = {
  reason: { kind: 'text', most: 500, hasLines: true, isRequired: true, label: text('原因', 'Reason') },
} as const
/** For steps of the provider's staff alone. */
const clientFrom = [] as const

/** What staff may do with an application and with the resulting rights. */
export const agentSteps = {
  grant: {
    access: 'user_manage:enable',
    from: ['pending', 'rejected', 'revoked', 'ended'],
    clientFrom,
    to: 'passed',
    fields: granted,
    startsFromRecord: true,
    label: text('授权', 'Grant'),
    done: text('已授权', 'Granted'),
    tells: text('您的代理申请 {number} 已通过', 'Your agent application {number} is granted'),
    says: text('通过代理申请 {number}', 'Granted agent application {number}'),
  },
  extend: {
    access: 'user_manage:edit',
    from: ['passed', 'ended'],
    clientFrom,
    to: 'passed',
    fields: granted,
    startsFromRecord: true,
    label: text('续期', 'Extend'),
    done: text('已续期', 'Extended'),
    tells: text('您的代理权限 {number} 已续期', 'Your agent authority {number} was extended'),
    says: text('续期代理权限 {number}', 'Extended agent authority {number}'),
  },
  refuse: {
    access: 'user_manage:disable',
    from: ['pending'],
    clientFrom,
    to: 'rejected',
    fields: because,
    label: text('驳回', 'Refuse'),
    done: text('已驳回', 'Refused'),
    tells: text('您的代理申请 {number} 未通过', 'Your agent application {number} was refused'),
    says: text('驳回代理申请 {number}', 'Refused agent application {number}'),
  },
  revoke: {
    access: 'user_manage:disable',
    from: ['passed'],
    clientFrom,
    to: 'revoked',
    fields: because,
    asks: text(
      '代理权限立即终止：该代理商不再看到名下客户，客户保持不变，直到为其更换代理商。',
      'Agent authority ends at once: the agent no longer sees its customers. They stay in place until you move them.',
    ),
    label: text('撤销', 'Revoke'),
    done: text('已撤销', 'Revoked'),
    tells: text('您的代理权限 {number} 已撤销', 'Your agent authority {number} was revoked'),
    says: text('撤销代理权限 {number}', 'Revoked agent authority {number}'),
  },
} as const satisfies Steps<AgentStanding>
