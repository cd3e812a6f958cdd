let codes: Map<string, Buffer> | undefined

/** Text in GBK, as devices of GB/T 28181 write names. */
export function gbk(text: string): Buffer {
  codes ??= table()
  const known = codes
  return Buffer.concat([...text].map(each => known.get(each) ?? Buffer.from(each, 'ascii')))
}

function table(): Map<string, Buffer> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, Buffer>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const bytes = Buffer.from([high, low])
      const [character = ''] = low === 0x7f ? [] : decoder.decode(bytes)
      if (character !== '' && character !== '\ufffd') found.set(character, bytes)
    }
  return found
}
