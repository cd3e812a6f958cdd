import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import { RichText } from './rich-text.tsx'

const RUNS = /^\s*(?:javascript|vbscript|data):/i
const runs: string[] = []
Object.assign(window, { xss: () => runs.push('ran') })

/** Everything in the page that could run: elements, handlers, addresses. */
function dangerIn(root: Element): string[] {
  const elements = [...root.querySelectorAll('*')]
  return [
    ...elements
      .filter(element => /^(?:script|iframe|object|embed|base|meta|link|form)$/i.test(element.tagName))
      .map(element => element.outerHTML),
    ...elements.flatMap(element =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || RUNS.test(value.replace(/[\0-\x20]/g, '')))
        .map(({ name, value }) => `${name}=${value}`),
    ),
  ]
}

test('a text that reached the page unsanitized is made safe where it is shown', async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      {xssVectors.map(vector => (
        <RichText key={vector} html={`<p>before</p>${vector}`} lang="en-US" />
      ))}
    </QueryClientProvider>,
  )
  const texts = [...screen.container.querySelectorAll('.rich-text')]
  expect(texts).toHaveLength(xssVectors.length)
  expect(texts.flatMap(dangerIn)).toEqual([])
  // An unreadable picture has reported its error by now, and every handler would have run with it.
  const last = new Image()
  await new Promise(told => {
    last.addEventListener('error', told)
    last.src = 'x:y'
  })
  expect(runs).toEqual([])
})

test('the same list does run where nobody sanitizes it', async () => {
  const holder = document.createElement('div')
  document.body.append(holder)
  holder.innerHTML = xssVectors.filter(vector => vector.includes('<img')).join('')
  await expect.poll(() => runs.length).toBeGreaterThan(0)
  holder.remove()
})
