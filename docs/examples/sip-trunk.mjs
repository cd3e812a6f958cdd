// The SIP side of call-gateway.mjs: calls through any trunk (RFC 3261 over UDP), the sound by RTP as G.711 µ-law, keys by RFC 4733 or
// SIP INFO.
import { createHash, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

const token = () => randomBytes(8).toString('hex')
const branch = () => `z9hG4bK${token()}`
/** The address in a header such as Contact. */
const uriIn = header => /<([^>]+)>/.exec(header)?.[1] ?? header.split(';')[0]
const md5 = text => createHash('md5').update(text).digest('hex')

/** One sample as G.711 µ-law. */
function muLaw(sample) {
  const sign = sample < 0 ? 0x80 : 0
  const level = Math.min(Math.abs(sample), 32_635) + 132
  const exponent = Math.max(0, 31 - Math.clz32(level) - 7)
  return ~(sign | (exponent << 4) | ((level >> (exponent + 3)) & 0x0f)) & 0xff
}

const short = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  c: 'content-type',
  l: 'content-length',
}

function parse(packet) {
  const [head, body = ''] = packet.toString('utf8').split(/\r\n\r\n(.*)/s)
  const [first, ...lines] = head.split('\r\n')
  const headers = lines.map(each => {
    const colon = each.indexOf(':')
    const name = each.slice(0, colon).trim().toLowerCase()
    return [short[name] ?? name, each.slice(colon + 1).trim()]
  })
  const all = name => headers.filter(([key]) => key === name).map(([, value]) => value)
  const [, status] = /^SIP\/2\.0 (\d{3})/.exec(first) ?? []
  return {
    method: first.split(' ')[0],
    status: Number(status ?? 0),
    all,
    one: name => all(name)[0] ?? '',
    body,
  }
}

/** The dialogue that an answer belongs to: who speaks to whom, and where what we say in it goes. */
const dialogueOf = (answer, uri = '') => ({
  callId: answer.one('call-id'),
  from: answer.one('from'),
  to: answer.one('to'),
  cseq: Number.parseInt(answer.one('cseq'), 10),
  ...wayOf(answer, uri),
})

/** To the address that the other side gave, by the proxies that asked to stay in between (RFC 3261, 12.1.2 and 12.2.1.1). */
function wayOf(answer, fallback) {
  const target = uriIn(answer.one('contact')) || fallback
  const proxies = answer.all('record-route').flatMap(each => each.match(/<[^>]+>[^,]*/g) ?? [])
  const route = proxies.map(each => each.trim()).toReversed()
  const hop = route[0] && uriIn(route[0])
  if (!hop) return { uri: target, hop: target, more: [] }
  if (/;lr\b/i.test(hop)) return { uri: target, hop, more: [`Route: ${route.join(', ')}`] }
  // A proxy of before 2002 takes the address of the request for its own.
  return { uri: hop, hop, more: [`Route: ${[...route.slice(1), `<${target}>`].join(', ')}`] }
}

/** What we can play and hear; keys are events of the number 101. */
const offer = (address, port) =>
  [
    'v=0',
    `o=- ${Date.now()} 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-15',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n')

/** Sends a sound over and over in packets of 20 ms, and hears which keys are pressed. Returns what ends it. */
function talk(rtp, sound, sdp, pressed) {
  const host = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1]
  const port = Number(/^m=audio (\d+)/m.exec(sdp)?.[1])
  // Some send under the number that they were offered, some under their own.
  const events = [101, Number(/^a=rtpmap:(\d+) telephone-event/im.exec(sdp)?.[1] ?? 101)]
  const source = randomBytes(4).readUInt32BE()
  let sequence = 0
  let at = 0
  let next = performance.now()
  const timer = setInterval(() => {
    for (; next <= performance.now(); next += 20) {
      const packet = Buffer.alloc(12 + 160)
      packet[0] = 0x80
      packet[1] = sequence === 0 ? 0x80 : 0
      packet.writeUInt16BE(sequence++ & 0xffff, 2)
      packet.writeUInt32BE(at >>> 0, 4)
      packet.writeUInt32BE(source, 8)
      for (let i = 0; i < 160; i++) packet[12 + i] = muLaw(sound[(at + i) % sound.length] ?? 0)
      at += 160
      if (host && port) rtp.send(packet, port, host)
    }
  }, 10)
  rtp.on('message', packet => {
    // The first byte of an event is its key.
    if (packet.length >= 16 && events.includes(packet[1] & 0x7f) && packet[12] <= 9)
      pressed(String(packet[12]))
  })
  return () => clearInterval(timer)
}

export class SipTrunk {
  #socket = createSocket('udp4')
  /** Requests of ours that wait for an answer, by branch; calls under way, by Call-ID. */
  #waiting = new Map()
  #calls = new Map()
  /** What we answered to final answers to an INVITE, by branch and side. */
  #acks = new Map()
  #ready
  #address

  /**
   * server: host or host:port. user, password: what the trunk gave you. from: the number that is shown. address, port: of this
   * machine, where the trunk cannot guess them. ringsS, listensS: how long a phone rings, and how long a key is waited for. t1: ms
   * until a request is sent again; more for a trunk that is far away.
   */
  constructor({ server, user, password, from, address, port, register, ringsS, listensS, keys, t1 = 500 }) {
    const [host, serverPort = '5060'] = server.split(':')
    Object.assign(this, {
      server,
      host,
      serverPort: Number(serverPort),
      user,
      password,
      ringsS,
      listensS,
      keys,
      t1,
    })
    this.from = from || user || 'farm'
    this.#ready = this.#open(address, Number(port ?? 0))
    this.#socket.on('message', (packet, from) => this.#hear(parse(packet), from))
    if (register) void this.#ready.then(() => this.#register())
  }

  async #open(own, port) {
    const { address } = await lookup(this.host, 4)
    await new Promise(resolve => this.#socket.bind(port, resolve))
    // The address by which the trunk sees this machine, if nothing is translated in between.
    const probe = createSocket('udp4')
    await new Promise(resolve => probe.connect(this.serverPort, address, resolve))
    this.#address = own ?? probe.address().address
    probe.close()
    return address
  }

  /** To an address of a route, else to the trunk. */
  async #send(text, hop = '') {
    const trunk = await this.#ready
    const [, host, port] = /^sip:(?:[^@]*@)?([^:;?]+)(?::(\d+))?/i.exec(hop) ?? []
    const found = host && (await lookup(host, 4).catch(() => null))
    if (found) this.#socket.send(text, Number(port ?? 5060), found.address)
    else this.#socket.send(text, this.serverPort, trunk)
  }

  #hear(message, from) {
    if (message.status > 0) return this.#hearAnswer(message)
    if (message.method === 'ACK') return undefined
    // A request of the trunk, in a call: answered with what it said itself.
    const call = this.#calls.get(message.one('call-id'))
    const status =
      call && message.method === 'INVITE'
        ? // The sound stays where it is.
          '488 Not Acceptable Here'
        : call || message.method === 'OPTIONS'
          ? '200 OK'
          : '481 Call Does Not Exist'
    const names = ['via', 'from', 'to', 'call-id', 'cseq']
    const lines = names.flatMap(name => message.all(name).map(value => `${name}: ${value}`))
    const answer = [`SIP/2.0 ${status}`, ...lines, 'content-length: 0', '', ''].join('\r\n')
    this.#socket.send(answer, from.port, from.address)
    if (message.method === 'INFO') {
      const [, key] = /(?:Signal\s*=\s*|^)([0-9])/i.exec(message.body) ?? []
      if (key) call?.pressed(key)
    }
    if (message.method === 'BYE') call?.hungUp()
    return undefined
  }

  #hearAnswer(answer) {
    // The answer to a CANCEL has the branch of its INVITE.
    const [, at] = /branch=([^;,\s]+)/.exec(answer.one('via')) ?? []
    const [, method] = answer.one('cseq').split(' ')
    const ack = this.#acks.get(`${at} ${answer.one('to')}`)
    // Our ACK was lost: it is sent again each time that the answer is (RFC 3261, 13.2.2.4 and 17.1.1.2).
    if (ack && method === 'INVITE' && answer.status >= 200) return ack()
    const waiting = this.#waiting.get(`${at} ${method}`)
    if (waiting) return waiting(answer)
    // Somebody else has answered already, or we gave up: who comes after is let go.
    if (method !== 'INVITE' || answer.status < 200 || answer.status > 299) return undefined
    const dialogue = dialogueOf(answer)
    this.#acknowledge(dialogue, answer)
    return void this.#hangUp(dialogue)
  }

  /** Text of a request in a dialogue. */
  #text(method, uri, { callId, from, to, cseq, branch: at, more = [], body = '' }) {
    const { port } = this.#socket.address()
    return [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.#address}:${port};branch=${at};rport`,
      'Max-Forwards: 70',
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${callId}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: <sip:${this.from}@${this.#address}:${port}>`,
      'User-Agent: smart-farm-call-gateway',
      ...more,
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n')
  }

  /** The answer to a challenge of a trunk (RFC 2617; MD5 is what they all take). */
  #credentials(method, uri, challenge) {
    const said = name => {
      const [, quoted, plain] = new RegExp(`\\b${name}=(?:"([^"]*)"|([^",\\s]+))`, 'i').exec(challenge) ?? []
      return quoted ?? plain ?? ''
    }
    const [realm, nonce, opaque] = ['realm', 'nonce', 'opaque'].map(said)
    const isAuth = /auth\b/.test(said('qop'))
    const cnonce = token()
    const secret = md5(`${this.user}:${realm}:${this.password}`)
    const asked = md5(`${method}:${uri}`)
    const middle = isAuth ? `${nonce}:00000001:${cnonce}:auth` : nonce
    return [
      `Digest username="${this.user}", realm="${realm}", nonce="${nonce}", uri="${uri}"`,
      `response="${md5(`${secret}:${middle}:${asked}`)}", algorithm=MD5`,
      ...(isAuth ? [`qop=auth, nc=00000001, cnonce="${cnonce}"`] : []),
      ...(opaque ? [`opaque="${opaque}"`] : []),
    ].join(', ')
  }

  /** Sends a request again and again until it is answered for good; `seen` is given provisional answers. */
  #exchange(method, sent, longestMs, seen = () => {}) {
    const text = this.#text(method, sent.uri, sent)
    const isInvite = method === 'INVITE'
    return new Promise((resolve, reject) => {
      let pause = this.t1
      const again = () => {
        void this.#send(text, sent.hop)
        pause = isInvite ? pause * 2 : Math.min(pause * 2, 8 * this.t1)
        repeat = setTimeout(again, pause)
      }
      let repeat = setTimeout(again, pause)
      const done = then => {
        clearTimeout(repeat)
        clearTimeout(end)
        this.#waiting.delete(`${sent.branch} ${method}`)
        then()
      }
      const end = setTimeout(() => done(() => reject(new Error(`${method} was not answered`))), longestMs)
      this.#waiting.set(`${sent.branch} ${method}`, message => {
        if (message.status >= 200) return done(() => resolve(message))
        if (isInvite) clearTimeout(repeat)
        seen(message)
      })
      void this.#send(text, sent.hop)
    })
  }

  /** A request, with our credentials if the trunk wants them. Resolves to the final answer and the request that it answers. */
  async #ask(method, dialogue, { longestMs, seen, begun = () => {} }) {
    let more = dialogue.more ?? []
    for (let tries = 0; ; tries++) {
      const sent = { ...dialogue, more, branch: branch(), cseq: dialogue.cseq + tries }
      begun(sent)
      const answer = await this.#exchange(method, sent, longestMs, seen)
      const isProxy = answer.status === 407
      const all = answer.all(isProxy ? 'proxy-authenticate' : 'www-authenticate')
      const challenge = all.find(each => !/algorithm=/i.test(each) || /algorithm="?MD5\b/i.test(each)) ?? ''
      // A second one is for credentials that are wrong, or only too old.
      const isAsked = isProxy || answer.status === 401
      if (!isAsked || !challenge || tries > (/stale="?true/i.test(challenge) ? 1 : 0)) return { answer, sent }
      if (method === 'INVITE') this.#acknowledge(sent, answer, sent.branch)
      const name = isProxy ? 'Proxy-Authorization' : 'Authorization'
      const credentials = `${name}: ${this.#credentials(method, sent.uri, challenge)}`
      more = [...more.filter(each => !each.startsWith(name)), credentials]
    }
  }

  /** Acknowledges a final answer: by the branch of a refused INVITE, and by one of its own after an accepted one. */
  #acknowledge(sent, answer, at = branch()) {
    const to = answer.one('to')
    const text = this.#text('ACK', sent.uri, { ...sent, branch: at, to, body: '' })
    const send = () => void this.#send(text, sent.hop)
    const [, invited] = /branch=([^;,\s]+)/.exec(answer.one('via')) ?? []
    this.#acks.set(`${invited} ${to}`, send)
    setTimeout(() => this.#acks.delete(`${invited} ${to}`), 64 * this.t1).unref()
    send()
  }

  #hangUp(dialogue) {
    const bye = { ...dialogue, cseq: dialogue.cseq + 1 }
    return this.#ask('BYE', bye, { longestMs: 4_000 }).catch(() => {})
  }

  #me() {
    return `<sip:${this.from}@${this.host}>;tag=${token()}`
  }

  /** Rings a number up and plays a sound (samples of 8 kHz) until a key is pressed. */
  async call({ to }, sound) {
    await this.#ready
    const rtp = createSocket('udp4')
    await new Promise(resolve => rtp.bind(0, resolve))
    const callId = `${token()}@${this.#address}`
    const uri = `sip:${to.replace(/[^+\d]/g, '')}@${this.server}`
    const body = offer(this.#address, rtp.address().port)
    const ended = Promise.withResolvers()
    const pressed = key => this.keys[key] && ended.resolve(key)
    this.#calls.set(callId, { pressed, hungUp: () => ended.resolve('hung up') })
    let current
    let ringing
    // A trunk may say where the sound goes before anybody answers, and not again.
    let early = ''
    // A call may be cancelled only once the trunk has said that it tries (RFC 3261, 9.1): it rings from then on, however late that is.
    const rings = said => {
      early = said.body || early
      ringing ??= setTimeout(() => {
        const cancel = { ...current, more: [], body: '' }
        this.#exchange('CANCEL', cancel, 64 * this.t1).catch(() => {})
      }, this.ringsS * 1_000)
    }
    try {
      const dialogue = { uri, callId, from: this.#me(), to: `<${uri}>`, cseq: 1, body }
      const { answer, sent } = await this.#ask('INVITE', dialogue, {
        longestMs: (this.ringsS + 15) * 1_000,
        seen: rings,
        begun: one => (current = one),
      })
      clearTimeout(ringing)
      if (answer.status < 300) {
        const opened = dialogueOf(answer, uri)
        // With the credentials of the INVITE.
        this.#acknowledge({ ...opened, more: [...opened.more, ...sent.more] }, answer)
        return await this.#talk({ dialogue: opened, sdp: answer.body || early, rtp, sound, pressed, ended })
      }
      this.#acknowledge(sent, answer, sent.branch)
      // Busy, or they do not take it.
      const isBusy = [486, 600, 603].includes(answer.status)
      return { result: isBusy ? 'busy' : [408, 480, 487].includes(answer.status) ? 'noAnswer' : 'failed' }
    } catch (error) {
      if (ringing) return { result: 'noAnswer' }
      throw error
    } finally {
      clearTimeout(ringing)
      this.#calls.delete(callId)
      rtp.close()
    }
  }

  /** Somebody has answered, or their mailbox: only a key says which. */
  async #talk({ dialogue, sdp, rtp, sound, pressed, ended }) {
    const stop = talk(rtp, sound, sdp, pressed)
    const late = setTimeout(() => ended.resolve('late'), this.listensS * 1_000)
    const key = await ended.promise
    clearTimeout(late)
    stop()
    if (key !== 'hung up') await this.#hangUp(dialogue)
    return { result: 'answered', ...(this.keys[key] && { answer: this.keys[key] }) }
  }

  /** Null while the trunk is there: any answer at all comes from one. */
  async problem() {
    await this.#ready
    const uri = `sip:${this.server}`
    const dialogue = { uri, callId: token(), from: this.#me(), to: `<${uri}>`, cseq: 1 }
    await this.#ask('OPTIONS', dialogue, { longestMs: 4_000 })
    return null
  }

  /** Some trunks want to know where we are, all the time. */
  async #register() {
    for (;;) {
      const to = `<sip:${this.user}@${this.host}>`
      const uri = `sip:${this.server}`
      const dialogue = { uri, callId: token(), from: this.#me(), to, cseq: 1, more: ['Expires: 300'] }
      const status = await this.#ask('REGISTER', dialogue, { longestMs: 8_000 }).then(
        ({ answer }) => answer.status,
        error => error.message,
      )
      if (status !== 200) console.error(`not registered: ${status}`)
      await delay(status === 200 ? 240_000 : 20_000)
    }
  }
}
