import { type Choices, valuesOf } from './choices.ts'
import { text } from './text.ts'

/** How a camera is reached. Only `rtsp` can be added so far. */
export const cameraKindNames = {
  rtsp: text('RTSP', 'RTSP'),
  onvif: text('ONVIF', 'ONVIF'),
  gb28181: text('GB28181', 'GB28181'),
} as const satisfies Choices
export const cameraKinds = valuesOf(cameraKindNames)

/** How pictures come to us. RTSP is always interleaved in its TCP connection, which passes every router. */
export const cameraTransportNames = {
  tcp: text('TCP', 'TCP'),
  udp: text('UDP', 'UDP'),
  tcpPassive: text('TCP 被动', 'TCP passive'),
  tcpActive: text('TCP 主动', 'TCP active'),
} as const satisfies Choices
export const cameraTransports = valuesOf(cameraTransportNames)

/** UNACTIVE never reached · ONLINE reached by the last probe · OFFLINE not reached · DISABLE switched off by a person. */
export const cameraStatuses = ['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const
export type CameraStatus = (typeof cameraStatuses)[number]

/** Why a camera shows no picture; each has its next step on the screens. */
export const cameraProblems = {
  noChannels: text('没有通道', 'It has no channels'),
  refusedAddress: text('该地址不允许访问', 'Its address may not be reached'),
  unreachable: text('无法连接', 'It cannot be reached'),
  wrongPassword: text('用户名或密码错误', 'Wrong user or password'),
  noStream: text('该路径没有视频流', 'There is no stream at this path'),
  unsupportedCodec: text('编码不支持', 'Its video format cannot be shown'),
  damaged: text('视频流损坏', 'Its stream is damaged'),
} as const satisfies Choices
export type CameraProblem = keyof typeof cameraProblems

/** What a probe tries, in order. */
export const probeSteps = ['address', 'connect', 'signIn', 'describe', 'picture'] as const
export type ProbeStep = (typeof probeSteps)[number]

/** Most channels of one camera or recorder. */
export const CAMERA_CHANNELS = 64
/** Most cameras of one customer. */
export const CAMERAS_OF_FARM = 500
/** How long an address for a live picture can be opened, once. ms */
export const LIVE_TICKET_MS = 30_000
/** How many pictures a grid shows at once. */
export const gridSizes = [1, 4, 9, 16] as const
export type GridSize = (typeof gridSizes)[number]
