import { z } from 'zod'
import {
  CAMERA_CHANNELS,
  CAMERA_PRESETS,
  cameraKinds,
  cameraMoves,
  cameraProblems,
  cameraStatuses,
  cameraTransports,
  GB_PASSWORD,
  gbTransports,
  probeSteps,
  streamNames,
} from '../cameras.ts'
import { valuesOf } from '../choices.ts'
import { counted, crud, del, get, Id, PageQuery, page, post, put, secret, Version } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { urgencies } from '../house-urgency.ts'
import { DEVICE_CODE, REPLAY } from '../limits.ts'
import { line } from '../line.ts'
import { pictureWays } from '../live-pictures.ts'
import { STAFF } from '../permissions.ts'
import { text } from '../text.ts'

/** Under which a camera asks for them; no answer has them. Empty or left out: none, or unchanged. */
const credentials = {
  username: secret(line(64).nullish()),
  password: secret(z.string().max(128).nullish()),
}
const code = z.string().trim().min(DEVICE_CODE.min).max(DEVICE_CODE.max).regex(DEVICE_CODE.pattern)

export const CameraForm = z.object({
  /** Left out for a new camera: one is made up. */
  code: code.nullish(),
  name: line(100).min(1),
  /** `rtsp://host[:port]/path`, of ONVIF `host[:port]`; user and password in it are taken out and stored as such. */
  address: line(500).min(1),
  ...credentials,
})
/** A new camera. */
export const NewCamera = CameraForm.extend({
  /** One that we call. */
  kind: z.enum(['rtsp', 'onvif']).default('rtsp'),
  /** The customer, or part of it, that the camera belongs to. */
  officeId: Id,
  /** The house that its first channel shows. */
  houseId: Id.nullish(),
})
const ChangedCamera = CameraForm.extend({
  /** Removes the stored user and password. */
  forgetCredentials: z.boolean().optional(),
  /** Of a device that signs in by itself, one of its ways; that of another camera cannot be chosen. */
  transport: z.enum(cameraTransports).optional(),
  version: Version.optional(),
})
export type ChangedCamera = z.output<typeof ChangedCamera>

/** A device that signs in by itself (GB/T 28181): what is entered on its page too. */
const NewGbCamera = z.object({
  code: code.nullish(),
  name: line(100).min(1),
  officeId: Id,
  /** The house that its first channel shows. */
  houseId: Id.nullish(),
  /** 20 digits, once in the installation. */
  deviceId: z.string().regex(/^\d{20}$/),
  password: secret(z.string().min(GB_PASSWORD.min).max(GB_PASSWORD.max).regex(GB_PASSWORD.pattern)),
  transport: z.enum(gbTransports).default('tcpPassive'),
})
export type NewGbCamera = z.output<typeof NewGbCamera>

/** What is entered on the page of a device, but for its password. */
const GbValues = z.object({
  serverId: z.string(),
  domain: z.string(),
  address: z.string(),
  port: z.number().int(),
  /** One that is free. */
  deviceId: z.string(),
})

/** What a device that signs in by itself has done and told. */
const GbDevice = z.object({
  deviceId: z.string(),
  /** Null while it is away. */
  registeredAt: z.iso.datetime().nullable(),
  /** Since it signed in. */
  keptAliveAt: z.iso.datetime().nullable(),
  catalogAt: z.iso.datetime().nullable(),
  /** Pictures in its catalogue; null before it was read. */
  found: z.number().int().nullable(),
  /** Manufacturer, model and firmware as it says. */
  says: z.string(),
  /** The last thing it reported by itself. */
  alarm: z.object({ at: z.iso.datetime(), description: z.string() }).nullable(),
})
export type GbDevice = z.infer<typeof GbDevice>

/** What a camera of ONVIF told of itself. */
const OnvifDevice = z.object({
  /** Manufacturer, model and firmware as it says. */
  says: z.string(),
  /** How far its clock is ahead of ours; behind if negative. s */
  clockOffS: z.number().int(),
  /** Pictures that it has. */
  found: z.number().int(),
})

/** A camera that answered in the server's own network. */
const FoundCamera = z.object({
  address: z.string(),
  /** Name and hardware as it says. */
  says: z.string(),
})
export type FoundCamera = z.infer<typeof FoundCamera>

const streamPath = line(300)
  .regex(/^(\/\S*)?$/)
  .default('')
const channelForm = {
  number: z.number().int().min(1).max(CAMERA_CHANNELS),
  name: line(100).min(1),
  /** Its own path at the camera's host, such as `/Streaming/Channels/201`; empty: the camera's address. */
  streamPath,
  /** That of its small picture, for tiles; empty: it has none. */
  subPath: streamPath,
  houseId: Id.nullish(),
  enabled: z.boolean().default(true),
}
export const ChannelForm = z.object({ ...channelForm, version: Version.optional() })

export const CameraChannel = z.object({
  id: Id,
  cameraId: Id,
  number: z.number().int(),
  name: z.string(),
  streamPath: z.string(),
  subPath: z.string(),
  /** A camera of ONVIF told that it can be turned. */
  canMove: z.boolean(),
  houseId: Id.nullable(),
  houseName: z.string().nullable(),
  enabled: z.boolean(),
  version: z.number().int(),
})
export type CameraChannel = z.infer<typeof CameraChannel>

const Problem = z.enum(valuesOf(cameraProblems))

/** What a test of the camera found. */
const CameraTest = z.object({
  askedAt: z.iso.datetime(),
  /** Null while it runs. */
  endedAt: z.iso.datetime().nullable(),
  steps: z.array(z.object({ step: z.enum(probeSteps), ok: z.boolean(), problem: Problem.nullable() })),
})

export const Camera = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(cameraKinds),
  officeId: Id,
  officeName: z.string(),
  /** Without user and password. */
  address: z.string(),
  hasCredentials: z.boolean(),
  channelCount: z.number().int(),
  channels: z.array(CameraChannel),
  status: z.enum(cameraStatuses),
  statusSince: z.iso.datetime(),
  transport: z.enum(cameraTransports),
  /** Where it was last reached; the host of its address before that. */
  remoteIp: z.string(),
  remotePort: z.number().int(),
  /** When it last answered a probe, or sent a picture. */
  lastKeepAliveAt: z.iso.datetime().nullable(),
  /** Why it shows no picture; null while it does, or while nothing is known yet. */
  problem: Problem.nullable(),
  /** What the problem is about, such as the video format found. */
  problemDetail: z.string().nullable(),
  codec: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  framesPerSecond: z.number().nullable(),
  /** The last test that somebody asked for. */
  test: CameraTest.nullable(),
  /** Null for a camera that is called, not one that calls. */
  gb: GbDevice.nullable(),
  /** Null but for a camera of ONVIF that has answered. */
  onvif: OnvifDevice.nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type Camera = z.infer<typeof Camera>

export const CameraFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(cameraStatuses).optional(),
  officeId: Id.optional(),
})

const path = '/admin/auth/cameras'
const everyday = crud(path, 'camera_manage', {
  item: Camera,
  form: NewCamera,
  filter: CameraFilter,
  noun: text('摄像头“{name}”', 'camera “{name}”'),
})

/** Cameras are farm data: offices above a customer see and change them only while it shares its farm (RA). */
export const cameras = {
  ...excelExport(path, 'camera_manage', { filter: CameraFilter, noun: text('摄像头', 'cameras') }),
  list: everyday.list,
  counts: counted(path, 'camera_manage:query', CameraFilter, ['status']),
  get: everyday.get,
  // Installers enter passwords in the house.
  create: { ...everyday.create, wantsProof: false },
  /** What to enter on the page of a device that shall sign in by itself; null where none may. */
  gbValues: get(`${path}/gb28181`, 'camera_manage:add', { returns: GbValues.nullable() }),
  createGb: post(`${path}/gb28181`, 'camera_manage:add', {
    wantsProof: false,
    body: NewGbCamera,
    returns: Camera,
    says: text('新增 GB28181 设备“{name}”', 'Created GB28181 device “{name}”'),
  }),
  /** Cameras of ONVIF that answer in the server's own network, of those in `CAMERA_NETWORKS`: whose they are only the installation knows. */
  discover: post(`${path}/discover`, 'camera_manage:add', {
    kinds: [STAFF],
    wantsProof: false,
    changes: null,
    returns: z.array(FoundCamera),
    says: null,
  }),
  /** Reads the channels of a device that signs in by itself. */
  readChannels: post(`${path}/:id/read-channels`, 'camera_manage:edit', {
    returns: Camera,
    says: text('读取设备“{name}”的通道', 'Read the channels of device “{name}”'),
  }),
  update: put(`${path}/:id`, 'camera_manage:edit', {
    wantsProof: false,
    body: ChangedCamera,
    returns: Camera,
    says: text('修改摄像头“{name}”', 'Changed camera “{name}”'),
  }),
  remove: everyday.remove,
  enable: post(`${path}/:id/enable`, 'camera_manage:enable', {
    returns: Camera,
    says: text('启用摄像头“{name}”', 'Enabled camera “{name}”'),
  }),
  /** Ends its running pictures at once. */
  disable: post(`${path}/:id/disable`, 'camera_manage:disable', {
    returns: Camera,
    says: text('禁用摄像头“{name}”', 'Disabled camera “{name}”'),
  }),
  /** Tries the camera step by step; `test` of the camera has the result when it ended. */
  probe: post(`${path}/:id/probe`, 'camera_manage:get', {
    returns: Camera,
    says: text('测试摄像头“{name}”', 'Tested camera “{name}”'),
  }),
  /** Houses that a channel of this customer can show. */
  houseOptions: get(`${path}/house-options`, 'signedIn', {
    programsWith: ['camera_manage:query', 'chicken_home_manage:query'],
    query: z.object({
      search: z.string().trim().max(100).optional(),
      /** Only those of the customer that this office is or belongs to. */
      customerOf: Id.optional(),
    }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  addChannel: post(`${path}/:id/channels`, 'camera_manage:edit', {
    body: ChannelForm,
    returns: Camera,
    says: text('为摄像头“{name}”添加通道', 'Added a channel to camera “{name}”'),
  }),
}

/** A channel as those see it who look into houses. */
export const WatchedChannel = z.object({
  id: Id,
  name: z.string(),
  number: z.number().int(),
  cameraName: z.string(),
  /** How its camera is reached: what can be done about a problem depends on it. */
  kind: z.enum(cameraKinds),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
  houseId: Id.nullable(),
  houseName: z.string().nullable(),
  /** How urgent the house is; null without one. */
  urgency: z.enum(urgencies).nullable(),
  status: z.enum(cameraStatuses),
  problem: Problem.nullable(),
  /** It may be possible to turn it from here. */
  canMove: z.boolean(),
  /** It has a small picture for tiles. */
  hasSub: z.boolean(),
  /** Its own recorder may be asked for what it kept. */
  canReplay: z.boolean(),
  /** How its pictures can reach the browser, the better one first. */
  ways: z.array(z.enum(pictureWays)),
})
export type WatchedChannel = z.infer<typeof WatchedChannel>

const channels = '/admin/auth/camera-channels'
const watches = ['chicken_home_manage:get', 'camera_manage:get'] as const

/** Channels of cameras: what the house screens show, and what administrators change one by one. */
export const cameraChannels = {
  /** Channels that may be watched: enabled ones of enabled cameras, by house, those without a house last. */
  watched: get(channels, ['chicken_home_manage:query', 'camera_manage:query'], {
    query: PageQuery.omit({ sort: true }).extend({
      houseId: Id.optional(),
      /** Only those of the customer that this office is or belongs to. */
      officeId: Id.optional(),
    }),
    returns: page(WatchedChannel),
  }),
  /** A ticket for `/api/ws/live/{id}/{token}`: for this channel and session, once, within 30 s. */
  live: post(`${channels}/:id/live`, watches, {
    inPerson: true,
    // It opens a picture, not a right.
    wantsProof: false,
    whenReadOnly: true,
    changes: null,
    query: z.object({ stream: z.enum(streamNames).default('main') }),
    returns: z.object({
      name: z.string(),
      token: secret(z.string()),
      until: z.iso.datetime(),
      /** How its pictures can reach the browser, the better one first. */
      ways: z.array(z.enum(pictureWays)),
    }),
    says: text('观看摄像头“{name}”的实时画面', 'Watched camera “{name}” live'),
  }),
  /** The newest key frame as a one-picture MP4, for slow lines; null if the camera gives none. */
  still: get(`${channels}/:id/still`, watches, {
    inPerson: true,
    returns: z.object({ mime: z.string(), data: z.base64(), at: z.iso.datetime() }).nullable(),
  }),
  /** A ticket, as of a live picture, for what the camera's own recorder kept of a time; it plays from there on as it happened. */
  replay: post(`${channels}/:id/replay`, watches, {
    inPerson: true,
    wantsProof: false,
    whenReadOnly: true,
    changes: null,
    body: z
      .object({ fromAt: z.iso.datetime(), toAt: z.iso.datetime() })
      .refine(({ fromAt, toAt }) => Date.parse(fromAt) < Date.parse(toAt), { path: ['toAt'] })
      .refine(({ fromAt, toAt }) => Date.parse(toAt) - Date.parse(fromAt) <= REPLAY.minutes * 60_000, {
        path: ['toAt'],
      }),
    returns: z.object({ name: z.string(), token: secret(z.string()), until: z.iso.datetime() }),
    says: text('回放录像机上“{name}”的录像', 'Played the recorder’s recording of “{name}”'),
  }),
  /** Moves a camera for a moment, stops it, or turns it to a remembered place: the last call counts. */
  turn: post(`${channels}/:id/turn`, ['camera_manage:edit', 'chicken_home_manage:edit'], {
    inPerson: true,
    wantsProof: false,
    changes: null,
    body: z.object({
      /** Null: stop. Left out where a preset is meant. */
      move: z.enum(cameraMoves).nullish(),
      preset: z
        .object({ doing: z.enum(['set', 'call']), number: z.number().int().min(1).max(CAMERA_PRESETS) })
        .nullish(),
    }),
    returns: z.null(),
    says: text('转动摄像头“{name}”', 'Moved camera “{name}”'),
  }),
  update: put(`${channels}/:id`, 'camera_manage:edit', {
    changes: path,
    body: ChannelForm,
    returns: CameraChannel,
    says: text('修改摄像头通道“{name}”', 'Changed camera channel “{name}”'),
  }),
  remove: del(`${channels}/:id`, 'camera_manage:edit', {
    changes: path,
    returns: z.null(),
    says: text('删除摄像头通道“{name}”', 'Deleted camera channel “{name}”'),
  }),
}
