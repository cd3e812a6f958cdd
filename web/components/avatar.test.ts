import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test.each([
  ['Karin Lindqvist', 'KL'],
  ['karin', 'K'],
  ['Jan van der Meer', 'JM'],
  ['王芳', '王'],
  ['欧阳 Wang', '欧'],
  ['  ', ''],
])('%s without a picture is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
