import type { Steps } from './states.ts'
import { text } from './text.ts'
import { replyStates, ticketMessage } from './tickets.ts'

export const questionStates = replyStates
export type QuestionState = keyof typeof questionStates

/** What can be done with a question after it was asked. */
export const questionSteps = {
  reply: {
    access: 'device_user_problem_admin_list:edit',
    from: ['waiting', 'replied'],
    to: 'replied',
    fields: ticketMessage,
    label: text('回复', 'Reply'),
    done: text('已回复', 'Replied'),
    tells: text('{name} 回复了您的提问 {number}', '{name} replied to your question {number}'),
    says: text('回复提问 {number}', 'Replied to question {number}'),
  },
  more: {
    access: 'device_user_problem_client_list:add',
    from: ['waiting', 'replied'],
    to: 'waiting',
    fields: ticketMessage,
    label: text('追问', 'Follow up'),
    done: text('追问', 'Follow-up sent'),
    tells: text('{customer}追问：{number}', '{customer} followed up: {number}'),
    says: text('追问 {number}', 'Followed up on question {number}'),
  },
} as const satisfies Steps<QuestionState>
