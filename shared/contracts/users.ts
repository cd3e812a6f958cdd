import { z } from 'zod'
import { Email, LoginId, NewPassword } from '../accounts.ts'
import {
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  post,
  RowIds,
  RowResults,
  Seen,
  secret,
  unsaid,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { ID_CARD_MAX } from '../limits.ts'
import { line } from '../line.ts'
import { isIdCardNumber, sexes, userStatuses } from '../people.ts'
import { languages } from '../text.ts'
import { isTimeZone } from '../zone-time.ts'
import { Job } from './jobs.ts'

const IdCard = line(ID_CARD_MAX).min(1).refine(isIdCardNumber)
/** 1 provider staff, 2 customer user, 3 agent user. */
const UserKind = z.union([z.literal(1), z.literal(2), z.literal(3)])

export const UserForm = z.object({
  username: LoginId,
  actualName: line(100).min(1),
  email: Email.nullish(),
  phone: line(40).nullish(),
  sex: z.enum(sexes).nullish(),
  job: line(100).nullish(),
  /** The department, farm team, or the organisation itself. */
  officeId: Id,
  /** Unchanged if left out. */
  roleIds: z.array(Id).max(20).optional(),
  /** Null means the reader's: the language of the browser, the time zone of the office. */
  language: z.enum(languages).nullish(),
  timeZone: line(64).refine(isTimeZone).nullish(),
  /** Unchanged if left out; null removes it. */
  idCard: unsaid(IdCard.nullish()),
  version: Version.optional(),
})

/** A user without an e-mail address is told their first password in person. */
export const NewUserForm = UserForm.extend({ password: NewPassword.optional() })

export const User = z.object({
  id: Id,
  username: z.string(),
  actualName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  job: z.string().nullable(),
  /** Address of the picture, valid for some minutes. */
  avatar: unsaid(z.string()).nullable(),
  kind: UserKind,
  officeId: Id,
  /** From its organisation down, as in `De Linden Poultry / North yard`. */
  officeName: z.string(),
  roles: z.array(z.object({ id: Id, name: z.string() })),
  status: z.enum(userStatuses),
  /** HELD: when they can sign in even if no owner of the farm confirms them; null if only that opens the account. */
  heldUntil: z.iso.datetime().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
  language: z.enum(languages).nullable(),
  timeZone: z.string().nullable(),
  /** They sign in with a code or a passkey besides the password. */
  hasSecondFactor: z.boolean(),
  /** Programs call in their name with API tokens that are still valid. */
  hasTokens: z.boolean(),
  /** Its last characters; `idCard` returns all of it. */
  idCard: z.string().nullable(),
  /** They hold more than the viewer, who may look but change nothing. */
  isBeyond: z.boolean(),
  /** The same for exporting and erasing their data, which staff do for owners of farms too. */
  isDataBeyond: z.boolean(),
  /** Since when they have waited for their data to be erased; null if they did not ask. */
  erasureAskedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  deleted: Deletion.optional(),
})
export type User = z.infer<typeof User>

export const userKinds = ['1', '2', '3'] as const
export const UserFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(userStatuses).optional(),
  /** The users of this node and of everything below it. */
  officeId: Id.optional(),
  roleId: Id.optional(),
  kind: z.enum(userKinds).optional(),
})
/** Deleted ones only for those who may restore them. */
const UserListFilter = UserFilter.extend(DeletedFilter.shape)

/** Where a user can be: a node of the tree with its path in words, and the kind of user there. */
export const Department = z.object({ id: Id, name: z.string(), kind: UserKind })
export type Department = z.infer<typeof Department>

const bulkActions = ['enable', 'disable', 'remove', 'admit'] as const

/** Of its actions, in order. */
const bulkRights = [
  ...(['user_manage:enable', 'user_manage:disable'] as const),
  ...(['user_manage:delete', 'farm_access:enable'] as const),
]

const path = '/admin/auth/users'
const everyday = crud(path, 'user_manage', {
  item: User,
  form: UserForm,
  filter: UserListFilter,
  noun: { 'en-US': 'user {username}', 'zh-CN': '用户 {username}' },
})
const noun = { 'en-US': 'users', 'zh-CN': '用户' }

/** People of the viewer's organisation and of those below it. */
export const users = {
  ...excelExport(path, 'user_manage', { filter: UserFilter, noun }),
  ...excelImport(path, 'user_manage', noun),
  ...everyday,
  counts: counted(path, 'user_manage:query', UserListFilter, ['status']),
  /** With an e-mail address they are invited by mail, otherwise they start with the password given here. */
  create: post(path, 'user_manage:add', {
    // It asks for proof itself if far-reaching rights are given.
    wantsProof: false,
    tellsTaken: true,
    body: NewUserForm,
    returns: User,
    says: { 'en-US': 'Created user {username}', 'zh-CN': '新增用户 {username}' },
  }),
  /** Asks for proof itself: for a new e-mail address or login id, and if far-reaching rights are given. */
  update: { ...everyday.update, tellsTaken: true as const, wantsProof: false as const },
  remove: { ...everyday.remove, wantsProof: true as const },
  restore: post(`${path}/:id/restore`, 'user_manage:delete', {
    returns: User,
    says: { 'en-US': 'Restored user {username}', 'zh-CN': '恢复用户 {username}' },
  }),
  /**
   * An owner of the farm confirms an account that somebody above it created or gave a new address; it can then be used. A
   * user who has never signed in is invited. 409 if nothing is waiting, or it differs from what the owner saw.
   */
  admit: post(`${path}/:id/admit`, 'farm_access:enable', {
    wantsProof: true,
    body: Seen,
    returns: User,
    says: { 'en-US': 'Confirmed user {username}', 'zh-CN': '确认用户 {username}' },
  }),
  enable: post(`${path}/:id/enable`, 'user_manage:enable', {
    returns: User,
    says: { 'en-US': 'Enabled user {username}', 'zh-CN': '启用用户 {username}' },
  }),
  /** Ends their sessions and open screens at once. */
  disable: post(`${path}/:id/disable`, 'user_manage:disable', {
    // Taking away is never held up.
    wantsProof: false,
    returns: User,
    says: { 'en-US': 'Disabled user {username}', 'zh-CN': '禁用用户 {username}' },
  }),
  /** Mails a new password; a user without an e-mail address gets the one given here. It must be changed at sign-in. */
  resetPassword: post(`${path}/:id/reset-password`, 'user_manage:edit', {
    wantsProof: true,
    body: z.object({ password: NewPassword.optional() }),
    returns: User,
    says: { 'en-US': 'Reset the password of user {username}', 'zh-CN': '重置用户 {username} 的密码' },
  }),
  /**
   * For somebody who lost their second factor: all of it is removed, recovery codes too. They are told by
   * mail. 409 if there is none.
   */
  resetSecondFactor: post(`${path}/:id/reset-second-factor`, 'user_manage:edit', {
    wantsProof: true,
    returns: User,
    says: {
      'en-US': 'Removed the second factor of user {username}',
      'zh-CN': '移除用户 {username} 的两步验证',
    },
  }),
  /** Ends the API tokens of the user: their programs are refused at once. 409 if there are none. */
  endTokens: post(`${path}/:id/end-tokens`, 'user_manage:disable', {
    // Taking away is never held up.
    wantsProof: false,
    returns: User,
    says: {
      'en-US': 'Revoked the API tokens of user {username}',
      'zh-CN': '吊销用户 {username} 的 API 令牌',
    },
  }),
  /** The whole number; reading it is recorded in the history. */
  idCard: post(`${path}/:id/id-card`, 'user_manage:get', {
    returns: z.object({ username: z.string(), idCard: secret(z.string()) }),
    says: {
      'en-US': 'Viewed the id card number of user {username}',
      'zh-CN': '查看用户 {username} 的证件号码',
    },
  }),
  /** Everything stored about the user, as an Excel file; only the last characters of the id card number. */
  exportData: post(`${path}/:id/export-data`, 'user_manage:edit', {
    wantsProof: true,
    returns: Job,
    says: { 'en-US': 'Exported the data of user {username}', 'zh-CN': '导出用户 {username} 的个人数据' },
  }),
  /**
   * Erases the personal data of a user, for good: what they did stays, by "Erased person 4711". Refused for oneself, the last
   * administrator, and the last person who hears alarms of a house with birds.
   */
  erase: post(`${path}/:id/erase`, 'user_manage:delete', {
    wantsProof: true,
    returns: z.object({ name: z.string(), isErased: z.boolean() }),
    says: { 'en-US': 'Erased personal data: {name}', 'zh-CN': '抹除个人数据：{name}' },
  }),
  /** Does the same to several users, each separately; needs the permission for that action. */
  bulk: post(`${path}/bulk`, bulkRights, {
    changes: path,
    wantsProof: true,
    body: z.object({
      action: z.enum(bulkActions),
      ids: RowIds,
      /** By id; a row whose version has changed is refused. */
      versions: z.record(Id, Version).optional(),
    }),
    returns: RowResults,
    says: { 'en-US': 'Changed several users: {done} done', 'zh-CN': '批量处理用户：完成 {done} 人' },
  }),
  options: get(`${path}/options`, 'signedIn', {
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  /** Picker: where a user can be. With a user, the nodes of that user's organisation; with an id, that node alone. */
  departments: get(`${path}/departments/options`, 'signedIn', {
    query: z.object({
      search: z.string().trim().max(100).optional(),
      userId: Id.optional(),
      id: Id.optional(),
    }),
    returns: z.array(Department),
  }),
}
