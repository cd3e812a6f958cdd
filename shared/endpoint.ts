import { z } from 'zod'
import type { Fields } from './field.ts'
import { BULK_ROWS } from './limits.ts'
import type { CrudPermission, Grant, Kind } from './permissions.ts'
import type { Text } from './text.ts'

/**
 * Who may call an endpoint; a list means any of them. There is no default: leaving it out does not compile,
 * nor does an action that the permission does not offer.
 */
export type Access = 'public' | 'signedIn' | Grant | readonly Grant[]

interface Shape {
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a file of this media type, not JSON; its schema takes bytes. */
  takes?: string
  /** The most bytes of such a file, by default those of an import; without a media type, of the JSON. */
  takesUpTo?: number
  returns: z.ZodType
  /** Only these kinds of user, whatever their roles say. */
  kinds?: readonly Kind[]
  /**
   * A change allowed for accounts that can otherwise only read, such as those of an ended trial: what safety needs,
   * and what changes nothing on the farm.
   */
  whenReadOnly?: boolean
  /** Also for users who signed in with a mailed password and have not changed it yet; nothing else is. */
  servesMailedPassword?: true
  /** Also for a wall display, which otherwise has nothing but what its grant opens: anybody walks past it. */
  servesWall?: true
  /** Whether only a signed-in person may call it, and none of their API tokens; by default: `isInPerson` of the server. */
  inPerson?: boolean
  /** What every signed-in person may call, but an API token only with one of these. */
  programsWith?: readonly Grant[]
  /**
   * Only for somebody who recently proved who they are, by signing in or when asked again: an open page, or a stolen
   * token, must not do it. Otherwise 401 with `isLogin` and `{ proof: true }`. By default: `asksForProof` of the server.
   */
  wantsProof?: boolean
  /** Path of what becomes outdated on screens, with everything below; null for none; by default its own, up to the first id. */
  changes?: string | null
  /** Its refusals reveal that a login id or device code is in use, whoever has it: limited to a few per hour. */
  tellsTaken?: true
  /** One sentence for the API document. */
  summary?: string
  /** For a list: the fields of its rows, for forms, columns and files. */
  fields?: Fields
}
/**
 * What the operation history calls a mutating call, in words. `{name}` is filled from params and body. Null: it
 * changes nothing that anybody would look for there.
 */
interface Told {
  says: Text | null
}

export type Endpoint<
  P extends string = string,
  A extends Access = Access,
  S extends Shape = Shape,
> = Readonly<{ method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: P; access: A } & S & Partial<Told>>

/** The path a change makes outdated, with everything below: a list's path stands for its counts, choices and rows. */
export const changedBy = ({ path, changes }: Pick<Endpoint, 'path' | 'changes'>): string | null =>
  changes === undefined ? path.replace(/\/:.*$/, '') : changes

/** The endpoints of one feature by name; the contract's name is the module in the operation history. */
export type Contract = Readonly<Record<string, Endpoint>>

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives, already validated. */
export interface Request<E extends Endpoint> {
  params: Record<ParamNames<E['path']>, string>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

type Part<Key extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { [K in Key]?: T }
    : Record<string, never> extends T
      ? { [K in Key]?: T }
      : { [K in Key]: T }

/** What a caller passes. */
export type Input<E extends Endpoint> = ([ParamNames<E['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<E['path']>, string> }) &
  Part<'query', Sent<E['query']>> &
  Part<'body', Sent<E['body']>>

/** `data` of a successful answer. */
export type Result<E extends Endpoint> = z.output<E['returns']>

export const get = <P extends string, A extends Access, S extends Shape>(path: P, access: A, shape: S) => ({
  method: 'GET' as const,
  path,
  access,
  ...shape,
})

const mutating =
  <M extends 'POST' | 'PUT' | 'DELETE'>(method: M) =>
  <P extends string, A extends Access, S extends Shape & (A extends 'public' ? Partial<Told> : Told)>(
    path: P,
    access: A,
    shape: S,
  ) => ({ method, path, access, ...shape })

export const post = mutating('POST')
export const put = mutating('PUT')
export const del = mutating('DELETE')

/** The same endpoints, each only for these kinds of user, whatever their roles say. */
export const ofKinds = <const C extends Contract>(kinds: readonly Kind[], contract: C): C =>
  Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [name, { ...endpoint, kinds }])) as C

/** The same endpoints without asking for proof: only their permission elsewhere matters, and nothing here does. */
export const withoutProof = <const C extends Contract>(contract: C): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => [name, { ...endpoint, wantsProof: false }]),
  ) as C

/** Opaque; malformed ones are simply not found. */
export const Id = z.string().min(1).max(64)

/** For a row that two people may edit: the version the form was opened with; another one answers 409. */
export const Version = z.number().int().min(0).max(2_147_483_647)
/** For a decision about a row: the version seen by whoever decides. Another one is refused with the current row. */
export const Seen = z.object({ version: Version.optional() })
/** The same for a call without a body, such as one that deletes. */
export const SeenInAddress = z.object({ version: z.coerce.number().pipe(Version).optional() })

/** A field that grants access: it never reaches the operation history, and a change containing one asks for proof. */
export const secret = <T extends z.ZodType>(schema: T): T => schema.meta({ secret: true }) as T
/** A field that grants no access but never reaches the operation history either. */
export const unsaid = <T extends z.ZodType>(schema: T): T => schema.meta({ unsaid: true }) as T

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
  /** `field` ascending, `-field` descending. */
  sort: z.string().max(64).optional(),
})
/** For a list: what was deleted and can still be restored, instead of what is in use. */
export const DeletedFilter = z.object({ deleted: z.literal('recently').optional() })

/** Only in such a list: when the row was deleted, and by whom if the viewer's history shows it. */
export const Deletion = z.object({ at: z.iso.datetime(), by: z.string().nullable() })

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ total: z.number().int(), items: z.array(item) })

/** A page of a list too long to count fully: a total beyond `COUNTED_ROWS` stands for more than those. */
export const boundedPage = <T extends z.ZodType>(item: T) => page(item).extend({ isMore: z.boolean() })

/**
 * Number of rows for each value of one field, under the list's other filters: the counts on its chips.
 * Several answers in one call. A row without a value counts under ''.
 */
export const counted = <
  P extends string,
  const A extends Access,
  Q extends z.ZodRawShape,
  const B extends [string, ...string[]],
>(
  path: P,
  access: A,
  filter: z.ZodObject<Q>,
  by: B,
) =>
  get(`${path}/counts` as const, access, {
    query: filter.extend({ by: z.enum(by) }),
    returns: z.record(z.string(), z.number().int()),
  })

/** Rows that one call changes together. */
export const RowIds = z.array(Id).min(1).max(BULK_ROWS)
/** The result for each row of such a call: null when done, otherwise why not, in the reader's language. */
export const RowResults = z.object({
  done: z.number().int(),
  rows: z.array(z.object({ id: Id, name: z.string(), refused: z.string().nullable() })),
})

/** The five endpoints of an everyday list. Spread it, then add what is particular. `noun` is for the history. */
export function crud<
  P extends string,
  const K extends CrudPermission,
  I extends z.ZodType,
  F extends z.ZodType,
  Q extends z.ZodRawShape,
>(
  path: P,
  permission: K,
  {
    fields,
    item,
    form,
    filter,
    noun,
  }: { fields?: Fields; item: I; form: F; filter: z.ZodObject<Q>; noun: Text },
) {
  const one = `${path}/:id` as const
  const says = (english: string, chinese: string): Text => ({
    'en-US': `${english} ${noun['en-US']}`,
    'zh-CN': `${chinese}${noun['zh-CN']}`,
  })
  return {
    list: get(path, `${permission}:query` as const, {
      query: PageQuery.extend(filter.shape),
      returns: page(item),
      ...(fields && { fields }),
    }),
    get: get(one, `${permission}:get` as const, { returns: item }),
    create: post(path, `${permission}:add` as const, {
      body: form,
      returns: item,
      says: says('Created', '新增'),
    }),
    update: put(one, `${permission}:edit` as const, {
      body: form,
      returns: item,
      says: says('Changed', '修改'),
    }),
    remove: del(one, `${permission}:delete` as const, { returns: z.null(), says: says('Deleted', '删除') }),
  }
}
