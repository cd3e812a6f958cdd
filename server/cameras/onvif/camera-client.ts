import { request } from 'node:http'
import onvif, { type Cam, type CamProfile } from 'onvif'
import { type CameraMove, MOVE_MS } from '#shared/cameras.ts'
import type { MediaFault } from '#shared/live-pictures.ts'
import type { DialRules } from '../../platform/network/dial-camera.ts'
import { MediaError, type MediaSource, type Probe, type ProbeStep } from '../media-types.ts'
import { signInBy } from '../rtsp/sign-in.ts'
import { CameraAgent } from './camera-agent.ts'
import { NO_PRESET, type OnvifLook, type PresetOrder } from './orders.ts'
import { lensesOf, picturesOf } from './profiles.ts'
import { type Recording, recordingOf, recordingsIn } from './recordings.ts'

/** For one question and its answer; the library waits for ever if an answer breaks off. ms */
const QUESTION_MS = 6_000
/** How long a camera that was asked stays known: its services, and how far its clock is off. ms */
const KNOWN_MS = 5 * 60_000
const KNOWN_MOST = 200
/** Half of the greatest speed: fast enough to find a bird, slow enough to stop at it. */
const SPEED = 0.5
const VELOCITIES: Readonly<Record<CameraMove, { x?: number; y?: number; zoom?: number }>> = {
  left: { x: -SPEED },
  right: { x: SPEED },
  up: { y: SPEED },
  down: { y: -SPEED },
  zoomIn: { zoom: SPEED },
  zoomOut: { zoom: -SPEED },
}
/** As cameras say that they do not take the password, in faults and in answers by HTTP. */
const REFUSED = /not ?authorized|unauthorized|authentication|access denied|\b40[13]\b/i

/** What the library's camera has beside what its types say. */
interface Recorder {
  getRecordings(done: (error: Error | null, answer?: unknown) => void): void
  getReplayUri(wanted: object, done: (error: Error | null, answer?: unknown) => void): void
}

type Ask<T> = (cam: Cam, done: (error: Error | null, answer?: T) => void) => void

/** A camera that has told its time and services. */
class OnvifClient {
  readonly #agent: CameraAgent
  readonly #cam: Cam
  readonly #source: MediaSource
  #status: number | undefined
  clockOffS = 0

  constructor(source: MediaSource, rules: DialRules) {
    this.#source = source
    this.#agent = new CameraAgent(source.network, rules)
    this.#cam = openCam(source, this.#agent)
    this.#cam.on('rawResponse', (_xml: string, status: number) => {
      this.#status = status
    })
  }

  set rules(rules: DialRules) {
    this.#agent.rules = rules
  }

  /** By its own clock the camera judges whether a message is fresh: nothing else is asked before. */
  async tellTime(): Promise<void> {
    const time = await this.#ask<Date>('onvif', 'noOnvif', (cam, done) => cam.getSystemDateAndTime(done))
    if (!(time instanceof Date) || Number.isNaN(time.getTime())) throw new MediaError('onvif', 'noOnvif')
    this.clockOffS = Math.round((time.getTime() - Date.now()) / 1_000)
  }

  /** What the camera is; it tells nobody who has not signed in. */
  async tellDevice() {
    const told = await this.#ask<Record<string, unknown>>('signIn', 'noOnvif', (cam, done) =>
      cam.getDeviceInformation(done),
    )
    return {
      manufacturer: short(told?.manufacturer),
      model: short(told?.model),
      firmware: short(told?.firmwareVersion),
    }
  }

  /** Where its services are. Cameras of before 2012 know only the older question. */
  async tellServices(): Promise<void> {
    try {
      await this.#ask('profiles', 'noOnvif', (cam, done) => cam.getServices(true, done))
    } catch (error) {
      if ((error as MediaError).fault !== 'noOnvif') throw error
      await this.#ask('profiles', 'noOnvif', (cam, done) => cam.getCapabilities(done))
    }
  }

  async tellProfiles(): Promise<CamProfile[]> {
    const told = await this.#ask<CamProfile[]>('profiles', 'noOnvif', (cam, done) => cam.getProfiles(done))
    return Array.isArray(told) ? told : []
  }

  /** Where a stream is: at the camera's own host, whatever the camera calls itself behind its router. */
  async locate(): Promise<string> {
    const told = await this.#ask<{ uri?: unknown }>('describe', 'noStream', (cam, done) =>
      cam.getStreamUri({ protocol: 'RTSP', profileToken: this.#profile() }, done),
    )
    return this.#atOwnHost(told?.uri)
  }

  /** What its recorder has kept (Profile G); none where it has no recorder. */
  async tellRecordings(): Promise<Recording[]> {
    const { uri } = this.#cam as unknown as { uri?: Record<string, unknown> }
    if (!uri?.replay) return []
    return recordingsIn(
      await this.#ask<unknown>('describe', 'noStream', (_, done) => this.#recorder.getRecordings(done)),
    )
  }

  /** Where the recorder plays what it kept of this picture. */
  async locateReplay(): Promise<string> {
    const profile = this.#source.profile ?? ''
    const lenses = lensesOf(await this.tellProfiles())
    const at = lenses.findIndex(({ profiles }) => profiles.includes(profile))
    const { lens = '', profiles = [] } = lenses[at] ?? {}
    const names = [profile, lens, ...profiles]
    const token = recordingOf(await this.tellRecordings(), { names, at, of: lenses.length })
    if (token === undefined) throw new MediaError('describe', 'noStream')
    const wanted = { protocol: 'RTSP', recordingToken: escaped(token) }
    const told = await this.#ask<unknown>('describe', 'noStream', (_, done) =>
      this.#recorder.getReplayUri(wanted, done),
    )
    return this.#atOwnHost(told)
  }

  get #recorder(): Recorder {
    return this.#cam as unknown as Recorder
  }

  /** An address of its streams at the host that was entered and judged. */
  #atOwnHost(told: unknown): string {
    const text = String(told ?? '')
    if (!URL.canParse(text) || new URL(text).protocol !== 'rtsp:')
      throw new MediaError('describe', 'noStream')
    const { port, pathname, search } = new URL(text)
    return `rtsp://${new URL(this.#source.url).hostname}${port && `:${port}`}${pathname}${search}`
  }

  /** The camera stops by itself as well, should nobody reach it any more. */
  async move(move: CameraMove | null): Promise<true> {
    const profileToken = this.#profile()
    await this.#ask('onvif', 'noOnvif', (cam, done) => {
      if (move === null) return cam.stop({ profileToken, panTilt: true, zoom: true }, done)
      const zooms = move === 'zoomIn' || move === 'zoomOut'
      const only = zooms ? { onlySendZoom: true } : { onlySendPanTilt: true }
      cam.continuousMove({ profileToken, ...VELOCITIES[move], ...only, timeout: 2 * MOVE_MS }, done)
    })
    return true
  }

  async preset({ doing, number }: PresetOrder): Promise<true> {
    const profileToken = this.#profile()
    const told = await this.#ask<object>('onvif', 'noOnvif', (cam, done) =>
      cam.getPresets({ profileToken }, done),
    )
    const tokens = Object.entries(told ?? {}).map(([name, preset]) => ({
      name,
      token: String((preset as { $?: { token?: unknown } }).$?.token ?? ''),
    }))
    // Makers number their presets by token or by name; those stored from here have the number as name.
    const wanted = String(number)
    const known = tokens.find(({ token }) => token === wanted) ?? tokens.find(({ name }) => name === wanted)
    if (doing === 'call' && !known) throw new MediaError('onvif', 'noStream', NO_PRESET)
    await this.#ask('onvif', 'noOnvif', (cam, done) => {
      if (doing === 'call') cam.gotoPreset({ profileToken, preset: known?.token ?? '' }, done)
      else
        cam.setPreset({ profileToken, presetName: wanted, ...(known && { presetToken: known.token }) }, done)
    })
    return true
  }

  /** Its newest picture as a JPEG, fetched at its own address; null if it makes none. */
  async snapshot(): Promise<Uint8Array | null> {
    const told = await this.#ask<{ uri?: unknown }>('describe', 'noStream', (cam, done) =>
      cam.getSnapshotUri({ profileToken: this.#profile() }, done),
    ).catch(() => undefined)
    const text = String(told?.uri ?? '')
    if (!URL.canParse(text) || new URL(text).protocol !== 'http:') return null
    const { pathname, search } = new URL(text)
    const path = `${pathname}${search}`
    const first = await this.#fetch(path)
    if (first.status !== 401) return jpegOf(first.body)
    const { username = '', password = '' } = this.#source
    const signIn = signInBy(first.challenges, { username, password })
    return signIn ? jpegOf((await this.#fetch(path, signIn({ method: 'GET', uri: path }))).body) : null
  }

  #fetch(path: string, authorization?: string) {
    const { host, port } = placeOf(this.#source)
    const headers = authorization === undefined ? {} : { Authorization: authorization }
    return new Promise<{ status: number; challenges: string[]; body: Buffer }>((resolve, reject) => {
      const failed = () => reject(new MediaError('picture', 'unreachable'))
      const asked = request(
        { agent: this.#agent, host, port, path, headers, timeout: QUESTION_MS },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('error', failed)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              challenges: answer.headersDistinct['www-authenticate'] ?? [],
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      asked.on('error', failed)
      asked.on('timeout', () => asked.destroy(new Error('the answer is late')))
      asked.end()
    })
  }

  #profile(): string {
    return escaped(this.#source.profile ?? '')
  }

  /** Asks the library's camera something. What it says of an error is passed on to nobody. */
  #ask<T>(step: ProbeStep, fault: MediaFault, ask: Ask<T>): Promise<T | undefined> {
    this.#status = undefined
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(this.#agent.fault ?? new MediaError(step, fault)), QUESTION_MS)
      ask(this.#cam, (error, answer) => {
        clearTimeout(late)
        if (!error) return resolve(answer)
        const isRefused = this.#status === 401 || REFUSED.test(error.message)
        if (isRefused) return reject(new MediaError('signIn', 'wrongPassword'))
        reject(this.#agent.fault ?? new MediaError(step, fault))
      })
    })
  }
}

const placeOf = ({ url }: MediaSource) => {
  const { hostname, port, pathname } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80), path: pathname }
}

const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, character => `&#${character.charCodeAt(0)};`)

/**
 * The library's camera. It writes the user into its messages as it is, and takes bytes of Latin 1 as those of the password:
 * both are given so that cameras read them as XML and UTF-8. HTTP Digest takes them as they are.
 */
function openCam(
  { url, username = '', password = '', network: _, ...rest }: MediaSource,
  agent: CameraAgent,
): Cam {
  const { host, port, path } = placeOf({ url, network: 'any', ...rest })
  const inMessages = {
    username: escaped(username),
    password: Buffer.from(password, 'utf8').toString('latin1'),
  }
  const cam = new onvif.Cam({
    hostname: host,
    port,
    path,
    ...inMessages,
    timeout: QUESTION_MS,
    autoconnect: false,
    // It calls itself what it is called behind its router.
    preserveAddress: true,
    agent,
  })
  const digest = (cam as unknown as { digestAuth: (...asked: unknown[]) => string }).digestAuth
  Object.assign(cam, {
    digestAuth(...asked: unknown[]) {
      Object.assign(cam, { username, password })
      try {
        return digest.apply(cam, asked)
      } finally {
        Object.assign(cam, inMessages)
      }
    },
  })
  return cam
}

const TEXT_MOST = 100
const short = (told: unknown): string =>
  ['string', 'number'].includes(typeof told)
    ? String(told)
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, TEXT_MOST)
    : ''

const jpegOf = (bytes: Buffer): Uint8Array | null =>
  bytes[0] === 0xff && bytes[1] === 0xd8 ? new Uint8Array(bytes) : null

interface Known {
  client: OnvifClient
  at: number
}
const known = new Map<string, Known>()

/** A camera that has told its time and services, asked anew after some minutes. Rejects with MediaError. */
async function connect(source: MediaSource, rules: DialRules): Promise<OnvifClient> {
  const client = new OnvifClient(source, rules)
  await client.tellTime()
  await client.tellServices()
  return client
}

/** Carries out an order at a camera; one whose clock was set meanwhile is asked for its time again. */
export async function atCamera<T>(
  source: MediaSource,
  rules: DialRules,
  order: (client: OnvifClient) => Promise<T>,
): Promise<T> {
  const key = JSON.stringify(source)
  const before = known.get(key)
  if (before && Date.now() - before.at < KNOWN_MS) {
    before.client.rules = rules
    try {
      return await order(before.client)
    } catch (error) {
      if ((error as MediaError).fault !== 'wrongPassword') throw error
    }
  }
  known.delete(key)
  if (known.size >= KNOWN_MOST) known.clear()
  const client = await connect(source, rules)
  known.set(key, { client, at: Date.now() })
  return order(client)
}

/** Looks at a camera step by step, up to the first that fails. Never rejects. */
export async function look(source: MediaSource, rules: DialRules): Promise<OnvifLook> {
  const steps: Probe['steps'] = []
  const done = (...names: ProbeStep[]) => {
    for (const step of names) steps.push({ step, ok: true })
  }
  try {
    const client = new OnvifClient(source, rules)
    await client.tellTime().catch(error => {
      if (stepOf(error) === 'connect') done('address')
      if (['onvif', 'signIn'].includes(stepOf(error))) done('address', 'connect')
      if (stepOf(error) === 'signIn') done('onvif')
      throw error
    })
    done('address', 'connect', 'onvif')
    const device = await client.tellDevice()
    done('signIn')
    await client.tellServices()
    const pictures = picturesOf(await client.tellProfiles())
    if (pictures.length === 0) throw new MediaError('profiles', 'noStream')
    done('profiles')
    const recordings = await client.tellRecordings().catch(() => [])
    const canReplay = recordings.length > 0
    return { steps, found: { ...device, clockOffS: client.clockOffS, canReplay, pictures } }
  } catch (error) {
    const { step, fault } = error instanceof MediaError ? error : new MediaError('onvif', 'noOnvif')
    return { steps: [...steps, { step, ok: false, fault }] }
  }
}

const stepOf = (error: unknown): string => (error instanceof MediaError ? error.step : '')
