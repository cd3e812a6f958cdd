import { readSheet, type SheetData } from 'read-excel-file/node'
import { vi } from 'vitest'
import writeXlsxFile, { type SheetData as WrittenSheet } from 'write-excel-file/node'
import { type Job, type JobState, jobs } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { XLSX } from '#shared/excel.ts'
import type { Person, TestApp } from './app.ts'

const LONGEST_MS = 60_000

/** An Excel file as another program writes it: titles, then rows. */
export async function excelOf(
  rows: readonly (readonly (string | number | Date | null)[])[],
): Promise<Buffer> {
  const cells = rows.map(row =>
    row.map(value =>
      value === null
        ? null
        : value instanceof Date
          ? { value, type: Date, format: 'yyyy-mm-dd' }
          : { value, type: typeof value === 'number' ? Number : String },
    ),
  )
  return writeXlsxFile(cells as WrittenSheet).toBuffer()
}

/** Uploads a file to an import endpoint. */
export const upload = (
  person: Person,
  endpoint: Endpoint,
  body: Buffer,
  { name = 'houses.xlsx', type = XLSX } = {},
) => person.ask(endpoint, { query: { name }, body, headers: { 'content-type': type } })

/** Waits until a job is in one of these states; answers it. */
export function jobIn(person: Person, id: string, ...states: JobState[]): Promise<Job> {
  return vi.waitFor(
    async () => {
      const job = await person.call(jobs.get, { params: { id } })
      if (!states.includes(job.state)) throw new Error(`The job is ${job.state}: ${job.error}`)
      return job
    },
    { timeout: LONGEST_MS, interval: 50 },
  )
}

/** Rows of a job's or template's file as another program reads them, from its first sheet or another. */
export async function rowsOf(
  { app }: TestApp,
  url: string | undefined,
  sheet: number | string = 1,
): Promise<SheetData> {
  const answer = await app.inject({ method: 'GET', url: url ?? '' })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return readSheet(answer.rawPayload, sheet)
}
