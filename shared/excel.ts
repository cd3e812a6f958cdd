import { z } from 'zod'
import { Job } from './contracts/jobs.ts'
import { get, post } from './endpoint.ts'
import { line } from './line.ts'
import type { Action, PermissionId, permissions } from './permissions.ts'
import type { Text } from './text.ts'

/** Media type of Excel files. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Offering<A extends Action> = {
  [P in PermissionId]: A extends (typeof permissions)[P]['actions'][number] ? P : never
}[PermissionId]

/** The bytes of a file. */
const Upload = z.custom<Uint8Array>(value => value instanceof Uint8Array)

export const Template = z.object({ name: z.string(), url: z.string() })

/** Export of a list as Excel: all rows under a filter, as a job. Spread it beside the list. `noun` is for the history. */
export const excelExport = <P extends string, const K extends Offering<'export'>, Q extends z.ZodRawShape>(
  path: P,
  permission: K,
  { filter, noun }: { filter: z.ZodObject<Q>; noun: Text },
) => ({
  export: post(`${path}/export`, `${permission}:export` as const, {
    body: filter.extend({ sort: z.string().max(64).optional() }),
    returns: Job,
    whenReadOnly: true,
    says: { 'en-US': `Exported ${noun['en-US']}`, 'zh-CN': `导出${noun['zh-CN']}` },
  }),
})

/** Import of a list from Excel: a template to fill in, and an upload that is checked and writes nothing yet. */
export const excelImport = <P extends string, const K extends Offering<'import'>>(
  path: P,
  permission: K,
  noun: Text,
) => ({
  template: get(`${path}/template`, `${permission}:import` as const, { returns: Template }),
  import: post(`${path}/import`, `${permission}:import` as const, {
    /** Name of the file. */
    query: z.object({ name: line(200).min(1) }),
    body: Upload,
    takes: XLSX,
    returns: Job,
    says: {
      'en-US': `Imported ${noun['en-US']} from {source}`,
      'zh-CN': `从“{source}”导入${noun['zh-CN']}`,
    },
  }),
})
