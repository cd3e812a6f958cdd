// A gateway for phone calls: the server hands it a call over HTTP, it rings the person up, plays a sound until a key
// is pressed, and tells the server which. Needs Node and nothing else (sip-trunk.mjs beside it), and one of two lines:
//
//   a SIP trunk:  SMART_FARM=https://farm.example.com SECRET=… SIP_SERVER=sip.example.net SIP_USER=… SIP_PASSWORD=… node call-gateway.mjs
//   a GSM modem:  SMART_FARM=https://farm.example.com SECRET=… MODEM=/dev/ttyUSB2 node call-gateway.mjs
//
// SECRET is ALERT_WEBHOOK_SECRET of the server, and ALERT_WEBHOOK_URL leads here (LISTEN, 8088 unless set; put TLS in front of it,
// or keep both on one machine or in one private network). Keys: 1 seen, 2 on the way, 3 cannot come.
//
// What is played is a tone. To let it speak, set SPEAK to a program: it is called with the language (zh-CN, en-US) and the name of
// a file, reads the sentence from its input, and writes a WAV file of 8,000 samples a second, 16 bits, one channel. A modem cannot
// play files of this machine: it sends the sentence as a text message first, and rings. PLAY, if set, is the command of the modem
// that plays what you have stored in it (of a SIM7600: AT+CCMXPLAY="c:/alarm.wav").
import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SipTrunk } from './sip-trunk.mjs'

const { SMART_FARM, SECRET, LISTEN = '8088', HOST = '0.0.0.0', SPEAK, MODEM, PLAY } = process.env
const {
  SIP_SERVER,
  SIP_USER = '',
  SIP_PASSWORD = '',
  SIP_FROM = SIP_USER,
  SIP_REGISTER,
  SIP_ADDRESS,
} = process.env
if (!SMART_FARM || !SECRET || !(SIP_SERVER || MODEM))
  throw new Error('SMART_FARM, SECRET and SIP_SERVER or MODEM are missing')

const KEYS = { 1: 'seen', 2: 'going', 3: 'cannot' }
/** How long a phone rings, and how long somebody who has answered may look for the key. s */
const RINGS_S = Number(process.env.RINGS_S ?? 45)
const LISTENS_S = Number(process.env.LISTENS_S ?? 60)
/** Calls and tests that were taken, for an hour: a repeat has the same id and rings nobody twice. */
const taken = new Set()

// --- The server hands calls over, signed by Standard Webhooks. ---

const signatureOf = (id, at, body) =>
  createHmac('sha256', SECRET).update(`${id}.${at}.${body}`).digest('base64')

function isOurs(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers
  if (!id || !(Math.abs(Date.now() / 1_000 - Number(at)) < 300)) return false
  const right = Buffer.from(`v1,${signatureOf(id, at, body)}`)
  return given.split(' ').some(one => one.length === right.length && timingSafeEqual(Buffer.from(one), right))
}

const server = createServer(async (request, reply) => {
  const end = status => reply.writeHead(status).end()
  const body = request.method === 'POST' ? await bodyOf(request) : ''
  if (!isOurs(request.headers, body)) return end(401)
  const said = JSON.parse(body)
  if (said.type !== 'alarm.call' && said.type !== 'alarm.ping') return end(422)
  if (taken.has(said.id)) return end(204)
  taken.add(said.id)
  setTimeout(() => taken.delete(said.id), 3_600_000).unref()
  end(202)
  if (said.type === 'alarm.ping') return answerPing(said.id)
  const outcome = await line.call(said).catch(error => {
    console.error(`${said.id}: ${error.message}`)
    return { result: 'failed' }
  })
  console.log(`${said.id}: ${outcome.result} ${outcome.answer ?? ''}`)
  return tell({ type: 'alarm.answer', call: said.id, ...outcome })
})
server.listen(Number(LISTEN), HOST, () => console.log(`calls are taken at port ${server.address().port}`))

/** Whether a call would go out now: the server raises an alarm when it would not. */
async function answerPing(ping) {
  const problem = await line.problem().catch(error => error.message)
  await tell({ type: 'alarm.pong', ping, isUp: problem === null, ...(problem && { problem }) }, 1)
}

/** Tells the server, again with growing pauses for ten minutes if it does not answer. */
async function tell(said, most = 10) {
  const body = JSON.stringify(said)
  const id = randomBytes(12).toString('hex')
  for (let tries = 0; tries < most; tries++) {
    if (tries > 0) await delay(Math.min(2 ** tries, 120) * 1_000)
    const at = String(Math.floor(Date.now() / 1_000))
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signatureOf(id, at, body)}`,
    }
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${SMART_FARM}/api/admin/open/call-answers`, {
      method: 'POST',
      body,
      headers,
      signal,
    }).catch(() => null)
    await answer?.body?.cancel()
    if (answer && answer.status < 500) return
  }
  console.error('the server does not take answers')
}

// --- What is played: samples of 8 kHz. ---

/** Three short tones and a pause, over and over. */
function tone() {
  const samples = new Int16Array(16_000)
  for (let i = 0; i < samples.length; i++) {
    const isOn = i < 9_600 && Math.floor(i / 1_600) % 2 === 0
    samples[i] = isOn ? 9_000 * Math.sin((2 * Math.PI * 880 * i) / 8_000) : 0
  }
  return samples
}

/** What the program of SPEAK says, else the tone. */
async function soundOf({ text, language }) {
  if (!SPEAK) return tone()
  const folder = mkdtempSync(join(tmpdir(), 'call-'))
  const file = join(folder, 'speech.wav')
  try {
    const program = spawn(SPEAK, [language, file], { stdio: ['pipe', 'inherit', 'inherit'] })
    program.stdin.end(
      `${text} 1: ${language === 'zh-CN' ? '已知道' : 'seen'}. 2: ${language === 'zh-CN' ? '正在赶去' : 'on the way'}. 3: ${language === 'zh-CN' ? '去不了' : 'cannot come'}.`,
    )
    await new Promise((resolve, reject) =>
      program
        .on('error', reject)
        .on('exit', code => (code === 0 ? resolve() : reject(new Error(`SPEAK ended with ${code}`)))),
    )
    const wav = readFileSync(file)
    const from = wav.indexOf('data') + 8
    return new Int16Array(
      wav.buffer.slice(wav.byteOffset + from, wav.byteOffset + wav.length - ((wav.length - from) % 2)),
    )
  } catch (error) {
    // Somebody must be woken, whatever the voice does.
    console.error(error.message)
    return tone()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// --- A GSM modem by its AT commands (3GPP 27.007 and 27.005). ---

/** What ends a command, and a call that nobody takes. */
const ENDS = /^(OK|ERROR|\+CM[ES] ERROR.*)$/
const REFUSED = { BUSY: 'busy', 'NO ANSWER': 'noAnswer', 'NO CARRIER': 'noAnswer' }

/** The modem itself: opened, listened to, and asked one command after the other. */
function modemAt(path) {
  /** The modem while it is there; what it says is given to `hear`, and that it went to `gone`. */
  let output = null
  let hear = () => {}
  let gone = () => {}
  /** A command has not been answered in time: its answer is not one to the next. */
  let isBehind = false

  /** Opens the modem, again after it was unplugged. */
  async function open() {
    if (output) return
    // Nothing of what it says goes back to it.
    spawnSync('stty', ['-F', path, 'raw', '-echo'])
    // Never made: a file in the place of a modem would keep it away.
    const [input, own] = [createReadStream(path), createWriteStream(path, { flags: 'r+' })]
    output = own
    const leave = () => {
      if (output !== own) return
      output = null
      input.destroy()
      own.destroy()
      gone(new Error('the modem is gone'))
    }
    for (const stream of [input, own]) stream.on('error', leave).on('close', leave)
    let rest = ''
    input.setEncoding('latin1')
    input.on('data', chunk => {
      rest += chunk
      if (rest.endsWith('> ')) hear('>')
      const lines = rest.split(/\r?\n|\r/)
      rest = lines.pop() ?? ''
      if (rest === '> ') rest = ''
      // On a bad cable there is noise between the letters.
      for (const each of lines.map(one => one.replace(/[^ -~]/g, '').trim())) if (each) hear(each)
    })
    // No echo; OK only once a call is answered; keys that are heard are told (the command differs by maker).
    for (const command of ['ATE0', 'AT+COLP=1', 'AT+CMGF=1', 'AT+DDET=1', 'AT+QTONEDET=1']) await ask(command)
  }

  /** Listens until `ends` takes what is said for an end, or it is too late: then ''. `begin` writes. */
  const listen = (ends, longestMs, begin = () => {}) =>
    new Promise((resolve, reject) => {
      const end = (settle, outcome) => {
        clearTimeout(late)
        hear = gone = () => {}
        settle(outcome)
      }
      const late = setTimeout(end, longestMs, resolve, '')
      hear = said => ends(said) && end(resolve, said)
      gone = error => end(reject, error)
      if (output) begin()
      else gone(new Error('the modem is gone'))
    })

  /** Sends a command and returns the line that ends it; '' if none does. */
  async function ask(command, ends = ENDS, longestMs = 5_000, seen = () => {}) {
    if (isBehind) {
      // Leaves a text message that is half written, and lets everything be said that still comes.
      output?.write('\x1b\rAT\r')
      for (let left = 10; left > 0 && (await listen(() => true, 1_000)); left--);
    }
    const isEnd = said => {
      seen(said)
      return ends.test(said)
    }
    const said = await listen(isEnd, longestMs, () =>
      output.write(`${command}${command.endsWith('\x1a') ? '' : '\r'}`),
    )
    isBehind = said === ''
    return said
  }
  return { open, listen, ask }
}

/** Text as a modem takes it in UCS2. */
const hex = text => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

/** Sends the sentence as a text message. */
async function sendText({ ask }, { to, text }) {
  await ask('AT+CSCS="UCS2"')
  await ask('AT+CSMP=17,167,0,8')
  let said = await ask(`AT+CMGS="${hex(to)}"`, /^(>|ERROR|\+CM[ES] ERROR.*)$/)
  if (said === '>') said = await ask(`${hex(text.slice(0, 70))}\x1a`, ENDS, 20_000)
  if (said !== 'OK') console.error(`the text message was not sent: ${said}`)
  await ask('AT+CSCS="GSM"')
}

/** Some modems want the one, some the other. */
async function hangUp({ ask }) {
  await ask('ATH')
  await ask('AT+CHUP')
}

/** Makes the call, and tells how it ended. */
async function ring(modem, said) {
  await modem.open()
  const to = said.to.replace(/[^+\d]/g, '')
  await sendText(modem, { to, text: said.text })
  const ends = /^(OK|BUSY|NO ANSWER|NO CARRIER|NO DIALTONE|ERROR|\+CME ERROR.*)$/
  const outcome = (await modem.ask(`ATD${to};`, ends, RINGS_S * 1_000)) || 'NO ANSWER'
  if (outcome !== 'OK') {
    await hangUp(modem)
    return { result: REFUSED[outcome] ?? 'failed' }
  }
  if (PLAY) await modem.ask(PLAY)
  let key = ''
  const last = await modem.listen(line => {
    const [, pressed, code] = /^\+(?:DTMF|RXDTMF): ?([0-9])|^\+QTONEDET: ?(\d+)/.exec(line) ?? []
    key = pressed ?? (code ? String.fromCharCode(Number(code)) : '')
    return KEYS[key] || REFUSED[line]
  }, LISTENS_S * 1_000)
  await hangUp(modem)
  // Not all wait for somebody to answer before they say OK.
  if (last === 'BUSY' || last === 'NO ANSWER') return { result: REFUSED[last] }
  return { result: 'answered', ...(KEYS[key] && { answer: KEYS[key] }) }
}

/** Why no call would go out now; null if one would. */
async function networkProblem({ open, ask }) {
  await open()
  let network = ''
  const said = await ask('AT+CREG?', ENDS, 5_000, line => {
    if (line.startsWith('+CREG')) network += line
  })
  if (!said) return 'the modem does not answer'
  return /,\s*[15]/.test(network) ? null : 'not in a network'
}

function modemLine() {
  const modem = modemAt(MODEM)
  /** One thing after the other: there is one line. */
  let queue = Promise.resolve()
  let isCalling = false
  const inTurn = work => {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }
  return {
    call: said =>
      inTurn(async () => {
        isCalling = true
        return ring(modem, said).finally(() => (isCalling = false))
      }),
    async problem() {
      // A line that is in use works.
      if (isCalling) return null
      return inTurn(() => networkProblem(modem))
    },
  }
}

function trunkLine() {
  const trunk = new SipTrunk({
    server: SIP_SERVER,
    user: SIP_USER,
    password: SIP_PASSWORD,
    from: SIP_FROM,
    address: SIP_ADDRESS,
    port: process.env.SIP_PORT,
    register: SIP_REGISTER,
    ringsS: RINGS_S,
    listensS: LISTENS_S,
    keys: KEYS,
    t1: Number(process.env.SIP_T1 ?? 500),
  })
  return { call: async said => trunk.call(said, await soundOf(said)), problem: () => trunk.problem() }
}

const line = SIP_SERVER ? trunkLine() : modemLine()
