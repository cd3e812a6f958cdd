/** Specification section 5; of its two readings (4-32, 4-64) the longer holds. */
export const DEVICE_CODE = { min: 4, max: 64, pattern: /^[A-Za-z0-9\-_@.:;]+$/ } as const

/** Of an identity card, passport or other document. */
export const ID_CARD_MAX = 32
/** A user who was active this long ago is online still. ms */
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

/** No data of a house for this long is a warning, then critical. Seconds. */
export const NO_DATA_WARNING_S = 180
export const NO_DATA_CRITICAL_S = 600
/** A controller's clock this far from the server's is told of. ms */
export const CLOCK_OFF_MS = 120_000
/** After a start of the server, births are waited for. */
export const STARTUP_GRACE_S = 120
/** A value is stale after this many report intervals. */
export const STALE_INTERVALS = 3

/** A chart asks for at most this many points a series. */
export const CHART_POINTS = 2_000
/** Metrics of one chart, and of one file made of it. */
export const CHART_METRICS = 24
/** Reports of one Excel file that has every one of a period. */
export const CHART_REPORTS = 50_000
/** Alarms marked in one chart; of more the newest. */
export const CHART_ALARMS = 300
/** Houses one socket may watch at a time. */
export const WATCHED_HOUSES = 100
/** And customers: a page of their list, and the one that is open beside it. */
export const WATCHED_CUSTOMERS = 101
/** Browsers that one person is pushed to; the oldest give way. */
export const PUSH_BROWSERS = 10
/** Rows one call changes together. */
export const BULK_ROWS = 200
/** Houses of one group. */
export const GROUP_HOUSES = 500

/** What was deleted can be restored for this long, and the code of a device stays its own until then. ms */
export const RESTORABLE_MS = 30 * 86_400_000

/** Rows of a long history that are counted; beyond it is said that there are more. */
export const COUNTED_ROWS = 10_000

/** So long after somebody proved who they are they are not asked again. ms */
export const PROOF_MS = 600_000

/** Visits of screens that a browser tells at once, and those of one user that are kept of one day. */
export const VISITS_AT_ONCE = 100
export const VISITS_A_DAY = 5_000

/** Houses of one report, a page each. */
export const REPORT_HOUSES = 200
/** Days of one log of alarms. */
export const REPORT_DAYS = 92
/** Rows of one export; Excel holds twice as many. */
export const EXPORT_ROWS = 500_000
/** A file on a slow line takes longer than a call. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** Rows of one import, and bytes of its file. */
export const IMPORT_ROWS = 20_000
export const IMPORT_BYTES = 10 * 1024 * 1024
/** Of a picture as it is chosen; it is made smaller in the browser. Bytes */
export const IMAGE_BYTES = 20 * 1024 * 1024
/** A file of a person that no record names is kept for this long; so is an upload that nobody finished. ms */
export const LOOSE_FILE_MS = 86_400_000
/** An address of a file is good for this long, ms; whoever may read the file gets a new one. */
export const FILE_LINK_MS = 600_000
/** Jobs, their files and checked imports are kept for this long. ms */
export const JOB_KEPT_MS = 86_400_000

/** A customer lets the offices above it see and control its farm for at most this long. Days */
export const CONSENT_DAYS = 731
/** After the end of a trial its accounts may read for so many days; then they are closed. */
export const TRIAL_READ_DAYS = 14
/** Characters of a login id; also of the first administrator's. */
export const LOGIN_ID = { min: 3, max: 64, pattern: /^[A-Za-z0-9\-_@.]+$/ } as const
export const PASSWORD = { min: 8, max: 128 } as const
/** A password mailed to who forgot theirs works so long, and one mailed with an invitation. ms */
export const MAILED_PASSWORD_MS = { forgotten: 30 * 60_000, invitation: 7 * 86_400_000 } as const
/**
 * An account that somebody above a farm opened opens without an owner's word only so much later: where there is no owner to
 * ask, and that of another owner beside one who may be out of reach. days
 */
export const HOLD_DAYS = { nobodyToAsk: 3, anotherOwner: 14 } as const
