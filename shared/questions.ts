import type { Fields } from './field.ts'
import type { Steps } from './states.ts'
import { text } from './text.ts'
import { TICKET_TEXT, ticketPictures } from './tickets.ts'

/** Specification section 4. */
export const questionStates = {
  waiting: text('待回复', 'To be replied'),
  replied: text('已回复', 'Replied'),
} as const
export type QuestionState = keyof typeof questionStates

const message = {
  text: { kind: 'text', most: TICKET_TEXT, hasLines: true, isRequired: true, label: text('内容', 'Message') },
  pictures: ticketPictures,
} as const satisfies Fields

/** What is done with a question after it was asked. */
export const questionSteps = {
  reply: {
    access: 'device_user_problem_admin_list:edit',
    from: ['waiting', 'replied'],
    to: 'replied',
    fields: message,
    label: text('回复', 'Reply'),
    done: text('已回复', 'Replied'),
    tells: text('{name} 回复了您的提问 {number}', '{name} replied to your question {number}'),
    says: text('回复提问 {number}', 'Replied to question {number}'),
  },
  more: {
    access: 'device_user_problem_client_list:add',
    from: ['waiting', 'replied'],
    to: 'waiting',
    fields: message,
    label: text('追问', 'Ask further'),
    done: text('追问', 'Asked further'),
    tells: text('{customer}追问：{number}', '{customer} asks further: {number}'),
    says: text('追问 {number}', 'Asked further in question {number}'),
  },
} as const satisfies Steps<QuestionState>
