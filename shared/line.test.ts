import { expect, test } from 'vitest'
import { line } from './line.ts'

test.each(['\u0007', '\u2028', '\u202e', '\u200f', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad'])(
  'a name with %j in it is refused, and the character is named',
  character => {
    const { error } = line(100).safeParse(`North${character}yard`)
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    expect(error?.issues).toMatchObject([{ code: 'custom', params: { unseen: `U+${number}` } }])
  },
)

test('a name in any script is one', () => {
  for (const name of ['北场 3 号', 'Kovač’s house', 'บ้านไก่']) expect(line(100).parse(` ${name} `)).toBe(name)
})
