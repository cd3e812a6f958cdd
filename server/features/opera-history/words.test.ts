import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import { isTextKey } from '../../platform/http/texts.ts'

const changing = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { says }]) => says)
    .map(([type]) => ({ module: name, type })),
)

test.each([...new Set(changing.map(({ module }) => module))])('module %s is called in words', module => {
  expect(isTextKey(`module.${module}`), `module.${module} is missing in server/platform/texts`).toBe(true)
})

test.each([...new Set(changing.map(({ type }) => type))])('operation %s is called in words', type => {
  expect(isTextKey(`operation.${type}`), `operation.${type} is missing in server/platform/texts`).toBe(true)
})
