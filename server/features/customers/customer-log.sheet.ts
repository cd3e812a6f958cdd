import type { CustomerChange } from '#shared/contracts/customer-records.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { countryName } from '#shared/countries.ts'
import type { Stage } from '#shared/customers.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { Id } from '#shared/endpoint.ts'
import { bothNames, type Language, languages, text } from '#shared/text.ts'
import type { Call } from '../../platform/http/call.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { titleOf, wordOf } from '../../platform/jobs/sheet-words.ts'
import { changeIds, changesById } from './customer-log.ts'
import { findCustomer } from './customers.queries.ts'

type ExportChanges = (typeof customers)['exportChanges'] | (typeof trialCustomers)['exportChanges']

/** A value of the log in the reader's words, as the drawer shows it. */
function said(item: string, value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return wordOf('yesNo', value, language)
  if (typeof value === 'object') {
    const names = value as Partial<Record<Language, string>>
    return names[language] || languages.map(each => names[each]).find(Boolean) || ''
  }
  if (item.endsWith('Until')) return `${momentOf(Date.parse(String(value)), language, 'UTC')} UTC`
  if (item.endsWith('On')) return dateOf(String(value), language)
  if (item === 'country') return countryName(String(value), language)
  if (item === 'stage') return wordOf('stage', value, language)
  return item === 'approval' ? wordOf('approval', value, language) : String(value)
}

const sheetOf = (list: string, stage: Stage, endpoint: ExportChanges) =>
  listSheet({
    list,
    // The call's address says whose log it is.
    contract: { export: { ...endpoint, body: endpoint.body.extend({ id: Id }) } },
    columns: [
      { field: 'at', kind: 'instant' },
      {
        field: 'item',
        kind: 'text',
        width: 28,
        value: ({ item }: CustomerChange, { language }) => titleOf('customers-log', item, language),
      },
      {
        field: 'before',
        kind: 'text',
        width: 36,
        value: ({ item, before }: CustomerChange, { language }) => said(item, before, language),
      },
      {
        field: 'after',
        kind: 'text',
        width: 36,
        value: ({ item, after }: CustomerChange, { language }) => said(item, after, language),
      },
      { field: 'actorName', kind: 'text' },
      { field: 'actorRole', kind: 'text', width: 24 },
      { field: 'changer', kind: 'text', words: 'changer', value: ({ by }: CustomerChange) => by },
    ],
    ids: async ({ db, language }, query: Parameters<typeof changeIds>[2] & { id: string }) =>
      changeIds(db, await findCustomer({ db, language }, stage, query.id), query),
    rows: ({ db, language }: Asked, ids) => changesById(db, ids, language),
  })

/** The update log of one customer in Excel, for each of the two lists. */
export const customerLogSheets = {
  formal: sheetOf('customers-log', 'formal', customers.exportChanges),
  trial: sheetOf('trial-customers-log', 'trial', trialCustomers.exportChanges),
}

/** Starts the Excel file of a customer's update log. */
export async function exportChanges(call: Call<ExportChanges>, stage: Stage) {
  const found = await findCustomer(call, stage, call.params.id)
  const { officePath } = found.row
  const name = bothNames(found.row)[call.language]
  call.named({ name: text(name, name) })
  const body = { ...call.body, id: call.params.id }
  return exporting(customerLogSheets[stage], { name, officePath })({ ...call, body })
}
