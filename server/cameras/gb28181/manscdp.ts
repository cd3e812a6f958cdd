import { SaxesParser } from 'saxes'

/** What a message of a device says (GB/T 28181-2016, annex A): its kind and its fields, items apart. */
export interface DeviceMessage {
  /** Notify · Response · Query · Control */
  root: string
  command: string
  sn: string
  deviceId: string
  fields: ReadonlyMap<string, string>
  items: readonly ReadonlyMap<string, string>[]
}

const DEPTH_MOST = 8
const ELEMENTS_MOST = 20_000
const TEXT_MOST = 1_000

/**
 * Reads the XML of a device, in the character set it names: GB2312 and GBK are read as GB 18030, which contains both.
 * Undefined if it is damaged, refers to entities of its own, or goes beyond any real message.
 */
export function readDeviceMessage(body: Buffer): DeviceMessage | undefined {
  const text = decoded(body)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    return parsed(text)
  } catch {
    return undefined
  }
}

function decoded(body: Buffer): string {
  const named = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{1,20})["']/i.exec(
    body.toString('latin1', 0, 200),
  )?.[1]
  const isUtf8 = named !== undefined && /^utf-?8$/i.test(named)
  return isUtf8 ? body.toString('utf8') : new TextDecoder('gb18030').decode(body)
}

function parsed(text: string): DeviceMessage | undefined {
  const open: string[] = []
  const fields = new Map<string, string>()
  const items: Map<string, string>[] = []
  let item: Map<string, string> | undefined
  let root = ''
  let written = ''
  let elements = 0
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    elements += 1
    if (open.length >= DEPTH_MOST || elements > ELEMENTS_MOST) throw new Error('too much')
    if (open.length === 0) root = name
    if (name === 'Item' && !item) {
      item = new Map()
      items.push(item)
    }
    open.push(name)
    written = ''
  })
  parser.on('text', more => {
    written = (written + more).slice(0, TEXT_MOST)
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    const into = item ?? fields
    if (name === 'Item' && !open.includes('Item')) item = undefined
    // The first of a name counts: an <Info> inside may repeat one.
    else if (!into.has(name)) into.set(name, written.trim())
    written = ''
  })
  parser.write(text).close()
  const said = (name: string) => fields.get(name) ?? ''
  if (said('CmdType') === '') return undefined
  return { root, command: said('CmdType'), sn: said('SN'), deviceId: said('DeviceID'), fields, items }
}

const HEAD = '<?xml version="1.0" encoding="GB2312"?>\r\n'
const escaped = (text: string) => text.replace(/[<>&"']/g, each => `&#${each.charCodeAt(0)};`)

/** A question or an order to a device; plain ASCII, whatever character set it thinks in. */
export function writeDeviceMessage(
  root: 'Query' | 'Control',
  fields: Readonly<Record<string, string | number>>,
): Buffer {
  const lines = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escaped(String(value))}</${name}>\r\n`,
  )
  return Buffer.from(`${HEAD}<${root}>\r\n${lines.join('')}</${root}>\r\n`, 'ascii')
}
