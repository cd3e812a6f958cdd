import { type DataScreen, dataScreen } from '#shared/contracts/data-screen.ts'
import { type FrameData, PING, PONG } from '#shared/realtime.ts'
import { frameOf } from '#web/data/live/frame.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { TOKEN_KEY } from '#web/data/token.ts'

export type WallSums = Extract<FrameData, { dataType: 'WALL' }>

/** The data of a wall. */
export interface WallNow {
  figures: DataScreen | null
  sums: WallSums | null
  isConnected: boolean
  /** When something was last heard, ms by this device's clock; null before the first time. */
  heardAt: number | null
  /** The token is not valid now: nothing is shown until it is again. */
  isDark: boolean
}
export const NOTHING: WallNow = {
  figures: null,
  sums: null,
  isConnected: false,
  heardAt: null,
  isDark: false,
}

/** Prepared figures change by themselves, too; several changes at once are read together. ms */
const READ_MS = 60_000
const GATHER_MS = 1_000
/** The server drops connections silent for longer. ms */
const PING_MS = 50_000
const RETRY_MS = 3_000

export interface WallOptions {
  /** Called at each connection with the number of connections so far. */
  connected?: ((times: number) => void) | undefined
  /** For a farm that is an agent too: the farms of its customers instead of its own houses. */
  ofCustomers?: boolean
}

/**
 * Keeps a wall informed by its token until the returned function is called. Silence changes nothing on screen, only a
 * refusal does; a refused wall keeps asking, since nobody stands there to reload it.
 */
export function startWall(
  token: string,
  show: (change: Partial<WallNow>) => void,
  { connected = () => undefined, ofCustomers = false }: WallOptions = {},
): () => void {
  const stopping = new AbortController()
  let socket: WebSocket | null = null
  let times = 0
  let news: number | null = null
  let isDark = false
  let gathering: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined

  async function read(): Promise<void> {
    const { language, units } = usePreferences.getState()
    const headers = { [TOKEN_KEY]: token, 'Access-i18n': language, 'Access-Units': units }
    try {
      const { signal } = stopping
      const answer = await fetch(`/api${dataScreen.figures.path}${ofCustomers ? '?of=customers' : ''}`, {
        headers,
        signal,
        cache: 'no-store',
      })
      if (answer.status === 401 || answer.status === 403) return goDark()
      if (!answer.ok) return
      const { data } = (await answer.json()) as { data: DataScreen }
      show({ figures: data, heardAt: Date.now(), isDark: false })
      if (isDark) connect()
      isDark = false
    } catch {
      // Nobody answered: the screen says how old its data is, and the next round asks again.
    }
  }
  const readSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void read()
    }, GATHER_MS)
  }
  function goDark(): void {
    isDark = true
    hangUp()
    show({ figures: null, sums: null, isConnected: false, isDark: true })
  }
  function connect(): void {
    const address = new URL(`/api/ws/${encodeURIComponent(token)}`, location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const mine = new WebSocket(address)
    socket = mine
    mine.onopen = () => {
      mine.send(JSON.stringify({ watch: { houses: [], wall: ofCustomers ? 'customers' : true } }))
      times += 1
      show({ isConnected: true, heardAt: Date.now() })
      connected(times)
      void read()
    }
    mine.onmessage = ({ data }) => {
      if (socket !== mine || typeof data !== 'string') return
      const frame = data === PONG ? null : frameOf(data)
      if (frame?.dataType === 'ACCESS') readSoon()
      if (frame?.dataType !== 'WALL') return show({ heardAt: Date.now() })
      if (news !== null && frame.news !== news) readSoon()
      news = frame.news
      show({ sums: frame, heardAt: Date.now() })
    }
    mine.onclose = () => {
      if (socket !== mine || stopping.signal.aborted) return
      show({ isConnected: false })
      // Only an answer tells whether the token is still valid.
      void read()
      retrying = setTimeout(connect, RETRY_MS)
    }
  }
  const ping = setInterval(() => socket?.readyState === WebSocket.OPEN && socket.send(PING), PING_MS)
  const reading = setInterval(() => void read(), READ_MS)
  // Names and values come in the reader's language and units.
  const forgetReader = usePreferences.subscribe((now, before) => {
    if (now.language !== before.language || now.units !== before.units) void read()
  })
  function hangUp(): void {
    clearTimeout(gathering)
    clearTimeout(retrying)
    gathering = undefined
    const open = socket
    socket = null
    open?.close()
  }
  function stop(): void {
    stopping.abort()
    forgetReader()
    clearInterval(ping)
    clearInterval(reading)
    hangUp()
  }
  void read()
  connect()
  return stop
}
