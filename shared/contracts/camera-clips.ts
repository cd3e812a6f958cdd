import { z } from 'zod'
import { del, get, Id, PageQuery, page, post, put, secret, unsaid, Version } from '../endpoint.ts'
import { CLIP_LINK_DAYS, CLIP_SECONDS, FILM } from '../limits.ts'
import { line } from '../line.ts'
import { CUSTOMER } from '../permissions.ts'
import { clipStates, recorderStops } from '../recordings.ts'
import { text } from '../text.ts'

const Moment = z.iso.datetime()

/** A stretch of a camera's recording that is kept as a file. */
export const CameraClip = z.object({
  id: Id,
  /** Empty until somebody gives it one. */
  name: z.string(),
  channelName: z.string(),
  houseId: Id.nullable(),
  houseName: z.string().nullable(),
  /** The house's. */
  timeZone: z.string(),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
  fromAt: Moment,
  toAt: Moment,
  /** When the alarm was raised that it was made for; null for one that somebody cut. */
  alarmAt: Moment.nullable(),
  state: z.enum(clipStates),
  bytes: z.number().int(),
  /** Others are deleted after some weeks. */
  isKept: z.boolean(),
  /** Links to it that hold. */
  links: z.number().int(),
  version: z.number().int(),
  createdAt: Moment,
})
export type CameraClip = z.infer<typeof CameraClip>

/** Somebody without an account to whom a clip was given. */
export const ClipLink = z.object({
  id: Id,
  forWhom: z.string(),
  /** The last day, by the farm's calendar, ends then. */
  expiresAt: Moment,
  endedAt: Moment.nullable(),
  views: z.number().int(),
  viewedAt: Moment.nullable(),
})
export type ClipLink = z.infer<typeof ClipLink>

const path = '/admin/auth/camera-clips'
const reads = ['chicken_home_manage:query', 'camera_manage:query'] as const
const watches = ['chicken_home_manage:get', 'camera_manage:get'] as const
const edits = ['chicken_home_manage:edit', 'camera_manage:edit'] as const

const Address = z.object({
  /** Opens it for this session, for some minutes, while it may be seen. */
  url: secret(z.string()),
  until: Moment,
})

/** Clips of cameras are farm data, like the live picture: offices above a customer see them only while it shares its farm. */
export const cameraClips = {
  list: get(path, reads, {
    query: PageQuery.omit({ sort: true }).extend({
      houseId: Id.optional(),
      channelId: Id.optional(),
      /** Those that show this moment. */
      at: Moment.optional(),
      isKept: z.enum(['yes', 'no']).optional(),
    }),
    returns: page(CameraClip),
  }),
  get: get(`${path}/:id`, watches, { returns: CameraClip }),
  play: post(`${path}/:id/play`, watches, {
    inPerson: true,
    wantsProof: false,
    whenReadOnly: true,
    changes: null,
    returns: Address,
    says: text('观看录像片段“{name}”', 'Watched clip “{name}”'),
  }),
  update: put(`${path}/:id`, edits, {
    body: z.object({ name: line(100), isKept: z.boolean(), version: Version.optional() }),
    returns: CameraClip,
    says: text('修改录像片段“{name}”', 'Changed clip “{name}”'),
  }),
  remove: del(`${path}/:id`, edits, {
    returns: z.null(),
    says: text('删除录像片段“{name}”', 'Deleted clip “{name}”'),
  }),
  links: get(`${path}/:id/links`, edits, { returns: z.array(ClipLink) }),
  /** Gives a clip to somebody without an account. Only the farm's own people do. */
  addLink: post(`${path}/:id/links`, edits, {
    wantsProof: false,
    inPerson: true,
    // Only the farm's own people give its pictures away.
    kinds: [CUSTOMER],
    body: z.object({
      forWhom: line(100).min(1),
      days: z.number().int().min(1).max(CLIP_LINK_DAYS),
    }),
    returns: z.object({ token: secret(z.string()), link: ClipLink }),
    says: text('把录像片段“{name}”分享给“{forWhom}”', 'Shared clip “{name}” with {forWhom}'),
  }),
  endLink: post(`${path}/:id/links/end`, edits, {
    wantsProof: false,
    whenReadOnly: true,
    body: z.object({ linkId: Id }),
    returns: z.null(),
    says: text('停止分享录像片段“{name}”', 'Ended a link to clip “{name}”'),
  }),
  /** What somebody with a link sees; each call is a line of the owner's log. */
  linked: get('/admin/open/camera-clips/:token', 'public', {
    returns: z.object({
      name: z.string(),
      houseName: z.string().nullable(),
      farmName: z.string(),
      timeZone: z.string(),
      fromAt: Moment,
      toAt: Moment,
      alarmAt: Moment.nullable(),
      forWhom: z.string(),
      expiresAt: Moment,
      bytes: z.number().int(),
      url: secret(z.string()),
    }),
  }),
}

const recordings = '/admin/auth/camera-recordings'

/** What is recorded of a channel. */
export const Recording = z.object({
  id: Id,
  /** The last minutes are kept. */
  records: z.boolean(),
  /** A picture is kept every few minutes. */
  films: z.boolean(),
  /** Why nothing is recorded although it should be. */
  stopped: z.enum(recorderStops).nullable(),
  /** What is there now, without holes. */
  spans: z.array(z.object({ fromAt: Moment, toAt: Moment })),
})
export type Recording = z.infer<typeof Recording>

/** Recording of channels; `:id` is the channel's. */
export const cameraRecordings = {
  get: get(`${recordings}/:id`, watches, { returns: Recording }),
  /** Off by default. Switched off, what was recorded is deleted at once; clips and films stay. */
  change: post(`${recordings}/:id/switch`, 'camera_manage:edit', {
    wantsProof: false,
    body: z.object({ records: z.boolean(), films: z.boolean() }),
    returns: Recording,
    says: text('设置通道“{name}”的录像', 'Set the recording of channel “{name}”'),
  }),
  /** Cuts a clip out of what is recorded. */
  cut: post(`${recordings}/:id/clips`, watches, {
    wantsProof: false,
    changes: path,
    body: z
      .object({ name: line(100).default(''), fromAt: Moment, toAt: Moment })
      .refine(({ fromAt, toAt }) => Date.parse(fromAt) < Date.parse(toAt), { path: ['toAt'] })
      .refine(({ fromAt, toAt }) => Date.parse(toAt) - Date.parse(fromAt) <= CLIP_SECONDS.most * 1_000, {
        path: ['toAt'],
      }),
    returns: CameraClip,
    says: text('从通道“{name}”截取录像片段', 'Cut a clip from channel “{name}”'),
  }),
  /** The film of a channel over some days: when each of its pictures was taken, and where it is fetched. */
  film: post(`${recordings}/:id/film`, watches, {
    inPerson: true,
    wantsProof: false,
    whenReadOnly: true,
    changes: null,
    body: z
      .object({ fromAt: Moment, toAt: Moment })
      .refine(({ fromAt, toAt }) => Date.parse(fromAt) < Date.parse(toAt), { path: ['toAt'] })
      .refine(
        ({ fromAt, toAt }) =>
          Date.parse(toAt) - Date.parse(fromAt) <= FILM.shownDays * 86_400_000 + 7_200_000,
        { path: ['toAt'] },
      ),
    returns: z.object({
      /** ms since 1970, the oldest first. */
      pictures: unsaid(z.array(z.number())),
      /** How long each shows in the film. s */
      seconds: z.number(),
      /** Null without pictures. */
      address: Address.nullable(),
    }),
    says: text('查看通道“{name}”的延时影片', 'Watched the film of channel “{name}”'),
  }),
}
