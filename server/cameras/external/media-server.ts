import { createHash } from 'node:crypto'
import type { MediaServerSettings } from '../../platform/config.ts'
import { ViewError } from '../media-types.ts'

/** For what the media server does by itself. ms */
const ORDER_MS = 2_000
/** For an answer, before which the camera is called. ms */
const ANSWER_MS = 15_000
/** A viewer is gone within two seconds of losing the right: two tries. ms */
const END_MS = 800
/** Longest description taken over. Characters */
const ANSWER_MOST = 65_536
/** Paths of ours at the media server: none of them outlives us. */
const PREFIX = 'smart-farm-'

/** A picture that the media server sends to somebody. */
export interface Session {
  answer: string
  /** Resolves once the media server sends no more. Never rejects. */
  end(): Promise<void>
}

/** A name for a stream of a source at the media server, another one whenever the source is another. */
export const pathOfSource = (streamId: string, url: string): string =>
  PREFIX + createHash('sha256').update(`${streamId}\n${url}`).digest('hex').slice(0, 40)

/** The HTTP client of a media server that has MediaMTX's interface and answers WHEP. Nothing that it says reaches a page but the description of its side. */
export class MediaServer {
  readonly #settings: MediaServerSettings

  constructor(settings: MediaServerSettings) {
    this.#settings = settings
  }

  /** Has a path pull a source while somebody watches. */
  async set(path: string, source: string): Promise<void> {
    const response = await this.#api('POST', `/v3/config/paths/replace/${path}`, {
      source,
      sourceOnDemand: true,
      rtspTransport: 'tcp',
    })
    if (!response.ok) throw new ViewError('mediaServer', `the media server sets no path: ${response.status}`)
  }

  /** Forgets a path, with the address in it, and ends all who watch it. */
  async remove(path: string): Promise<void> {
    await this.#api('DELETE', `/v3/config/paths/delete/${path}`)
  }

  /** Forgets what an earlier run of ours has left. */
  async removeAll(): Promise<void> {
    const response = await this.#api('GET', '/v3/config/paths/list?itemsPerPage=1000')
    if (!response.ok) return
    const list = (await response.json()) as { items?: { name?: unknown }[] }
    for (const { name } of list.items ?? [])
      if (typeof name === 'string' && name.startsWith(PREFIX)) await this.remove(name)
  }

  /** Has the media server answer a browser's offer (WHEP, RFC 9725's sibling for viewers). Rejects with ViewError. */
  async answer(path: string, offer: string, signal: AbortSignal): Promise<Session> {
    const { whep } = this.#settings
    const asked = new URL(`${whep.replace(/\/$/, '')}/${path}/whep`)
    const response = await this.#fetch(asked, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: offer,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    if (response.status !== 201) {
      await response.body?.cancel()
      // It is there, but has no picture to show.
      const isCamera = response.status === 404 || response.status === 400
      throw new ViewError(isCamera ? 'unreachable' : 'mediaServer', `the media server: ${response.status}`)
    }
    const location = new URL(response.headers.get('location') ?? '', asked)
    const end = () => this.#end(location, path)
    const answer = await response.text()
    // A session that cannot be ended is none that somebody may have.
    if (location.origin !== asked.origin || location.pathname === asked.pathname) {
      await end()
      throw new ViewError('mediaServer', 'the media server names no session to end')
    }
    if (answer.length > ANSWER_MOST || !answer.startsWith('v=0')) {
      await end()
      throw new ViewError('mediaServer', 'the media server does not answer in SDP')
    }
    return { answer, end }
  }

  async #end(session: URL, path: string): Promise<void> {
    const isOurs = session.origin === new URL(this.#settings.whep).origin
    const ended = isOurs
      ? await this.#fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(END_MS) }).catch(
          () => null,
        )
      : null
    if (ended?.ok || ended?.status === 404) return
    // Rather all who watch this path, who come back by themselves, than one who may not.
    await this.remove(path).catch(() => undefined)
  }

  #api(method: string, path: string, body?: object): Promise<Response> {
    return this.#fetch(new URL(this.#settings.api.replace(/\/$/, '') + path), {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(method === 'DELETE' ? END_MS : ORDER_MS),
    })
  }

  async #fetch(url: URL, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const { user, password } = this.#settings
    const authorization = `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`
    try {
      return await fetch(url, {
        ...init,
        redirect: 'error',
        headers: { ...init.headers, ...(user !== undefined && { authorization }) },
      })
    } catch {
      // Its words may have the address of a camera in them.
      throw new ViewError('mediaServer', 'the media server does not answer')
    }
  }
}
