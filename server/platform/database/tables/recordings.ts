import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { clipStates, recorderStops } from '#shared/recordings.ts'
import { cameraChannel } from './cameras.ts'
import { house } from './farms.ts'
import { farmPath, instant, office, path } from './offices.ts'

/** A stretch of a camera's recording that is kept as a file; farm data of the office whose house it shows. */
export const cameraClip = pgTable(
  'camera_clip',
  {
    id: text().primaryKey(),
    /** That of its house, and changed along with it; without a house that of the channel. */
    officePath: path('office_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade' }),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    /** Null once the channel was deleted. */
    channelId: text('channel_id').references(() => cameraChannel.id, { onDelete: 'set null' }),
    /** Its name when the clip was made. */
    channelName: text('channel_name').notNull(),
    houseId: text('house_id'),
    name: text().notNull().default(''),
    /** Asked for; once it is ready, what it shows. */
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull(),
    /** When the alarm was raised that it was made for; null for one that somebody cut. */
    alarmAt: instant('alarm_at'),
    state: text({ enum: clipStates }).notNull().default('waiting'),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Somebody decided to keep it. */
    isKept: boolean('is_kept').notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('camera_clip_span', sql`${table.fromAt} < ${table.toAt}`),
    foreignKey({
      name: 'camera_clip_house',
      columns: [table.houseId, table.officePath],
      foreignColumns: [house.id, house.officePath],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    unique('camera_clip_place').on(table.id, table.officePath),
    index('camera_clip_scope').on(table.officePath, table.fromAt),
    index('camera_clip_farm').on(table.farmPath),
    index('camera_clip_house_at').on(table.houseId, table.officePath, table.fromAt),
    index('camera_clip_channel').on(table.channelId, table.fromAt),
    index('camera_clip_waiting').on(table.toAt).where(sql`state = 'waiting'`),
  ],
)

/** A clip given to somebody without an account, until a day. */
export const clipLink = pgTable(
  'clip_link',
  {
    id: text().primaryKey(),
    clipId: text('clip_id').notNull(),
    /** The clip's, and changed along with it. */
    officePath: path('office_path').notNull(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    /** Hash of the token in its address. */
    tokenHash: text('token_hash').notNull(),
    /** Who has it, in the farm's words. */
    forWhom: text('for_whom').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    views: integer().notNull().default(0),
    viewedAt: instant('viewed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    foreignKey({
      name: 'clip_link_clip',
      columns: [table.clipId, table.officePath],
      foreignColumns: [cameraClip.id, cameraClip.officePath],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    uniqueIndex('clip_link_token').on(table.tokenHash),
    index('clip_link_of_clip').on(table.clipId, table.officePath),
    index('clip_link_scope').on(table.officePath),
    index('clip_link_farm').on(table.farmPath),
  ],
)

/** The address of a clip, or of a channel's film over some days, for the session that asked. */
export const filmTicket = pgTable(
  'film_ticket',
  {
    /** Hash of the token in the address. */
    tokenHash: text('token_hash').primaryKey(),
    /** Hash of the session's token. */
    sessionHash: text('session_hash').notNull(),
    clipId: text('clip_id').references(() => cameraClip.id, { onDelete: 'cascade' }),
    channelId: text('channel_id').references(() => cameraChannel.id, { onDelete: 'cascade' }),
    /** Of a film: the moments of its pictures, ms since 1970. */
    pictures: bigint({ mode: 'number' }).array(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('film_ticket_clip').on(table.clipId), index('film_ticket_channel').on(table.channelId)],
)

/** A picture of a channel's film; its bytes are in a file beside the recordings. */
export const filmPicture = pgTable(
  'film_picture',
  {
    channelId: text('channel_id')
      .notNull()
      .references(() => cameraChannel.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The house that the channel showed then: nobody sees another's pictures by a channel that was bound anew. */
    houseId: text('house_id'),
    bytes: integer().notNull(),
    /** Hash of the beginning of its file: pictures of one film have the same. */
    shape: text().notNull(),
  },
  table => [primaryKey({ columns: [table.channelId, table.at] }), index('film_picture_at').on(table.at)],
)

/** The process that records, and how it goes. One row. */
export const cameraRecorder = pgTable('camera_recorder', {
  id: integer().primaryKey(),
  processId: text('process_id').notNull(),
  /** Another process takes over after this. */
  until: instant('until').notNull(),
  /** Of all rings. */
  ringBytes: bigint('ring_bytes', { mode: 'number' }).notNull().default(0),
  channels: integer().notNull().default(0),
  stopped: text({ enum: recorderStops }),
})
