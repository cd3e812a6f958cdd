import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTag } from 'saxes'
import { type Parts, UnreadableFile } from './unpack.ts'

export interface XmlListener {
  /** Names come without their namespace prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const plainName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses a part piece by piece. An error thrown by a listener ends it. Throws UnreadableFile if it is not XML. */
export async function parseXml(parts: Parts, name: string, listener: XmlListener): Promise<void> {
  const stream = await parts.open(name)
  if (!stream) throw new UnreadableFile('notExcel')
  const parser = new SaxesParser({ fragment: false })
  const decoder = new StringDecoder('utf8')
  parser.on('error', error => {
    throw new UnreadableFile('notExcel', error)
  })
  // None of our files has a document type; one could only be there to do harm.
  parser.on('doctype', () => {
    throw new UnreadableFile('notExcel')
  })
  parser.on('opentag', ({ name, attributes }: SaxesTag) =>
    // Attributes are plain strings as long as the parser is not asked for namespaces.
    listener.open?.(plainName(name), attributes as Record<string, string>),
  )
  parser.on('text', text => listener.text?.(text))
  parser.on('cdata', text => listener.text?.(text))
  parser.on('closetag', tag => listener.close?.(plainName(tag.name)))
  try {
    for await (const chunk of stream) parser.write(decoder.write(chunk as Buffer))
    parser.close()
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('notExcel', error)
  } finally {
    stream.destroy()
  }
}
