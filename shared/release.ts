import type { z } from 'zod'
import { post } from './endpoint.ts'
import type { Action, CrudPermission, PermissionId, permissions } from './permissions.ts'
import { type Text, text } from './text.ts'

/** Published records are drafts until released; a withdrawn one stays where it is in use. */
export const releaseNames = {
  draft: text('草稿', 'Draft'),
  released: text('已发布', 'Released'),
  withdrawn: text('已撤回', 'Withdrawn'),
} as const
export type ReleaseStatus = keyof typeof releaseNames

export type Releasing = {
  [P in PermissionId]: Exclude<
    'enable' | 'disable',
    (typeof permissions)[P]['actions'][number] & Action
  > extends never
    ? P
    : never
}[PermissionId]

/** Releases and withdraws a published record. Spread it beside `crud`; `noun` is for the history. */
export const releasing = <P extends string, const K extends Releasing, I extends z.ZodType>(
  path: P,
  permission: K,
  { item, noun }: { item: I; noun: Text },
) => ({
  release: post(`${path}/:id/release`, `${permission}:enable` as const, {
    returns: item,
    says: text(`发布${noun['zh-CN']}`, `Released ${noun['en-US']}`),
  }),
  withdraw: post(`${path}/:id/withdraw`, `${permission}:disable` as const, {
    returns: item,
    says: text(`撤回${noun['zh-CN']}`, `Withdrew ${noun['en-US']}`),
  }),
})

/** Restores a deleted record, as a draft. Spread it beside `crud`; `noun` is for the history. */
export const restoring = <P extends string, const K extends CrudPermission, I extends z.ZodType>(
  path: P,
  permission: K,
  { item, noun }: { item: I; noun: Text },
) => ({
  restore: post(`${path}/:id/restore`, `${permission}:delete` as const, {
    returns: item,
    says: text(`恢复${noun['zh-CN']}`, `Restored ${noun['en-US']}`),
  }),
})
