/** An address taken apart: `url` has no user and no password. */
export interface CameraAddress {
  url: string
  host: string
  port: number
  username: string | null
  password: string | null
}

/** Why a text is no address of a camera. */
export type CameraAddressFault = 'scheme' | 'malformed'

export const RTSP_PORT = 554

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i

/** A password as some makers write it into the path: `/user=admin_password=x_channel=1.sdp`. */
const IN_PATH = /((?:password|passwd|passwort|pwd|pass)=)([^&_/?#;]*)/gi

/** A path without the passwords in it. */
export const withoutPasswords = (path: string): string => path.replace(IN_PATH, '$1•••')

/** Whether a path has a password in it. */
export const hasPassword = (path: string): boolean => withoutPasswords(path) !== path

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    // Typed with a bare percent sign.
    return part
  }
}

/** Where cameras answer ONVIF unless they say otherwise (ONVIF Core specification, 5.1). */
const ONVIF_PORT = 80
const ONVIF_PATH = '/onvif/device_service'

/**
 * Takes the address of a camera's ONVIF service apart: a name or IP address, with a port and path if they are not the usual
 * ones. User and password may stand before the host.
 */
export const parseOnvifAddress = (typed: string): CameraAddress | CameraAddressFault => {
  const found = takeApart(typed, { scheme: 'http', port: ONVIF_PORT })
  if (typeof found === 'string' || new URL(found.url).pathname !== '/') return found
  return { ...found, url: `${found.url.replace(/\/$/, '')}${ONVIF_PATH}` }
}

/**
 * Takes an address apart as people copy it from a camera's page: with or without `rtsp://`, with user and password before
 * the host, unencoded ones too (`rtsp://admin:p@ss#1@10.0.0.5/live`).
 */
export const parseCameraAddress = (typed: string): CameraAddress | CameraAddressFault =>
  takeApart(typed, { scheme: 'rtsp', port: RTSP_PORT })

function takeApart(
  typed: string,
  usual: { scheme: 'rtsp' | 'http'; port: number },
): CameraAddress | CameraAddressFault {
  const text = typed.trim()
  const [, scheme] = SCHEME.exec(text) ?? []
  if (scheme !== undefined && scheme.toLowerCase() !== usual.scheme) return 'scheme'
  const rest = scheme === undefined ? text : text.slice(scheme.length + 3)
  const slash = rest.indexOf('/')
  const front = slash < 0 ? rest : rest.slice(0, slash)
  const path = slash < 0 ? '/' : rest.slice(slash)
  const at = front.lastIndexOf('@')
  const plain = `${usual.scheme}://${front.slice(at + 1)}${path}`
  if (!URL.canParse(plain) || /\s/.test(plain)) return 'malformed'
  const url = new URL(plain)
  const port = url.port === '' ? usual.port : Number(url.port)
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(url.hostname) || port === 0) return 'malformed'
  const user = at < 0 ? '' : front.slice(0, at)
  const colon = user.indexOf(':')
  return {
    url: `${usual.scheme}://${url.hostname.toLowerCase()}${url.port && `:${url.port}`}${path}`,
    host: url.hostname.toLowerCase().replace(/^\[|\]$/g, ''),
    port,
    username: user === '' ? null : decoded(colon < 0 ? user : user.slice(0, colon)),
    password: colon < 0 ? null : decoded(user.slice(colon + 1)),
  }
}

/** The address of another channel of the camera: the same host, its own path. */
export function withPath(url: string, path: string): string {
  if (path === '') return url
  const [front = ''] = /^rtsp:\/\/[^/]+/.exec(url) ?? []
  return `${front}${path}`
}
