/** Specification section 5; of its two readings (4-32, 4-64) the longer one applies. */
export const DEVICE_CODE = { min: 4, max: 64, pattern: /^[A-Za-z0-9\-_@.:;]+$/ } as const

/** Of an identity card, passport or other document. */
export const ID_CARD_MAX = 32
/** A user who was active within this time is still online. ms */
export const ONLINE_MS = 300_000

/** Specification sections 7 and 9. */
export const REQUEST_TIMEOUT_MS = 6_000
export const TOKEN_LIFETIME_MS = 604_800_000
export const UNREAD_POLL_MS = 30_000
export const HEARTBEAT_IDLE_MS = 60_000
export const HEARTBEAT_ANSWER_MS = 60_000
export const RECONNECT_MS = 2_000
export const RELOAD_AFTER_MS = 1_500
export const CHUNK_TIMEOUT_MS = 120_000

/** No data of a house for this long is a warning, then critical, unless its farm has set other limits. Seconds. */
export const NO_DATA_WARNING_S = 180
export const NO_DATA_CRITICAL_S = 600
/** What a farm may set for a house instead. Seconds. */
export const NO_DATA_LEAST_S = 120
export const NO_DATA_MOST_S = 1_800
/** Staff are told of a disk with less free than this share, or than these bytes: a small one fills sooner. */
export const DISK_LOW = { share: 0.1, bytes: 2e9 }
/** With less free than this nothing may be stored soon. Bytes */
export const DISK_FULL = 256e6
/** A controller's clock this far from the server's is reported. ms */
export const CLOCK_OFF_MS = 120_000
/** An alarm that comes back within this time is the same one, counted again; a grave one still rings again. ms */
export const REPEAT_MS = 15 * 60_000
/** How long births are awaited after a start of the server. */
export const STARTUP_GRACE_S = 120
/** Most that a meter shows. L, kg, eggs */
export const METER_READING = 1e9
/** A value is stale after this many report intervals. */
export const STALE_INTERVALS = 3

/** Most points per series that a chart requests. */
export const CHART_POINTS = 2_000
/** Points of all its series together: the answer is written on the thread that takes readings. */
export const CHART_POINTS_IN_ALL = 15_000
/** Most metrics in one chart, and in a file made from it. */
export const CHART_METRICS = 24
/** Most reports in an Excel file with every report of a period. */
export const CHART_REPORTS = 50_000
/** Most alarms marked in one chart, newest first. */
export const CHART_ALARMS = 300
/** Most houses one socket may watch at a time. */
export const WATCHED_HOUSES = 100
/** Most customers: a page of their list, and the one open beside it. */
export const WATCHED_CUSTOMERS = 101
/** Most browsers that one person gets pushes on; the oldest are dropped. */
export const PUSH_BROWSERS = 10
/** Most rows that one call changes together. */
export const BULK_ROWS = 200
/** Most houses in one group. */
export const GROUP_HOUSES = 500

/** How long a deleted record can be restored, and a device's code stays reserved. ms */
export const RESTORABLE_MS = 30 * 86_400_000

/** Rows of a long history that are counted; beyond it the total only says that there are more. */
export const COUNTED_ROWS = 10_000

/** How long nobody is asked for proof again after giving it. ms */
export const PROOF_MS = 600_000

/** Most screen visits a browser sends at once, and most kept for one user and day. */
export const VISITS_AT_ONCE = 100
export const VISITS_A_DAY = 5_000

/** Most houses in one report, a page each. */
export const REPORT_HOUSES = 200
/** Most days in one log of alarms. */
export const REPORT_DAYS = 92
/** Most rows in one export; Excel holds twice as many. */
export const EXPORT_ROWS = 500_000
/** A file on a slow line takes longer than a call. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** Most rows in one import, and most bytes of its file. */
export const IMPORT_ROWS = 20_000
export const IMPORT_BYTES = 10 * 1024 * 1024
/** Of a file of readings: two years by five minutes. */
export const READING_ROWS = 250_000
export const READING_BYTES = 40 * 1024 * 1024
/** Readings older than this are not imported: quarter hours are kept for three years. Days */
export const READING_DAYS = 3 * 365 - 1
/** Most bytes of a picture as chosen; the browser makes it smaller. */
export const IMAGE_BYTES = 20 * 1024 * 1024
/** Most bytes of a voice note or short video: a minute as a phone films it. */
export const RECORDING_BYTES = 60 * 1024 * 1024
/** Longest voice note and video that the page records; seconds. Longer ones end by themselves. */
export const RECORDING_S = { voice: 300, video: 60 } as const
/** Most bytes of files one person's browser keeps until there is a network. */
export const KEPT_FILES_BYTES = 300 * 1024 * 1024
/** How long the browser keeps a file that nothing unsent names. ms */
export const KEPT_FILE_MS = 14 * 86_400_000
/** How long a person's file that no record names is kept, and an unfinished upload. ms */
export const LOOSE_FILE_MS = 86_400_000
/** How long the address of a file is valid, ms; anyone who may read the file gets a new one. */
export const FILE_LINK_MS = 600_000
/** How long jobs, their files and checked imports are kept. ms */
export const JOB_KEPT_MS = 86_400_000

/** Longest time for which a customer can let the offices above it see and control its farm. Days */
export const CONSENT_DAYS = 731
/** Days for which accounts may read after the end of a trial; then they are closed. */
export const TRIAL_READ_DAYS = 14
/** Characters of a login id, including the first administrator's. */
export const LOGIN_ID = { min: 3, max: 64, pattern: /^[A-Za-z0-9\-_@.]+$/ } as const
export const PASSWORD = { min: 8, max: 128 } as const
/** How long a mailed password works: for a forgotten one, and with an invitation. ms */
export const MAILED_PASSWORD_MS = { forgotten: 30 * 60_000, invitation: 7 * 86_400_000 } as const
/**
 * How much later an account created by somebody above a farm opens without an owner's word: if there is no owner to
 * ask, and for a second owner while the first may be out of reach. days
 */
export const HOLD_DAYS = { nobodyToAsk: 3, anotherOwner: 14 } as const

/** What the ring of a recorded channel keeps, minutes, and all rings together, bytes. */
export const RING = { minutes: 30, bytes: 8e9 } as const
/** Recording stops with less free on its disk than this, and goes on once there is half as much again. Bytes */
export const RECORDING_FREE = 1e9
/** A clip of an alarm begins and ends this long before and after it; no clip is longer than `most`. Seconds */
export const CLIP_SECONDS = { around: 120, most: 600 } as const
/** Longest stretch that is played from a recorder at once; how old it may be. */
export const REPLAY = { minutes: 60, days: 366 } as const
/** Days that a clip is kept which nobody decided to keep, and bytes of all clips of a farm. */
export const CLIP_DAYS = 30
export const CLIPS_OF_FARM_BYTES = 5e9
/** Longest that a clip can be given to somebody without an account, days, and most such links of one clip. */
export const CLIP_LINK_DAYS = 30
export const CLIP_LINKS = 20
/** How long the address of a clip or film opens it, for the session that asked. ms */
export const FILM_TICKET_MS = 600_000
/**
 * A film has a picture every so many minutes, all for `fineDays`, then one an hour, and ends after `days`; bytes of all films
 * together, and most pictures and days of one that is shown.
 */
export const FILM = {
  everyMinutes: 10,
  fineDays: 14,
  days: 400,
  bytes: 8e9,
  pictures: 300,
  shownDays: 7,
} as const
/** Most live pictures that one account has open at a time: two full grids. */
export const LIVE_PICTURES = 32

/** Characters of a register map: some 1,000 registers, each with a comment. And bytes of the call that brings it. */
export const MAP_LENGTH = 100_000
export const MAP_BYTES = 400_000
