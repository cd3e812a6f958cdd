import { z } from 'zod'
import { get } from '../endpoint.ts'

export const notices = {
  unreadNumber: get('/admin/auth/notice-message/fetch/un-read-number', 'signedIn', {
    returns: z.number().int(),
    summary: 'How many messages the user has not read.',
  }),
}
