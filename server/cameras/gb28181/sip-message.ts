/** A header as it stands: name as written, value without the space around it. */
export type SipHeader = readonly [name: string, value: string]

/** A message of SIP (RFC 3261), as far as cameras use it. */
export interface SipMessage {
  /** Of a request; undefined for a response. */
  method?: string
  uri?: string
  /** Of a response; undefined for a request. */
  status?: number
  headers: readonly SipHeader[]
  body: Buffer
}
export type SipRequest = SipMessage & { method: string; uri: string }
export type SipResponse = SipMessage & { status: number }

/** More than any head of a camera; Bytes */
const HEAD_MOST = 8 * 1024
/** A catalogue of many channels comes in several messages. Bytes */
export const BODY_MOST = 64 * 1024
const HEADERS_MOST = 64

/** Compact forms (RFC 3261, 7.3.3). */
const COMPACT: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  s: 'subject',
}
const nameOf = (name: string) => COMPACT[name.toLowerCase()] ?? name.toLowerCase()

const METHOD = /^[A-Z]{3,20}$/
const URI = /^sips?:[\w.!~*'()%&=+$,;?/@:-]{1,255}$/
const REQUEST_LINE = /^(\S+) (\S+) SIP\/2\.0$/
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d{2})(?: [^\r\n]*)?$/
const HEADER = /^([A-Za-z][\w.-]{0,39})\s*:\s*(.*)$/
/** Without these nobody can be answered. */
const NEEDED = ['via', 'from', 'to', 'call-id', 'cseq']

/** All values of a header, in the order they came. */
export const headersOf = ({ headers }: Pick<SipMessage, 'headers'>, name: string): string[] =>
  headers.flatMap(([each, value]) => (nameOf(each) === name ? [value] : []))

/** The first value of a header; '' without one. */
export const headerOf = (message: Pick<SipMessage, 'headers'>, name: string): string =>
  headersOf(message, name)[0] ?? ''

/** A parameter behind a header's value, such as `branch`, `tag` or `rport`; undefined without it, '' without a value. */
export function parameterOf(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}(?:\\s*=\\s*("[^"]*"|[^;,\\s>]*))?(?=[;,\\s]|$)`, 'i').exec(
    value.replace(/<[^>]*>/, ''),
  )
  return found ? (found[1] ?? '').replace(/^"|"$/g, '') : undefined
}

/** The user of the address in From, To or Contact, or of a request's: a device id. */
export const userOf = (value: string): string => /sips?:([^@;>\s]{1,64})@/i.exec(value)?.[1] ?? ''

/** Number and method of CSeq. */
export function cseqOf(message: SipMessage): { number: number; method: string } | undefined {
  const [, number, method] = /^(\d{1,10})\s+([A-Z]{3,20})$/.exec(headerOf(message, 'cseq')) ?? []
  return number === undefined || method === undefined || Number(number) > 0x7fffffff
    ? undefined
    : { number: Number(number), method }
}

/** Where the head ends and how long the body says it is; undefined if the head is not whole yet, 'bad' if it is none. */
export function lengthOf(bytes: Buffer): { head: number; body: number } | undefined | 'bad' {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return bytes.length > HEAD_MOST ? 'bad' : undefined
  if (head > HEAD_MOST) return 'bad'
  const text = bytes.toString('latin1', 0, head)
  const said = [...text.matchAll(/^(?:content-length|l)\s*:\s*(\S*)\s*$/gim)].map(([, value = '']) => value)
  if (said.length > 1 || said.some(value => !/^\d{1,6}$/.test(value))) return 'bad'
  const body = Number(said[0] ?? 0)
  return body > BODY_MOST ? 'bad' : { head: head + 4, body }
}

/**
 * Takes a whole message apart; undefined for anything that is none, or that leaves doubt: a header without a name, a body
 * shorter than it says, two of what there must be one of.
 */
export function parseSip(bytes: Buffer): SipMessage | undefined {
  const length = lengthOf(bytes)
  if (length === undefined || length === 'bad') return undefined
  const hasLength = /^(?:content-length|l)\s*:/im.test(bytes.toString('latin1', 0, length.head))
  // A datagram may leave it out; one that is cut off must not.
  const end = hasLength ? length.head + length.body : bytes.length
  if (end > bytes.length || end - length.head > BODY_MOST) return undefined
  const [first = '', ...lines] = unfolded(bytes.toString('latin1', 0, length.head - 4)).split('\r\n')
  const headers: SipHeader[] = []
  for (const line of lines) {
    const [, name, value = ''] = HEADER.exec(line) ?? []
    if (name === undefined || hasControls(value)) return undefined
    headers.push([name, value.trim()])
  }
  if (headers.length > HEADERS_MOST) return undefined
  const message: SipMessage = { headers, body: Buffer.from(bytes.subarray(length.head, end)) }
  if (NEEDED.some(name => headerOf(message, name) === '')) return undefined
  if (['from', 'to', 'call-id', 'cseq'].some(name => headersOf(message, name).length > 1)) return undefined
  const cseq = cseqOf(message)
  if (!cseq) return undefined
  const [, status] = STATUS_LINE.exec(first) ?? []
  if (status !== undefined) return { ...message, status: Number(status) }
  const [, method = '', uri = ''] = REQUEST_LINE.exec(first) ?? []
  if (!METHOD.test(method) || !URI.test(uri) || cseq.method !== method) return undefined
  return { ...message, method, uri }
}

/** Header lines may go on in the next, behind a space. */
const unfolded = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ')

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return true
  }
  return false
}

/** Writes a message, with the length of its body. */
export function writeSip(
  first: string,
  headers: readonly SipHeader[],
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([
    Buffer.from(`${first}\r\n${lines}Content-Length: ${body.length}\r\n\r\n`, 'latin1'),
    body,
  ])
}

/** Where a message came from. */
export interface SipPeer {
  transport: 'udp' | 'tcp'
  ip: string
  port: number
}

const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  481: 'Call/Transaction Does Not Exist',
  503: 'Service Unavailable',
}

/** The answer to a request: to where it came from (RFC 3581), with the request's own headers of the transaction. */
export function answerTo(
  request: SipRequest,
  status: number,
  from: SipPeer,
  more: readonly SipHeader[] = [],
  tag = '',
): Buffer {
  const [via = '', ...others] = headersOf(request, 'via')
  const to = headerOf(request, 'to')
  const headers: SipHeader[] = [
    ['Via', returned(via, from)],
    ...others.map((value): SipHeader => ['Via', value]),
    ['From', headerOf(request, 'from')],
    ['To', tag && parameterOf(to, 'tag') === undefined ? `${to};tag=${tag}` : to],
    ['Call-ID', headerOf(request, 'call-id')],
    ['CSeq', headerOf(request, 'cseq')],
    ...more,
  ]
  return writeSip(`SIP/2.0 ${status} ${REASONS[status] ?? 'Answer'}`, headers)
}

function returned(via: string, { ip, port }: SipPeer): string {
  const plain = via.replace(/;\s*(?:rport|received)(?:\s*=\s*[^;]*)?/gi, '')
  return parameterOf(via, 'rport') === undefined
    ? `${plain};received=${ip}`
    : `${plain};rport=${port};received=${ip}`
}
