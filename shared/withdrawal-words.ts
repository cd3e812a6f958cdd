import { text } from './text.ts'

/** Why birds may not leave for meat up to a day, wherever somebody is about to let them. */
export const meatWithheld = text(
  '休药期至 {day}，此前鸡只不得出栏或出售',
  'Withdrawal period until {day}. No birds may be caught or sold before then',
)

/** Until when nothing may be sold, as papers have it. */
export const withheldUntil = {
  meat: text('休药期至 {day}。', 'Withdrawal period, meat: until {day}.'),
  eggs: text('弃蛋期至 {day}。', 'Withdrawal period, eggs: until {day}.'),
} as const
