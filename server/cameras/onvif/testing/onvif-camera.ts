import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a camera calls itself behind its farm's router: nobody outside can dial it. */
const INSIDE = '192.168.1.64'
/** As cameras do: older messages are somebody else's. s */
const FRESH_S = 30
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

export interface StreamOf {
  token: string
  encoding: 'H264' | 'H265' | 'JPEG'
  width: number
  height: number
  /** Where RTSP has it. */
  path: string
  /** Which of its lenses; 1 by default. */
  source?: number
}

interface Options {
  user: string
  password: string
  rtspPort: number
  streams: readonly StreamOf[]
  /** How far its clock is ahead. s */
  clockOffS?: number
  canMove?: boolean
  /** What its recorder keeps (Profile G): the source of each, and where RTSP plays it. */
  recordings?: readonly { token: string; sourceId: string; path: string }[]
  /** Who signs in: messages by WS-Security, or requests by HTTP Digest. */
  asks?: 'messages' | 'requests'
  /** Answers instead of the camera; undefined: it answers itself. */
  instead?: (operation: string) => string | undefined
}

export interface OnvifCamera {
  readonly port: number
  /** Its operations in order, with what they were told. */
  readonly heard: { operation: string; body: string }[]
  /** By name and token. */
  readonly presets: Map<string, string>
  stop(): Promise<void>
}

const NAMESPACES = [
  'xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl"',
  'xmlns:trc="http://www.onvif.org/ver10/recording/wsdl"',
  'xmlns:trp="http://www.onvif.org/ver10/replay/wsdl"',
  'xmlns:ter="http://www.onvif.org/ver10/error"',
].join(' ')
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope ${NAMESPACES}><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
const fault = (subcode: string, reason: string) =>
  envelope(
    `<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>ter:${subcode}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">${reason}</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>`,
  )
const textOf = (xml: string, name: string) =>
  (new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml)?.[1] ?? '').replace(
    /&#(\d+);/g,
    (_, code) => String.fromCharCode(Number(code)),
  )

/** A camera that speaks ONVIF by the examples of its standards: Core, Media, PTZ, and WS-Security's UsernameToken 1.0. */
export async function startOnvifCamera(options: Options): Promise<OnvifCamera> {
  const camera = new Camera(options)
  const server = createServer((request, response) => void camera.answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return camera.at(server)
}

class Camera {
  readonly #options: Options
  readonly #heard: OnvifCamera['heard'] = []
  readonly #presets = new Map<string, string>()
  readonly #nonces = new Set<string>()
  readonly #realmNonce = randomBytes(8).toString('hex')

  constructor(options: Options) {
    this.#options = options
  }

  at(server: Server): OnvifCamera {
    return {
      port: (server.address() as AddressInfo).port,
      heard: this.#heard,
      presets: this.#presets,
      async stop() {
        server.closeAllConnections()
        await new Promise(resolve => server.close(resolve))
      },
    }
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { asks = 'messages' } = this.#options
    const operation = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? request.url ?? ''
    const isOpen = operation === 'GetSystemDateAndTime'
    const byRequest = request.url?.startsWith('/snapshot') || asks === 'requests'
    if (byRequest && !isOpen && !this.#isSignedRequest(request)) {
      const challenge = `Digest realm="camera", qop="auth", nonce="${this.#realmNonce}", algorithm=MD5`
      response.writeHead(401, { 'WWW-Authenticate': challenge }).end()
      return
    }
    if (request.url?.startsWith('/snapshot')) {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(JPEG)
      return
    }
    const instead = this.#options.instead?.(operation)
    const isSigned = isOpen || asks === 'requests' || this.#isSignedMessage(body)
    if (isSigned) this.#heard.push({ operation, body })
    const xml =
      instead ??
      (isSigned ? this.#answerTo(operation, body) : fault('NotAuthorized', 'Sender not Authorized'))
    const status = xml.includes('Fault>') ? 400 : 200
    response.writeHead(status, { 'Content-Type': 'application/soap+xml; charset=utf-8' }).end(xml)
  }

  /** WS-Security UsernameToken Profile 1.0: Base64(SHA-1(nonce + created + password)), fresh by the camera's own clock. */
  #isSignedMessage(body: string): boolean {
    const { user, password, clockOffS = 0 } = this.#options
    const [nonce, created] = [textOf(body, 'Nonce'), textOf(body, 'Created')]
    const digest = createHash('sha1')
      .update(Buffer.from(nonce, 'base64'))
      .update(created + password)
      .digest('base64')
    const age = Math.abs(Date.parse(created) - Date.now() - clockOffS * 1_000)
    if (this.#nonces.has(nonce) || !(age < FRESH_S * 1_000)) return false
    this.#nonces.add(nonce)
    return textOf(body, 'Username') === user && textOf(body, 'Password') === digest
  }

  /** RFC 2617. */
  #isSignedRequest({ headers: { authorization = '' }, method, url }: IncomingMessage): boolean {
    const { user, password } = this.#options
    const said = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(authorization)?.[1] ?? ''
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const [who, what] = [md5(`${user}:camera:${password}`), md5(`${method}:${said('uri')}`)]
    const wanted = md5(`${who}:${this.#realmNonce}:${said('nc')}:${said('cnonce')}:auth:${what}`)
    return said('uri') === url && said('username') === user && said('response') === wanted
  }

  #answerTo(operation: string, body: string): string {
    const { rtspPort, streams, recordings = [] } = this.#options
    const stream = streams.find(({ token }) => token === textOf(body, 'ProfileToken'))
    const uri = (text: string) =>
      `<trt:MediaUri><tt:Uri>${text}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`
    const said: Record<string, () => string | undefined> = {
      GetSystemDateAndTime: () =>
        `<tds:GetSystemDateAndTimeResponse>${this.#clock()}</tds:GetSystemDateAndTimeResponse>`,
      GetDeviceInformation: () =>
        '<tds:GetDeviceInformationResponse><tds:Manufacturer>Test &amp; Sons</tds:Manufacturer><tds:Model>IPC-7</tds:Model><tds:FirmwareVersion>V5.1</tds:FirmwareVersion><tds:SerialNumber>1</tds:SerialNumber><tds:HardwareId>1</tds:HardwareId></tds:GetDeviceInformationResponse>',
      GetCapabilities: () =>
        `<tds:GetCapabilitiesResponse>${this.#capabilities()}</tds:GetCapabilitiesResponse>`,
      GetProfiles: () =>
        `<trt:GetProfilesResponse>${streams.map(each => this.#profile(each)).join('')}</trt:GetProfilesResponse>`,
      GetVideoSources: () => `<trt:GetVideoSourcesResponse>${this.#sources()}</trt:GetVideoSourcesResponse>`,
      GetStreamUri: () =>
        stream &&
        `<trt:GetStreamUriResponse>${uri(`rtsp://${INSIDE}:${rtspPort}${stream.path}`)}</trt:GetStreamUriResponse>`,
      GetSnapshotUri: () =>
        stream &&
        `<trt:GetSnapshotUriResponse>${uri(`http://${INSIDE}/snapshot.jpg?of=${stream.token}`)}</trt:GetSnapshotUriResponse>`,
      GetRecordings: () =>
        `<trc:GetRecordingsResponse>${recordings.map(each => `<trc:RecordingItem><tt:RecordingToken>${each.token.replaceAll('&', '&amp;')}</tt:RecordingToken><tt:Configuration><tt:Source><tt:SourceId>${each.sourceId}</tt:SourceId><tt:Name>House</tt:Name><tt:Location/><tt:Description/><tt:Address/></tt:Source><tt:Content/><tt:MaximumRetentionTime>PT0S</tt:MaximumRetentionTime></tt:Configuration></trc:RecordingItem>`).join('')}</trc:GetRecordingsResponse>`,
      GetReplayUri: () => {
        const kept = recordings.find(({ token }) => token === textOf(body, 'RecordingToken'))
        return (
          kept &&
          `<trp:GetReplayUriResponse><trp:Uri>rtsp://${INSIDE}:${rtspPort}${kept.path}</trp:Uri></trp:GetReplayUriResponse>`
        )
      },
      ContinuousMove: () => '<tptz:ContinuousMoveResponse/>',
      Stop: () => '<tptz:StopResponse/>',
      GetPresets: () =>
        `<tptz:GetPresetsResponse>${[...this.#presets].map(([token, name]) => `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name></tptz:Preset>`).join('')}</tptz:GetPresetsResponse>`,
      SetPreset: () => {
        const token = textOf(body, 'PresetToken') || `p${this.#presets.size + 1}`
        this.#presets.set(token, textOf(body, 'PresetName'))
        return `<tptz:SetPresetResponse><tptz:PresetToken>${token}</tptz:PresetToken></tptz:SetPresetResponse>`
      },
      GotoPreset: () =>
        this.#presets.has(textOf(body, 'PresetToken')) ? '<tptz:GotoPresetResponse/>' : undefined,
    }
    const xml = said[operation]?.()
    return xml === undefined ? fault('ActionNotSupported', 'Optional Action Not Implemented') : envelope(xml)
  }

  #clock(): string {
    const at = new Date(Date.now() + (this.#options.clockOffS ?? 0) * 1_000)
    const time = `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time>`
    const date = `<tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`
    return `<tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>CST-8</tt:TZ></tt:TimeZone><tt:UTCDateTime>${time}${date}</tt:UTCDateTime></tds:SystemDateAndTime>`
  }

  #capabilities(): string {
    const at = (name: string, path: string, more = '') =>
      `<tt:${name}><tt:XAddr>http://${INSIDE}/onvif/${path}</tt:XAddr>${more}</tt:${name}>`
    const streaming =
      '<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities>'
    const { canMove = false } = this.#options
    const recorder = this.#options.recordings
      ? `<tt:Extension>${at('Recording', 'Recording')}${at('Replay', 'Replay')}</tt:Extension>`
      : ''
    return `<tds:Capabilities>${at('Device', 'device_service')}${at('Media', 'Media', streaming)}${canMove ? at('PTZ', 'PTZ') : ''}${recorder}</tds:Capabilities>`
  }

  #profile({ token, encoding, width, height, source = 1 }: StreamOf): string {
    const ofSource = `<tt:VideoSourceConfiguration token="VSC${source}"><tt:Name>VideoSourceConfig</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>VideoSource_${source}</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/></tt:VideoSourceConfiguration>`
    const encoder = `<tt:VideoEncoderConfiguration token="VEC_${token}"><tt:Name>${token}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution><tt:Quality>4</tt:Quality><tt:RateControl><tt:FrameRateLimit>25</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>2048</tt:BitrateLimit></tt:RateControl><tt:SessionTimeout>PT60S</tt:SessionTimeout></tt:VideoEncoderConfiguration>`
    const motors = this.#options.canMove
      ? '<tt:PTZConfiguration token="PTZ1"><tt:Name>PTZ</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>Node1</tt:NodeToken></tt:PTZConfiguration>'
      : ''
    return `<trt:Profiles token="${token}" fixed="true"><tt:Name>${token}</tt:Name>${ofSource}${encoder}${motors}</trt:Profiles>`
  }

  #sources(): string {
    const lenses = [...new Set(this.#options.streams.map(({ source = 1 }) => source))]
    return lenses
      .map(
        each =>
          `<trt:VideoSources token="VideoSource_${each}"><tt:Framerate>25</tt:Framerate><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></trt:VideoSources>`,
      )
      .join('')
  }
}
