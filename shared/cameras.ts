import { type Choices, valuesOf } from './choices.ts'
import { type Text, text } from './text.ts'

/** How a camera is reached: RTSP and ONVIF where we can call it, GB28181 where it calls us. */
export const cameraKindNames = {
  rtsp: text('RTSP', 'RTSP'),
  onvif: text('ONVIF', 'ONVIF'),
  gb28181: text('GB28181', 'GB28181'),
} as const satisfies Choices
export const cameraKinds = valuesOf(cameraKindNames)
export type CameraKind = keyof typeof cameraKindNames

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

/** Why a camera shows no picture; each has its next step on the screens. */
export const cameraProblems = {
  noChannels: text('没有通道', 'It has no channels'),
  refusedAddress: text('该地址不允许访问', 'Its address may not be reached'),
  unreachable: text('无法连接', 'It cannot be reached'),
  wrongPassword: text('用户名或密码错误', 'Wrong user or password'),
  noOnvif: text('该地址没有 ONVIF 服务', 'It does not answer ONVIF at this address'),
  noStream: text('该路径没有视频流', 'There is no stream at this path'),
  unsupportedCodec: text('编码不支持', 'Its video format cannot be shown'),
  damaged: text('视频流损坏', 'Its stream is damaged'),
  notRegistered: text('未注册到平台', 'It has not signed in'),
  noChannelsFound: text('没有上报通道', 'It reports no channels'),
} as const satisfies Choices
export type CameraProblem = keyof typeof cameraProblems

type NextSteps = Readonly<Record<CameraProblem, Text>>

/** What to do next about each, of cameras whose streams are entered as an address. */
const stepsOfRtsp: NextSteps = {
  noChannels: text(
    '添加通道：每个画面一个，填写它在摄像头或录像机上的路径。',
    'Add a channel for each picture, with its path at the camera or recorder.',
  ),
  refusedAddress: text(
    '服务器不允许访问局域网地址。请在农场路由器上映射端口，填写公网地址；或请管理员放行该网段。',
    'The server may not reach addresses in a local network. Forward a port on the farm’s router and enter the public address, or ask the administrator to allow the network.',
  ),
  unreachable: text(
    '检查摄像头是否通电、联网，以及路由器上的端口映射；RTSP 通常使用 554 端口。',
    'Check that the camera has power and network, and that the router forwards its port; RTSP usually has 554.',
  ),
  wrongPassword: text(
    '在摄像头网页上确认用户名和密码后重新输入。连续输错可能会被摄像头锁定半小时。',
    'Check user and password on the camera’s own page and enter them again. After several wrong tries many cameras lock for half an hour.',
  ),
  noOnvif: text(
    '在摄像头网页上启用 ONVIF（海康：网络 > 高级配置 > 集成协议），并添加 ONVIF 用户；地址填网页端口，一般是 80。',
    'Switch ONVIF on at the camera’s own page (Hikvision: Network, Advanced, Integration protocol) and add an ONVIF user there. Its port is usually that of the page, 80.',
  ),
  noStream: text(
    '检查地址中的路径，例如海康 /Streaming/Channels/102，大华 /cam/realmonitor?channel=1&subtype=1。',
    'Check the path in the address: Hikvision has /Streaming/Channels/102, Dahua /cam/realmonitor?channel=1&subtype=1.',
  ),
  unsupportedCodec: text(
    '在摄像头网页上把子码流的视频编码改为 H.264（不要选 H.264+、H.265 或 Smart），地址填子码流。',
    'On the camera’s own page set the video of the sub-stream to H.264 (not H.264+, H.265 or Smart), and enter the address of the sub-stream.',
  ),
  damaged: text(
    '线路丢包严重或摄像头出错：改用网线、降低码率，或重启摄像头。',
    'The line loses too much, or the camera is at fault: use a cable, lower the bit rate, or restart the camera.',
  ),
  notRegistered: text(
    '设备还没有连上平台。在设备网页的 GB28181 页面逐项核对：服务器 ID、域、地址、端口、设备 ID、密码，并启用平台接入；再检查农场网络能否上网。',
    'The device has not reached this server. On its GB28181 page compare server id, domain, address, port, device id and password one by one, and switch the platform on; then check that the farm has internet.',
  ),
  noChannelsFound: text(
    '设备已连上，但没有上报视频通道。在设备网页的 GB28181 页面填写视频通道编码 ID（20 位，第 11 到 13 位是 131 或 132），保存后再读取通道。',
    'The device is here but reports no channels. On its GB28181 page enter a channel id for each picture (20 digits, 131 or 132 at places 11 to 13), save, then read the channels again.',
  ),
}

/** Cameras of ONVIF tell their streams: nobody enters a path. */
const stepsOfOnvif: NextSteps = {
  ...stepsOfRtsp,
  noChannels: text(
    '点“测试”：会重新读取摄像头的画面，每个画面成为一个通道。',
    'Test the camera: its pictures are read again, and each becomes a channel.',
  ),
  unreachable: text(
    '检查摄像头是否通电、联网。路由器上要映射两个端口：网页端口（一般是 80，就是地址里填的那个）和 RTSP 端口（一般是 554，外网端口号要相同）。',
    'Check that the camera has power and network. The router must forward two ports: that of its page, usually 80, as in the address, and that of RTSP, usually 554, under the same number.',
  ),
  wrongPassword: text(
    '这里要填 ONVIF 用户的用户名和密码，很多摄像头与网页登录用户是分开的。在摄像头网页上确认或新建后重新输入；连续输错可能会被锁定半小时。',
    'User and password are those of an ONVIF user, which many cameras keep apart from those of their page. Check or add it there and enter it again. After several wrong tries many cameras lock for half an hour.',
  ),
  noStream: text(
    '摄像头报出的码流没有画面。在摄像头网页上确认视频已启用，重启摄像头，再点“测试”重新读取码流；录像机则先看这一路有没有接摄像头。',
    'The camera sends nothing on the stream that it tells. See on its own page that video is on, restart it, and test again, which reads its streams anew. Of a recorder, see whether a camera is at this input.',
  ),
  unsupportedCodec: text(
    '在摄像头网页上把至少一个码流的视频编码改为 H.264（不要选 H.264+、H.265 或 Smart），再点“测试”重新读取码流。',
    'On the camera’s own page set the video of at least one stream to H.264 (not H.264+, H.265 or Smart), then test again: its streams are read anew.',
  ),
}

/** Devices of GB28181 sign in by themselves: what is wrong is mended on their own page. */
const stepsOfGb: NextSteps = {
  ...stepsOfRtsp,
  noChannels: text(
    '点“重新读取通道”：设备上报的每个画面成为一个通道。',
    'Read the channels again: each picture that the device reports becomes one.',
  ),
  refusedAddress: text(
    '设备让平台连接的地址不允许访问。点“编辑”，把媒体传输方式改为 TCP 被动：由设备主动建立连接。',
    'The device waits at an address that may not be reached from here. Choose TCP passive under Edit: then the device opens the connection.',
  ),
  unreachable: text(
    '设备已注册，但没有应答。检查农场网络是否稳定，心跳周期是否为 60 秒；媒体传输方式为 TCP 主动时改为 TCP 被动；信令也可改用 TCP。',
    'The device has signed in but does not answer. Check the farm’s line and that it keeps itself alive every 60 s; instead of TCP active choose TCP passive; its signalling (SIP) may use TCP as well.',
  ),
  wrongPassword: text(
    '设备用的密码不对。请把添加时的密码重新填到设备网页上；密码忘了就在“编辑”里设一个新的。',
    'The device signs in with another password. Enter the one that it was given on its page again; if it is lost, set a new one with Edit.',
  ),
  noStream: text(
    '设备已连上，但这一路没有画面。录像机先看这一路有没有接摄像头、是否在线；再换一种媒体传输方式；并确认防火墙放行平台的媒体端口。',
    'The device is here but sends nothing of this channel. Of a recorder, see whether a camera is at this input and online; try another way of the picture; see that no firewall closes the server’s media ports.',
  ),
  unsupportedCodec: text(
    '浏览器放不了这种编码。在设备网页的“视频编码”里把这一路改为 H.264（不要选 H.265、H.264+ 或 Smart）；录像机要改所接摄像头的主码流。',
    'Browsers do not show this format. On the device’s page set the video encoding of this channel to H.264 (not H.265, H.264+ or Smart); of a recorder, that of the main stream of the camera at this input.',
  ),
  damaged: text(
    '线路丢包严重或设备出错：媒体传输方式为 UDP 时改为 TCP 被动；改用网线、降低码率，或重启设备。',
    'The line loses too much, or the device is at fault: instead of UDP choose TCP passive, use a cable, lower the bit rate, or restart the device.',
  ),
}

/** What to do next about each problem, by how the camera is reached. */
export const cameraNextSteps: Readonly<Record<CameraKind, NextSteps>> = {
  rtsp: stepsOfRtsp,
  onvif: stepsOfOnvif,
  gb28181: stepsOfGb,
}

/** What a probe tries. */
export const probeStepNames = {
  address: text('地址可以访问', 'The address may be reached'),
  connect: text('连接摄像头', 'The camera answers'),
  onvif: text('支持 ONVIF', 'It answers ONVIF'),
  signIn: text('登录', 'User and password are accepted'),
  profiles: text('读到视频配置', 'It tells its streams'),
  describe: text('找到视频流', 'It has a stream at this path'),
  register: text('设备已注册', 'The device has signed in'),
  keepAlive: text('收到心跳', 'It keeps itself alive'),
  catalog: text('读到通道', 'It reports its channels'),
  invite: text('设备开始推流', 'It begins to send'),
  picture: text('收到画面', 'A picture arrives'),
} as const satisfies Choices
export const probeSteps = valuesOf(probeStepNames)
export type ProbeStep = (typeof probeSteps)[number]

/** The steps of each kind, in order. */
export const stepsOfKind: Readonly<Record<CameraKind, readonly ProbeStep[]>> = {
  rtsp: ['address', 'connect', 'signIn', 'describe', 'picture'],
  onvif: ['address', 'connect', 'onvif', 'signIn', 'profiles', 'describe', 'picture'],
  gb28181: ['register', 'keepAlive', 'catalog', 'invite', 'picture'],
}

/** Ways in which a camera can be moved. */
export const cameraMoves = ['up', 'down', 'left', 'right', 'zoomIn', 'zoomOut'] as const
export type CameraMove = (typeof cameraMoves)[number]
/** A move ends by itself unless it is asked for again: nobody leaves a camera turning. ms */
export const MOVE_MS = 1_500
/** Places that a camera is told to remember. */
export const CAMERA_PRESETS = 16
/** Letters and digits of a device's password. */
export const GB_PASSWORD = { min: 8, max: 32, pattern: /^[A-Za-z0-9]+$/ } as const
/** How devices that sign in by themselves send their pictures. */
export const gbTransports = ['tcpPassive', 'tcpActive', 'udp'] as const

/** Most channels of one camera or recorder. */
export const CAMERA_CHANNELS = 64
/** Most cameras of one customer. */
export const CAMERAS_OF_FARM = 500
/** What a channel is asked for: its whole picture, or a small one that sixteen fit into a page of. */
export const streamNames = ['main', 'sub'] as const
export type StreamName = (typeof streamNames)[number]
/** How long an address for a live picture can be opened, once. ms */
export const LIVE_TICKET_MS = 30_000
/** How many pictures a grid shows at once. */
export const gridSizes = [1, 4, 9, 16] as const
export type GridSize = (typeof gridSizes)[number]
