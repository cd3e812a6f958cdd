import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RolePermission } from '#shared/permissions.ts'
import { unitSystems } from '#shared/units.ts'

/** Point in time, UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Paths compare byte by byte; otherwise a subtree would not be a range. */
export const path = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * One tree: the provider, its agents and customers, with departments and farm teams as nodes inside them.
 * `path` is made of `number`s and ends with a dot ('1.4.12.'); a subtree is the range ['1.4.12.', '1.4.12/').
 */
export const office = pgTable(
  'office',
  {
    id: text().primaryKey(),
    number: integer().generatedAlwaysAsIdentity().unique(),
    parentId: text('parent_id').references((): AnyPgColumn => office.id),
    path: path().notNull().unique(),
    /** Path of the customer this node is or belongs to; null for the provider's and agents' own nodes. */
    farmPath: path('farm_path'),
    kind: text({ enum: ['provider', 'agent', 'customer', 'department'] }).notNull(),
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    /** Address of the logo of an organisation. */
    logo: text(),
    /** Who leads a department; notices to the department go to them. */
    headId: text('head_id').references((): AnyPgColumn => account.id, { onDelete: 'set null' }),
    /** Position among the children of its parent. */
    displayOrder: integer('display_order').notNull().default(0),
    timeZone: text('time_zone').notNull(),
    /** The day a flock is placed counts as day 0 or day 1; standards always use day 0. */
    placementDay: integer('placement_day').notNull().default(0),
    /** RA, "allowed to see the farm": until when the customer lets the offices above it see farm data. */
    farmAccessUntil: instant('farm_access_until'),
    /** RC, "allow remote control": until when they may read and change controller settings. */
    remoteControlUntil: instant('remote_control_until'),
    /**
     * On a customer's nodes: path of the provider's department that looks after it, null if there is none. Triggers keep it
     * in line with the customer's project manager.
     */
    carePath: path('care_path').references((): AnyPgColumn => office.path, {
      onUpdate: 'cascade',
      onDelete: 'set null',
    }),
    /** For agents, and customers that are agents too: their agent rights end at the end of this day in their time zone. */
    agentEndsOn: date('agent_ends_on', { mode: 'string' }),
    disabledAt: instant('disabled_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  table => [
    check('office_path_form', sql`${table.path} ~ '^([0-9]+\\.)+$'`),
    check('office_time_zone', sql`is_time_zone(${table.timeZone})`),
    check('office_placement_day', sql`${table.placementDay} in (0, 1)`),
    index('office_parent').on(table.parentId),
    // Includes the columns the policy reads, which only SQL can declare.
    index('office_care').on(table.carePath, table.path).where(sql`care_path is not null`),
    // `office_children`: by parent, in tree order; includes the columns the policy reads, which only SQL can declare.
    index('office_departments').on(table.path).where(sql`kind = 'department' and deleted_at is null`),
    // Both include the columns the policy reads, and the second the consent.
    index('office_shares').on(table.farmAccessUntil).where(sql`farm_access_until is not null`),
    index('office_customers').on(table.path).where(sql`kind = 'customer' and deleted_at is null`),
    index('office_outside_farms').on(table.path).where(sql`farm_path is null`),
  ],
)

/** The nodes in the care of each department of the provider, as in `care_path` of `office`; kept only by the database. */
export const officeInCare = pgTable(
  'office_in_care',
  {
    carePath: path('care_path').notNull(),
    path: path()
      .notNull()
      .unique()
      .references(() => office.path, { onDelete: 'cascade', onUpdate: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.carePath, table.path] })],
)

/** On every own and farm-data table; moving the office moves its rows. */
export const officePath = () =>
  path('office_path')
    .notNull()
    .references(() => office.path, { onUpdate: 'cascade' })

/** On farm data: path of the customer whose consent (RA) the offices above it need. */
export const farmPath = () =>
  path('farm_path')
    .notNull()
    .references(() => office.path, { onUpdate: 'cascade' })

export const account = pgTable(
  'account',
  {
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    username: text().notNull(),
    /** Lower case, because login ids and e-mails are unique case-insensitively. */
    usernameKey: text('username_key').notNull(),
    email: text(),
    emailKey: text('email_key'),
    passwordHash: text('password_hash').notNull(),
    /** A mailed password: valid besides the real one until it is first used or expires. */
    mailedPasswordHash: text('mailed_password_hash'),
    mailedPasswordUntil: instant('mailed_password_until'),
    /** Signed in with a mailed password: nothing else is served until it is changed. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** 1 provider staff, 2 customer user, 3 agent user. */
    kind: integer().notNull(),
    actualName: text('actual_name').notNull(),
    phone: text(),
    /** Kept by a trigger: somebody above their farm entered the number, and nobody of the farm has saved it since. */
    phoneFromAbove: boolean('phone_from_above').notNull().default(false),
    job: text(),
    sex: text({ enum: ['female', 'male', 'other'] }),
    /** Encrypted with the deployment's APP_SECRET. */
    idCard: text('id_card'),
    /** A stored image; null = the initials are drawn. */
    avatarId: text('avatar_id'),
    /** Chosen by the user, also for mails. */
    language: text({ enum: ['zh-CN', 'en-US'] }),
    languageChosenAt: instant('language_chosen_at'),
    timeZone: text('time_zone'),
    /** Chosen by the user, also for files and messages; null = metric. */
    units: text({ enum: unitSystems }),
    unitsChosenAt: instant('units_chosen_at'),
    disabledAt: instant('disabled_at'),
    /**
     * Somebody above the farm opened the account or redirected its mails: until an owner of the farm confirms it, or until
     * `heldUntil`, only a password that the user chose opens it.
     */
    heldAt: instant('held_at'),
    /** Null: until an owner confirms it. */
    heldUntil: instant('held_until'),
    lastActiveAt: instant('last_active_at'),
    /** The newest recorded visit of a screen; written only by the database. */
    lastVisitAt: instant('last_visit_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    /** The person asked for their data to be erased. */
    erasureAskedAt: instant('erasure_asked_at'),
    /** Their data was erased, by `erase_person` only: the account stays as the mark that histories refer to. */
    erasedAt: instant('erased_at'),
  },
  table => [
    check('account_time_zone', sql`is_time_zone(${table.timeZone})`),
    check('account_kind', sql`${table.kind} in (1, 2, 3)`),
    check('account_hold', sql`${table.heldUntil} is null or ${table.heldAt} is not null`),
    uniqueIndex('account_username').on(table.usernameKey).where(sql`${table.deletedAt} is null`),
    uniqueIndex('account_email').on(table.emailKey).where(sql`${table.deletedAt} is null`),
    index('account_office').on(table.officePath),
    // Counting reads only this index.
    index('account_present').on(table.officePath).where(sql`${table.deletedAt} is null`),
    index('account_last_visit').on(table.lastVisitAt, table.kind, table.officePath),
    index('account_by_created')
      .on(table.createdAt, table.id, table.officePath)
      .where(sql`${table.deletedAt} is null`),
    index('account_by_name')
      .on(table.actualName, table.id, table.officePath)
      .where(sql`${table.deletedAt} is null`),
  ],
)

export const role = pgTable(
  'role',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    /** A role holds only permissions whose audience includes its kind. */
    kind: integer().notNull(),
    builtIn: boolean('built_in').notNull().default(false),
    /** Key of a built-in role, such as `owner`: its names may change. */
    key: text(),
    permissions: jsonb().$type<RolePermission[]>().notNull(),
    /** For staff: people with only such roles see only the customers that their own department looks after. */
    departmentOnly: boolean('department_only').notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  table => [
    check('role_department_only', sql`not ${table.departmentOnly} or ${table.kind} = 1`),
    index('role_office').on(table.officePath),
    uniqueIndex('role_key').on(table.key),
  ],
)

export const accountRole = pgTable(
  'account_role',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    roleId: text('role_id')
      .notNull()
      .references(() => role.id),
    officePath: officePath(),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.roleId] }),
    index('account_role_role').on(table.roleId),
  ],
)

/** A signed-in browser or app. Only the SHA-256 of its token is stored. */
export const session = pgTable(
  'session',
  {
    /** By which its owner refers to it. */
    id: text().notNull().default(sql`gen_random_uuid()::text`).unique('session_id'),
    tokenHash: text('token_hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    ip: text(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** When its user last proved their identity. */
    provedAt: instant('proved_at').notNull().defaultNow(),
  },
  table => [index('session_account').on(table.accountId)],
)
