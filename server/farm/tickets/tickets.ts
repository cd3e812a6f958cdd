import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { MessageType } from '#shared/contracts/notices.ts'
import type { Unheard } from '#shared/contracts/system-monitor.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import { isOpenTo, type Steps } from '#shared/states.ts'
import { type Text, text } from '#shared/text.ts'
import type { ticketShape } from '#shared/tickets.ts'
import type { Telling } from '../../people/notices/tell-screens.ts'
import { newId } from '../../platform/database/ids.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import type { RecordTable } from '../../platform/records/definition.ts'
import { addEntry } from '../../platform/records/entries.ts'
import { type NumberPrefix, nextNumber } from '../../platform/records/numbers.ts'
import { addRow, changeRows, type Noting, openRow } from '../../platform/records/rows.ts'
import { tellOtherSide } from './tell-sides.ts'
import { type Asking, type Listed, type Ticket, ticketLists } from './ticket-lists.ts'
import { ticketPlace } from './ticket-place.ts'

type Columns = Readonly<Record<string, unknown>>
/** A call, or a job that writes the rows of a file. */
type Making = Asking & Telling & Noting
type Taking = Making & { params: { id: string }; body: { version?: number | undefined } }

interface Definition<S extends Steps<string>> extends Listed {
  /** Its name in the operation history; messages use the business type. */
  module: string
  businessType: Unheard
  prefix: NumberPrefix
  steps: S
  /** The name of the state column, and the state in which a ticket waits for the provider. */
  state: string
  waiting: string
  /** Grants of the staff who look after them. */
  staff: readonly Grant[]
  /** What the project manager is told about a new one. */
  tells: Text
  /** What the customer's people are told where staff made it for them. */
  tellsClients?: Text
  /** Grants of the customer's people who are told what staff do, besides those who wrote. */
  clients?: readonly Grant[]
  /** Message type of what they are told; by default one that wants an answer. */
  clientType?: MessageType
}

interface Taken {
  /** Columns that the step also sets. */
  changes?: Columns
  /** Text for the timeline. */
  written?: string | null | undefined
  pictures?: readonly string[]
  papers?: readonly string[]
  recordings?: readonly string[]
  sentId?: string | null | undefined
  /** Name in the timeline, if not that of the step, and when it happened. */
  entry?: string
  at?: Date | undefined
  /** Where it stands afterwards depends on something other than the state. */
  keepsState?: boolean
}

const isNotNow = text('当前状态不能执行此操作', 'Not possible in its current status')

/**
 * Tickets of one kind: requests by a customer to the provider, with a number, a state, a waiting time, and a timeline that
 * both sides write to. Lists, counts and details are for both; rights come from the contract, rows from the scope.
 */
export function tickets<Item extends Ticket, const S extends Steps<string>>(definition: Definition<S>) {
  const { module, table, steps } = definition
  const lists = ticketLists<Item>(definition)

  type Known = { id: string; number: string; officePath: string; farmPath: string | null }

  function tellOf(call: Asking & Telling, record: Known, says: Text, isNew = false): Promise<void> {
    const { businessType, staff, clients = [], clientType = 'to_do' } = definition
    return tellOtherSide(call, { module, businessType, record, says, isNew, staff, clients, clientType })
  }

  async function knownOf({ db }: Asking, id: string): Promise<Known> {
    const { number, officePath, farmPath } = table
    const [row] = await db
      .select({ number, officePath, farmPath })
      .from(table as PgTable)
      .where(eq(table.id, id))
    return { ...(row as Omit<Known, 'id'>), id }
  }

  /** Creates a ticket from the input, with the next number, and tells the project manager. */
  async function create(
    call: Making,
    place: Parameters<typeof ticketPlace>[2],
    typed: Columns,
    pictures: readonly string[] = [],
  ): Promise<Item> {
    const { db, viewer } = call
    const id = newId()
    const where = await ticketPlace(db, viewer, place)
    const made = {
      ...typed,
      ...where,
      id,
      number: await nextNumber(db, definition.prefix),
      authorId: viewer.accountId,
      authorName: viewer.actualName,
      waitsSince: new Date(),
    }
    await Promise.all([
      addRow(call, table as RecordTable, made),
      addEntry(call, { module, recordId: id, officePath: where.officePath, step: 'create', pictures }),
    ])
    const { tells, tellsClients = tells } = definition
    const says = viewer.kind === STAFF ? tellsClients : tells
    await tellOf(call, { ...made, farmPath: where.farmPath }, says, true)
    return lists.find(call, id)
  }

  /** Opens a ticket, see {@link openRow}. */
  async function open(call: Taking): Promise<{ item: Item; officePath: string }> {
    const { row, officePath } = await openRow(call, table, () => lists.find(call, call.params.id))
    return { item: row, officePath }
  }

  /** Takes a step of the table on the ticket. */
  async function take<K extends keyof S & string>(
    call: Taking,
    name: K,
    { changes = {}, written, keepsState = false, entry = name, ...more }: Taken = {},
  ): Promise<Item> {
    const { item, officePath } = await open(call)
    const step = steps[name] as Steps<string>[string]
    if (!isOpenTo(step, item, call.viewer.kind))
      throw refuse.conflict({ yours: name, current: item }, isNotNow)
    const moves = !keepsState && step.to !== undefined && step.to !== item.standing
    await changeRows(call.db, table as RecordTable, eq(table.id, item.id), {
      ...(moves && {
        [definition.state]: step.to,
        waitsSince: step.to === definition.waiting ? new Date() : null,
      }),
      ...changes,
      lastAt: new Date(),
    })
    await addEntry(call, {
      module,
      recordId: item.id,
      officePath,
      step: entry,
      text: written,
      ...more,
    })
    if (step.tells) await tellOf(call, await knownOf(call, item.id), step.tells)
    return lists.find(call, item.id)
  }

  /** Tells the other side of a change that is no step. */
  const tellChange = async (call: Asking & Telling, id: string, says: Text) =>
    tellOf(call, await knownOf(call, id), says)

  return { ...lists, create, open, take, tellChange }
}

/** The Excel columns that all lists of tickets share. */
export const ticketSheetColumns = (
  standings: Choices,
): ExportColumn<z.infer<z.ZodObject<typeof ticketShape>>>[] => [
  { field: 'number', label: text('编号', 'Number'), kind: 'text', width: 20 },
  { field: 'customer', label: text('客户', 'Customer'), kind: 'text', width: 28, isOthers: true },
  { field: 'standing', label: text('状态', 'Status'), kind: 'text', words: standings },
  { field: 'house', label: text('鸡舍', 'House'), kind: 'text', value: ({ house }) => house?.name ?? null },
  {
    field: 'device',
    label: text('设备', 'Device'),
    kind: 'text',
    value: ({ device }) => device?.name ?? null,
  },
  { field: 'author', label: text('提交人', 'Asked by'), kind: 'text' },
  { field: 'madeAt', label: text('提交时间', 'Asked at'), kind: 'instant' },
]
