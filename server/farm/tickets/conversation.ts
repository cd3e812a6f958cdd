import { eq } from 'drizzle-orm'
import type { Steps } from '#shared/states.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { entriesOf, removeEntries } from '../../platform/records/entries.ts'
import type { Asking, Ticket, TicketTable } from './ticket-lists.ts'
import type { tickets } from './tickets.ts'

type Tickets<Item extends Ticket> = ReturnType<typeof tickets<Item, Steps<string>>>
type One = { params: { id: string } }
interface Message {
  text: string
  pictures: string[]
  recordings?: string[] | null | undefined
  version?: number | undefined
}
type Writing = ChangingCall & One & { body: Message }

/** A message of nothing is refused. */
function written({ body }: Writing) {
  const { text, pictures, recordings } = body
  const said = recordings ?? []
  if (text.trim() === '' && pictures.length + said.length === 0)
    throw refuse.invalid([{ field: 'text', message: 'field.required' }])
  return { written: text, pictures, recordings: said }
}

/** For tickets answered in words, with the steps `reply` and `more` and a table with the column `replied_by`. */
export function conversation<Item extends Ticket>(
  module: string,
  table: TicketTable,
  { list, counts, waiting, find, open, take }: Tickets<Item>,
) {
  return {
    list,
    counts,
    waiting,
    get: async (call: Asking & One) => {
      const [item, entries] = await Promise.all([
        find(call, call.params.id),
        entriesOf(call, module, call.params.id),
      ])
      return { ...item, entries }
    },
    reply: (call: Writing) =>
      take(call, 'reply', {
        changes: { repliedBy: call.viewer.actualName },
        ...written(call),
      }),
    more: (call: Writing) => take(call, 'more', written(call)),
    remove: async (call: ChangingCall & One) => {
      const { item } = await open({ ...call, body: {} })
      await removeEntries(call.db, module, item.id)
      await call.db.delete(table).where(eq(table.id, item.id))
      return null
    },
  }
}
