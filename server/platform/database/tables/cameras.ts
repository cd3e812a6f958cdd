import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  cameraKinds,
  cameraStatuses,
  cameraTransports,
  type ProbeStep,
  streamNames,
} from '#shared/cameras.ts'
import { house } from './farms.ts'
import { farmPath, instant, office, officePath, path } from './offices.ts'

/** Why a probe or a picture failed; the words of the media engine. */
const faults = [
  'unreachable',
  'refusedAddress',
  'wrongPassword',
  'noOnvif',
  'noStream',
  'unsupportedCodec',
  'damaged',
  'notRegistered',
  'noChannelsFound',
] as const

/** What a device that signs in by itself has told. Instants as text. */
export interface GbKnown {
  /** Null while it is away. */
  registeredAt?: string | null
  keptAliveAt?: string | null
  catalogAt?: string | null
  /** Pictures in its catalogue. */
  found?: number
  manufacturer?: string
  model?: string
  firmware?: string
  /** The last thing it reported by itself. */
  alarm?: { at: string; channelId: string; method: string; description: string }
}

/** What a camera told of itself by ONVIF. */
export interface OnvifKnown {
  manufacturer: string
  model: string
  firmware: string
  /** How far its clock is ahead of ours; behind if negative. s */
  clockOffS: number
  /** Pictures that it has. */
  found: number
  /** Its recorder plays what it kept by time. */
  canReplay?: boolean
}

/** A camera or recorder: farm data. */
export const camera = pgTable(
  'camera',
  {
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    code: text().notNull(),
    /** Lower case: codes are unique in a farm without regard to case. */
    codeKey: text('code_key').notNull(),
    name: text().notNull(),
    kind: text({ enum: cameraKinds }).notNull().default('rtsp'),
    /** As shown: without user, password and passwords in its path. */
    address: text().notNull(),
    /** The whole address with user and password; encrypted. */
    source: text().notNull(),
    hasCredentials: boolean('has_credentials').notNull().default(false),
    transport: text({ enum: cameraTransports }).notNull().default('tcp'),
    remoteIp: text('remote_ip').notNull(),
    remotePort: integer('remote_port').notNull(),
    status: text({ enum: cameraStatuses }).notNull().default('UNACTIVE'),
    statusSince: instant('status_since').notNull().defaultNow(),
    lastKeepAliveAt: instant('last_keep_alive_at'),
    probedAt: instant('probed_at'),
    /** Null while the last probe succeeded, or there was none. */
    fault: text({ enum: faults }),
    faultDetail: text('fault_detail'),
    codec: text(),
    width: integer(),
    height: integer(),
    framesPerSecond: real('frames_per_second'),
    /** The last test somebody asked for, and what it found once it ended. */
    testAskedAt: instant('test_asked_at'),
    testEndedAt: instant('test_ended_at'),
    testSteps: jsonb('test_steps').$type<{ step: ProbeStep; ok: boolean; problem: string | null }[]>(),
    /** Of GB28181: its id, once in the installation, and what it has told. */
    gbId: text('gb_id'),
    gb: jsonb().$type<GbKnown>(),
    /** Of ONVIF: what it told when it was last asked. */
    onvif: jsonb().$type<OnvifKnown>(),
    /** Kept by a trigger. */
    channelCount: integer('channel_count').notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('camera_port', sql`${table.remotePort} between 0 and 65535`),
    uniqueIndex('camera_gb').on(table.gbId).where(sql`gb_id is not null`),
    uniqueIndex('camera_code').on(table.farmPath, table.codeKey),
    index('camera_scope').on(table.officePath, table.createdAt),
    index('camera_office').on(table.officeId, table.name),
  ],
)

/** One picture of a camera; farm data of the office whose house it shows. */
export const cameraChannel = pgTable(
  'camera_channel',
  {
    id: text().primaryKey(),
    cameraId: text('camera_id')
      .notNull()
      .references(() => camera.id, { onDelete: 'cascade' }),
    /** That of its house, and changed along with it; without a house that of the camera. */
    officePath: path('office_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade' }),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    number: integer().notNull(),
    name: text().notNull(),
    /** Its own path at the camera's host; of ONVIF its profile; empty: the camera's address. */
    path: text().notNull().default(''),
    /** That of its small picture; empty: it has none. */
    subPath: text('sub_path').notNull().default(''),
    /** It told that it can be turned. */
    canMove: boolean('can_move').notNull().default(false),
    houseId: text('house_id'),
    enabled: boolean().notNull().default(true),
    /** Its last minutes are kept, so that alarms of its house have a clip. */
    records: boolean().notNull().default(false),
    /** A picture is kept every few minutes. */
    films: boolean().notNull().default(false),
    /** The camera's, kept by a trigger: who sees a house may not see its camera's row. */
    status: text({ enum: cameraStatuses }).notNull().default('UNACTIVE'),
    fault: text({ enum: faults }),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('camera_channel_number', sql`${table.number} > 0`),
    foreignKey({
      name: 'camera_channel_house',
      columns: [table.houseId, table.officePath],
      foreignColumns: [house.id, house.officePath],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    uniqueIndex('camera_channel_of_camera').on(table.cameraId, table.number),
    index('camera_channel_scope').on(table.officePath),
    index('camera_channel_of_house').on(table.houseId, table.officePath).where(sql`house_id is not null`),
  ],
)

/** A right to open one live picture, once, within seconds; bound to a session. */
export const liveTicket = pgTable('live_ticket', {
  /** Hash of the token in the address. */
  tokenHash: text('token_hash').primaryKey(),
  /** Hash of the session's token. */
  sessionHash: text('session_hash').notNull(),
  channelId: text('channel_id')
    .notNull()
    .references(() => cameraChannel.id, { onDelete: 'cascade' }),
  stream: text({ enum: streamNames }).notNull().default('main'),
  /** Of what the camera's own recorder kept; null: live. */
  fromAt: instant('from_at'),
  toAt: instant('to_at'),
  expiresAt: instant('expires_at').notNull(),
})
