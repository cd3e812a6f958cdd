import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { noSipp } from '../../cameras/gb28181/testing/sipp.ts'
import { raiseAlarm } from '../../farm/alarms/testing/raise-alarm.ts'
import { startWays } from '../../farm/alarms/ways/watch-ways.ts'
import { callNotices } from '../../people/notices/call-notices.ts'
import { takeBackCalls } from '../../people/notices/take-back.ts'
import { startCalls } from '../../platform/calls/calls.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmWay } from '../../platform/database/tables/alarm-ways.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { signedHeaders } from '../../platform/network/sign-webhook.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const SECRET = 'a secret of the gateway and us'
const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/call-gateway.mjs', import.meta.url))
const noPython = spawnSync('python3', ['-c', 'import pty']).status === 0 ? '' : ' (python3 is not installed)'
/** SIPp sends tones by a raw socket. */
const noTones = noSipp || (process.getuid?.() === 0 ? '' : ' (tones of SIPp want root)')
const WAIT = { timeout: 100_000, interval: 50 }

let farm: TestApp
let url: string
let farmer: Person
beforeAll(async () => {
  farm = await testApp({ alertGateway: { url: 'http://127.0.0.1:9', secret: SECRET } })
  url = await farm.app.listen({ port: 0, host: '127.0.0.1' })
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db().update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, farmer.accountId))
})
afterAll(() => farm?.close())
beforeEach(async () => {
  for (const table of [alarm, noticeMessage, phoneCall, alarmWay]) await db().delete(table)
})
const db = () => farm.services.store.scoped(SYSTEM)

/** Runs the example as an operator does; resolves to its address. */
async function gatewayWith(env: Record<string, string>): Promise<string> {
  const child: ChildProcess = fork(EXAMPLE, {
    env: { PATH: process.env.PATH ?? '', SMART_FARM: url, SECRET, LISTEN: '0', HOST: '127.0.0.1', ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await expect.poll(() => said, WAIT).toMatch(/at port \d+/)
  return `http://127.0.0.1:${/at port (\d+)/.exec(said)?.[1]}/`
}

/** An alarm that calls the farmer through a gateway; what makes the calls can be stopped. */
async function callThrough(gateway: string) {
  const { sharing } = farm.offices
  const { id } = await buildDevice(farm.services, sharing, { type: 'controller', status: 'ONLINE' })
  const house = await buildHouse(farm.services, sharing, { deviceIds: [id], name: 'House 3' })
  await raiseAlarm(farm.services, {
    subjectId: id,
    code: 'HighTemp',
    houseIds: [house.id],
    farmPath: sharing.path,
  })
  await callNotices(farm.services)
  const { store, log } = farm.services
  const calls = startCalls({ store, gateway: { url: gateway, secret: SECRET }, log, takeBack: takeBackCalls })
  onTestFinished(() => calls.stop())
  return calls
}
/** What the chain knows of the call. */
const outcome = async () => {
  const [told] = await db().select().from(alarmEvent).where(sql`kind = 'told' and call_id is not null`)
  const [answer] = await db().select().from(alarmEvent).where(sql`kind = 'answer'`)
  return [told?.callResult, answer?.answer ?? null, answer?.via ?? null]
}
const becomes = (result: string, answer: string | null = null) =>
  expect.poll(outcome, WAIT).toEqual([result, answer, answer && 'call'])

const HEADERS = `[last_Via:]
[last_From:]
[last_To:];tag=[call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:phone@[local_ip]:[local_port]>`
const status = (line: string, more = '') => `<send><![CDATA[
SIP/2.0 ${line}
${HEADERS}
${more}Content-Length: 0

]]></send>`
const ANSWERED = `<send retrans="500"><![CDATA[
SIP/2.0 200 OK
${HEADERS}
Content-Type: application/sdp
Content-Length: [len]

v=0
o=phone 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [auto_media_port] RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
]]></send>
<recv request="ACK"/>`
const INVITED = `<recv request="INVITE"><action><ereg regexp="sip:[^>]*>;tag=.*" search_in="hdr" header="From:" assign_to="1"/></action></recv>`
const ENDED = `<recv request="BYE"/>${status('200 OK')}`
const info = (key: string) => `<send retrans="500"><![CDATA[
INFO sip:farm@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:phone@[local_ip]:[local_port]>;tag=[call_number]
To: <[$1]
[last_Call-ID:]
CSeq: 2 INFO
Contact: <sip:phone@[local_ip]:[local_port]>
Content-Type: application/dtmf-relay
Content-Length: [len]

Signal=${key}
Duration=160
]]></send>
<recv response="200"/>`

/** A port that is free now. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  return port
}

/** A phone behind a trunk, played by SIPp: it is rung up so often. Resolves to its address, and to whether all went as it expects. */
async function phone(steps: readonly string[], times = 1, more = '') {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-sipp-'))
  const scenario = join(folder, 'phone.xml')
  // SIPp refuses names that are given and not used.
  const names = new Set(
    steps.flatMap(step => [...step.matchAll(/assign_to="(\w+)"/g)].map(([, name]) => name)),
  )
  writeFileSync(
    scenario,
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<scenario name="phone">\n${steps.join('\n')}\n${names.size > 0 ? `<Reference variables="${[...names].join(',')}"/>` : ''}\n</scenario>\n`,
  )
  const port = await freePort()
  const words =
    `-sf ${scenario} -i 127.0.0.1 -mi 127.0.0.1 -p ${port} -t u1 -m ${times} -nostdin -timeout 170 -timeout_error -trace_err -error_file ${join(folder, 'errors')} ${more}`.trim()
  const child = spawn('sipp', words.split(' '), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return { trunk: `127.0.0.1:${port}`, ended: ended.then(([code]) => code as number) }
}

describe.skipIf(noSipp !== '')(`the example of a gateway, by a SIP trunk${noSipp}`, () => {
  const trunkOf = (trunk: string) => ({
    SIP_SERVER: trunk,
    SIP_USER: 'farm',
    SIP_PASSWORD: 'of the trunk',
    // SIPp takes no repeats for an answer, however busy the machine.
    SIP_T1: '8000',
  })

  test('rings, proves who it is, plays, hears the key by SIP INFO, hangs up, and the chain knows', async () => {
    const challenge = 'WWW-Authenticate: Digest realm="trunk", nonce="n1", algorithm=MD5, qop="auth"\n'
    const { trunk, ended } = await phone([
      '<recv request="INVITE"/>',
      status('401 Unauthorized', challenge),
      '<recv request="ACK"/>',
      INVITED.replace(
        '<action>',
        '<action><ereg regexp="Digest.*response=.*" search_in="hdr" header="Authorization:" check_it="true" assign_to="2"/><log message="[$2]"/>',
      ),
      status('180 Ringing'),
      ANSWERED,
      '<pause milliseconds="300"/>',
      info('2'),
      ENDED,
    ])
    await callThrough(await gatewayWith(trunkOf(trunk)))
    await becomes('answered', 'going')
    expect(await ended).toBe(0)
  })

  test.skipIf(noTones !== '')(`hears the tone of a key in the sound (RFC 4733)${noTones}`, async () => {
    const { trunk } = await phone([
      INVITED,
      status('180 Ringing'),
      // SIPp plays its tones under this number.
      ANSWERED.replaceAll('101', '96'),
      '<pause milliseconds="500"/>',
      '<nop><action><exec play_dtmf="3"/></action></nop>',
      ENDED,
    ])
    await callThrough(await gatewayWith(trunkOf(trunk)))
    await becomes('answered', 'cannot')
  })

  test('tells of a phone that is busy, and of one that nobody picks up', async () => {
    const busy = await phone(['<recv request="INVITE"/>', status('486 Busy Here'), '<recv request="ACK"/>'])
    const first = await callThrough(await gatewayWith(trunkOf(busy.trunk)))
    await becomes('busy')
    // Else it could make the next call too, by a trunk that is gone.
    await first.stop()
    for (const table of [alarm, noticeMessage, phoneCall]) await db().delete(table)
    const silent = await phone([
      '<recv request="INVITE"/>',
      status('180 Ringing'),
      '<recv request="CANCEL"/>',
      status('200 OK'),
    ])
    await callThrough(await gatewayWith({ ...trunkOf(silent.trunk), RINGS_S: '1' }))
    await becomes('noAnswer')
  })

  // A test that is not answered takes four seconds, and the next one must not come before.
  test('answers a test of the server from its trunk, and says when that is away', async () => {
    const { trunk, ended } = await phone(['<recv request="OPTIONS"/>', status('200 OK')], 2)
    const gateway = await gatewayWith(trunkOf(trunk))
    const config = { ...farm.services.config, alertGateway: { url: gateway, secret: SECRET } }
    const ways = startWays({
      ...farm.services,
      config,
      times: { well: 6_000, failing: 6_000, patience: 20_000 },
    })
    onTestFinished(() => ways.stop())
    const way = async () => (await db().select().from(alarmWay).where(eq(alarmWay.way, 'call')))[0]
    await expect.poll(async () => (await way())?.echoedAt ?? null, WAIT).toBeInstanceOf(Date)
    expect((await way())?.echoProblem).toBeNull()
    await ended
    await expect.poll(async () => (await way())?.echoProblem, WAIT).toBe('OPTIONS was not answered')
  })
})

/** Everything of the INVITE that an answer repeats, for answers after its ACK. */
const KEPT = `<recv request="INVITE"><action>
<ereg regexp="sip:[^>]*>;tag=.*" search_in="hdr" header="From:" assign_to="1"/>
<ereg regexp="SIP.*" search_in="hdr" header="Via:" assign_to="2"/>
<ereg regexp="[0-9]* INVITE" search_in="hdr" header="CSeq:" assign_to="3"/>
</action></recv>`
/** An answer to the kept INVITE by a phone of this tag, with its sound at a port. */
const answers = (line: string, { tag = 'a', more = '', port = 0 } = {}) => {
  const sound = `v=0
o=phone 1 1 IN IP4 127.0.0.1
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${port} RTP/AVP 0 101
a=rtpmap:101 telephone-event/8000
`
  return `<send><![CDATA[
SIP/2.0 ${line}
Via: [$2]
From: <[$1]
To: <sip:phone@[local_ip]:[local_port]>;tag=${tag}
[last_Call-ID:]
CSeq: [$3]
Contact: <sip:${tag}@[local_ip]:[local_port]>
${more}Content-Type: application/sdp
Content-Length: [len]

${port > 0 ? sound : ''}
]]></send>`
}
const ACK = '<recv request="ACK"/>'
const inXml = (regexp: string) => regexp.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
let checked = 0
/** A request as it must have been written: what is found in it as a whole, and in its headers. */
const recv = (request: string, { whole, ...headers }: Readonly<Record<string, string>>) => {
  const check = (regexp: string, at: string) =>
    `<ereg regexp="${inXml(regexp)}" ${at} check_it="true" assign_to="checked${++checked}"/>`
  const checks = [
    ...(whole ? [check(whole, 'search_in="msg"')] : []),
    ...Object.entries(headers).map(([name, regexp]) => check(regexp, `search_in="hdr" header="${name}:"`)),
  ]
  return `<recv request="${request}"><action>${checks.join('')}</action></recv>`
}
const key2 = [info('2'), ENDED]

describe.skipIf(noSipp !== '')(`the example of a gateway, by a SIP trunk of the field${noSipp}`, () => {
  /** A call that takes these steps: how it comes out. Repeats are not told apart from what is sent first. */
  async function rings(steps: readonly string[], env: Record<string, string> = {}) {
    const { trunk, ended } = await phone(steps, 1, '-nr')
    const account = { SIP_SERVER: trunk, SIP_USER: 'farm', SIP_PASSWORD: 'of the trunk', SIP_T1: '8000' }
    await callThrough(await gatewayWith({ ...account, ...env }))
    return ended
  }

  test('acknowledges an answer each time that it comes', async () => {
    const ok = answers('200 OK', { port: 9 })
    const ended = rings([KEPT, status('180 Ringing'), ok, ACK, ok, ACK, ok, ACK, ...key2])
    await becomes('answered', 'going')
    expect(await ended).toBe(0)
  })

  test('acknowledges a refusal each time that it comes', async () => {
    const refused = answers('486 Busy Here')
    const ended = rings([KEPT, refused, ACK, refused, ACK])
    await becomes('busy')
    expect(await ended).toBe(0)
  })

  test('lets a second phone go that answers as well', async () => {
    const [first, second] = [answers('200 OK', { port: 9 }), answers('200 OK', { tag: 'b', port: 9 })]
    const to = (tag: string) => ({ whole: `sip:${tag}@`, To: `tag=${tag}` })
    const ended = rings([
      KEPT,
      first,
      recv('ACK', to('a')),
      second,
      recv('ACK', to('b')),
      recv('BYE', to('b')),
      status('200 OK').replace(';tag=[call_number]', ''),
      ...key2,
    ])
    await becomes('answered', 'going')
    expect(await ended).toBe(0)
  })

  test.each([
    {
      name: 'by the proxies that asked for it',
      routes: (proxy: number) => [`<sip:edge@127.0.0.1:1;lr>, <sip:core@127.0.0.1:${proxy};lr>`],
      first: (method: string) => `^${method} sip:a@`,
      route: 'sip:core@127.0.0.1:[0-9]+;lr>, <sip:edge@127.0.0.1:1;lr>',
    },
    {
      name: 'by proxies of old',
      routes: (proxy: number) => ['<sip:edge@127.0.0.1:1>', `<sip:core@127.0.0.1:${proxy}>`],
      first: (method: string) => `^${method} sip:core@`,
      route: '<sip:edge@127.0.0.1:1>, <sip:a@',
    },
  ])('speaks in a call $name', async ({ routes, first, route }) => {
    // What reaches the proxy goes on to the phone.
    const proxy = createSocket('udp4')
    proxy.bind(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const passed: string[] = []
    let phonePort = 0
    proxy.on('message', message => {
      passed.push(message.toString().split(' ')[0] ?? '')
      proxy.send(message, phonePort, '127.0.0.1')
    })
    const more = routes((proxy.address() as AddressInfo).port)
      .map(each => `Record-Route: ${each}\n`)
      .join('')
    const steps = [
      KEPT,
      answers('200 OK', { port: 9, more }),
      recv('ACK', { whole: first('ACK'), Route: route }),
      info('2'),
      recv('BYE', { whole: first('BYE'), Route: route }),
      status('200 OK').replace(';tag=[call_number]', ''),
    ]
    const { trunk, ended } = await phone(steps, 1, '-nr')
    phonePort = Number(trunk.split(':')[1])
    await callThrough(await gatewayWith({ SIP_SERVER: trunk, SIP_USER: 'farm', SIP_T1: '8000' }))
    await becomes('answered', 'going')
    expect(await ended).toBe(0)
    expect(passed).toEqual(['ACK', 'BYE'])
  })

  test('proves who it is to a proxy that asks at the INVITE and again at the BYE', async () => {
    const asks = (line: string, nonce: string, more = '') =>
      status(line, `Proxy-Authenticate: Digest realm="trunk, inner", nonce="${nonce}"${more}\n`)
    const proves = (request: string, nonce: string) =>
      recv(request, {
        'Proxy-Authorization': `realm="trunk, inner", nonce="${nonce}".*response="[0-9a-f]{32}"`,
      })
    const ended = rings([
      '<recv request="INVITE"/>',
      asks('407 Proxy Authentication Required', 'n1'),
      ACK,
      // The nonce is too old already.
      proves('INVITE', 'n1'),
      asks('407 Proxy Authentication Required', 'n2', ', stale=true'),
      ACK,
      proves('INVITE', 'n2').replace(
        '<action>',
        '<action><ereg regexp="sip:[^>]*>;tag=.*" search_in="hdr" header="From:" assign_to="1"/>',
      ),
      ANSWERED,
      info('1'),
      '<recv request="BYE"/>',
      asks('407 Proxy Authentication Required', 'n3').replace(';tag=[call_number]', ''),
      proves('BYE', 'n3'),
      status('200 OK').replace(';tag=[call_number]', ''),
    ])
    await becomes('answered', 'seen')
    expect(await ended).toBe(0)
  })

  test('plays where the trunk said before anybody answered, from when somebody has', async () => {
    const ear = createSocket('udp4')
    ear.bind(0, '127.0.0.1')
    await once(ear, 'listening')
    onTestFinished(() => void ear.close())
    const heard: number[] = []
    ear.on('message', packet => void heard.push((packet[1] ?? 0) & 0x7f))
    const { port } = ear.address() as AddressInfo
    const before = '<pause milliseconds="400"/>'
    const ended = rings(
      [
        KEPT,
        answers('183 Session Progress', { port }),
        before,
        answers('200 OK'),
        ACK,
        '<recv request="BYE"/>',
        status('200 OK').replace(';tag=[call_number]', ''),
      ],
      { LISTENS_S: '1' },
    )
    // Nobody presses a key: a mailbox, as far as anybody can tell.
    await becomes('answered')
    expect(await ended).toBe(0)
    // G.711 of one second, not of the time before.
    expect(new Set(heard)).toEqual(new Set([0]))
    expect(heard.length).toBeLessThan(1.3 * 50)
  })

  test('takes back a call that nobody picks up, again until that is heard', async () => {
    const ended = rings(
      [
        KEPT,
        status('180 Ringing'),
        '<recv request="CANCEL"/>',
        '<recv request="CANCEL"/>',
        status('200 OK'),
        answers('487 Request Terminated'),
        ACK,
      ],
      { RINGS_S: '1', SIP_T1: '2000' },
    )
    await becomes('noAnswer')
    expect(await ended).toBe(0)
  })

  test.each([
    ['480 Temporarily Unavailable', 'noAnswer'],
    ['487 Request Terminated', 'noAnswer'],
    ['408 Request Timeout', 'noAnswer'],
    ['486 Busy Here', 'busy'],
    ['600 Busy Everywhere', 'busy'],
    ['603 Decline', 'busy'],
    ['404 Not Found', 'failed'],
    ['503 Service Unavailable', 'failed'],
  ])('a phone that rings and then says %s is %s', async (line, result) => {
    const ended = rings([KEPT, answers('180 Ringing'), answers(line), ACK])
    await becomes(result)
    expect(await ended).toBe(0)
  })
})

/** A modem at a pseudo-terminal: it writes what it was told to a file, and does what its mood says when it is called. */
const MODEM = `
import os, pty, sys, tty, time
master, slave = pty.openpty()
tty.setraw(master); tty.setraw(slave)
print(os.ttyname(slave), flush=True)
mood = sys.argv[2]
log = open(sys.argv[1], 'a')
rest = b''
def say(text): os.write(master, text.encode('latin1'))
def key(): say('\\r\\nOK\\r\\n'); time.sleep(0.3); say('\\r\\n+DTMF: 1\\r\\n')
ended = {'busy': 'BUSY', 'away': 'NO CARRIER', 'unheard': 'NO ANSWER', 'refused': '+CME ERROR: 30'}
while True:
    rest += os.read(master, 1024)
    while b'\\r' in rest or b'\\x1a' in rest:
        at = min(i for i in (rest.find(b'\\r'), rest.find(b'\\x1a')) if i >= 0)
        line, rest = rest[:at].decode('latin1'), rest[at + 1:]
        log.write(line + '\\n'); log.flush()
        if mood == 'echoes': say(line + '\\r')
        if mood == 'noisy': say('\\r\\n\\xff\\x00^BOOT:12,0\\r\\n+CMTI: "SM",1\\r\\nRI')
        if line.startswith('AT+CMGS=') and mood == 'mute': say('\\r\\n+CMS ERROR: 38\\r\\n')
        elif line.startswith('AT+CMGS='): say('\\r\\n> ')
        elif mood == 'late' and len(line) > 40 and not line.startswith('AT'): pass
        elif line.startswith('AT+CREG?'): say('\\r\\n+CREG: 0,1\\r\\n\\r\\nOK\\r\\n')
        elif line.startswith('ATD') and mood in ended: say('\\r\\n' + ended[mood] + '\\r\\n')
        elif line.startswith('ATD') and mood == 'eager': say('\\r\\nOK\\r\\n'); time.sleep(0.3); say('\\r\\nBUSY\\r\\n')
        elif line.startswith('ATD') and mood == 'noisy': say('NG\\r\\n\\xfeO\\x80K\\r\\n'); time.sleep(0.3); say('\\r\\n\\xf0+DTMF: 1\\r\\n')
        elif line.startswith('ATD') and mood == 'vanishes': os._exit(0)
        elif line.startswith('ATD'): key()
        elif line.startswith('AT+QTONEDET'): say('\\r\\nERROR\\r\\n')
        else: say('\\r\\nOK\\r\\n')
`
describe.skipIf(noPython !== '')(`the example of a gateway, by a GSM modem${noPython}`, () => {
  async function modem(mood: string) {
    const folder = mkdtempSync(join(tmpdir(), 'smart-farm-modem-'))
    const log = join(folder, 'log')
    const child = spawn('python3', ['-c', MODEM, log, mood], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const [name] = (await once(child.stdout, 'data')) as [Buffer]
    return { name: name.toString().trim(), log, folder, said: () => readFileSync(log, 'utf8') }
  }

  test('writes the sentence, rings, hears the key, and is in a network', async () => {
    const { name, said } = await modem('answers')
    await callThrough(await gatewayWith({ MODEM: name }))
    await becomes('answered', 'seen')
    expect(said()).toContain('ATD+8613805342210;')
    const hex = /^[0-9A-F]{40,}$/m.exec(said().slice(said().indexOf('AT+CMGS')))?.[0] ?? ''
    expect(Buffer.from(hex, 'hex').swap16().toString('utf16le')).toMatch(
      /^Critical\. House 3: High temperature/,
    )
  })

  test.each([
    { mood: 'busy', result: 'busy' },
    { mood: 'away', result: 'noAnswer' },
    { mood: 'unheard', result: 'noAnswer' },
    { mood: 'refused', result: 'failed' },
    // Says OK before anybody has answered.
    { mood: 'eager', result: 'busy' },
    // The text message fails: the phone rings all the same.
    { mood: 'mute', result: 'answered', answer: 'seen' },
    // Never says what became of the text message.
    { mood: 'late', result: 'answered', answer: 'seen' },
    { mood: 'echoes', result: 'answered', answer: 'seen' },
    { mood: 'noisy', result: 'answered', answer: 'seen' },
  ])(
    'tells what became of a call, and leaves the line free ($mood)',
    async ({ mood, result, answer = null }) => {
      const { name, said } = await modem(mood)
      await callThrough(await gatewayWith({ MODEM: name }))
      await becomes(result, answer)
      // The line is free for the next call.
      await expect.poll(() => said().split('ATD')[1], WAIT).toMatch(/^ATH$/m)
    },
  )

  test('fails the call during which the modem is unplugged, and makes the next once it is back', async () => {
    const [first, second] = [await modem('vanishes'), await modem('answers')]
    const name = join(first.folder, 'modem')
    symlinkSync(first.name, name)
    const gateway = await gatewayWith({ MODEM: name })
    const calls = await callThrough(gateway)
    await becomes('failed')
    await calls.stop()
    for (const table of [alarm, noticeMessage, phoneCall]) await db().delete(table)
    rmSync(name)
    symlinkSync(second.name, name)
    await callThrough(gateway)
    await becomes('answered', 'seen')
  })

  test('makes no file in the place of a modem that is not there', async () => {
    const name = join(mkdtempSync(join(tmpdir(), 'smart-farm-modem-')), 'modem')
    onTestFinished(() => rmSync(join(name, '..'), { recursive: true, force: true }))
    await callThrough(await gatewayWith({ MODEM: name }))
    await becomes('failed')
    expect(existsSync(name)).toBe(false)
  })
})

/** A trunk that is always busy, and the calls that reached it. */
async function busyTrunk() {
  const rung = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (bytes, { port, address }) => {
    const [line = '', ...headers] = bytes.toString().split('\r\n')
    if (!line.startsWith('INVITE')) return
    const kept = headers.filter(header => /^(Via|From|To|Call-ID|CSeq):/i.test(header))
    const [id = ''] = kept.filter(header => /^Call-ID:/i.test(header))
    rung.set(id, /^INVITE sip:([^@]+)@/.exec(line)?.[1] ?? '')
    const answer = ['SIP/2.0 486 Busy Here', ...kept.map(tagged), 'Content-Length: 0', '', '']
    socket.send(answer.join('\r\n'), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { trunk: `127.0.0.1:${(socket.address() as AddressInfo).port}`, rung }
}
const tagged = (header: string) => (/^To:/i.test(header) ? `${header};tag=busy` : header)

test('the example takes nothing that we did not sign, and rings nobody twice for one call', async () => {
  const { trunk, rung } = await busyTrunk()
  const gateway = await gatewayWith({ SIP_SERVER: trunk, SIP_USER: 'farm' })
  const call = async (id: string, to: string, secret = SECRET) => {
    const body = JSON.stringify({ id, type: 'alarm.call', to, language: 'en-US', text: 'House 3' })
    const headers = signedHeaders(body, { id, secret, at: Date.now() })
    return (await fetch(gateway, { method: 'POST', body, headers })).status
  }
  expect(await call('a', '+31611111111', 'a secret of somebody else')).toBe(401)
  expect((await fetch(gateway)).status).toBe(401)
  expect([await call('a', '+31611111111'), await call('a', '+31611111111')]).toEqual([202, 204])
  // By the time that another call rings, the repeat would have.
  expect(await call('b', '+31622222222')).toBe(202)
  await expect.poll(() => [...rung.values()], WAIT).toContainEqual(expect.stringContaining('31622222222'))
  expect([...rung.values()]).toEqual([
    expect.stringContaining('31611111111'),
    expect.stringContaining('31622222222'),
  ])
})
