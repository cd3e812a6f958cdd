import { onlineManager, QueryClient, QueryClientProvider, useQueries, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import texts from './en-US.json' with { type: 'json' }
import { Known, WaitFor } from './known.tsx'
import './layout.css'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

interface Props {
  names: readonly string[]
  notAsked: readonly string[]
  ask: (name: string) => Promise<number>
}

function Morning({ names, notAsked, ask }: Props) {
  const of = useQueries({
    queries: names.map(name => ({
      queryKey: [name],
      queryFn: () => ask(name),
      enabled: !notAsked.includes(name),
      retry: false,
    })),
  })
  const sum = of.reduce((all, { data = 0 }) => all + data, 0)
  return <Known of={of}>{() => <p>{sum === 0 ? 'Nothing to do.' : `${sum} things to do.`}</p>}</Known>
}

/** Counts of what waits, answered by hand; `null` is a count that the reader may not know. */
async function aMorning(names: readonly string[], notAsked: readonly string[] = []) {
  const answers = new Map<string, PromiseWithResolvers<number>>()
  const ask = (name: string) => {
    const answer = Promise.withResolvers<number>()
    answers.set(name, answer)
    return answer.promise
  }
  const drawn = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Morning names={names} notAsked={notAsked} ask={ask} />
    </QueryClientProvider>,
  )
  const answer = (name: string, count: number) => answers.get(name)?.resolve(count)
  const fail = (name: string) => answers.get(name)?.reject(new Error('The database is being repaired'))
  const busy = () => drawn.container.querySelector('[aria-busy]')
  return { drawn, answer, fail, busy }
}

test('a first nought is no news while other counts are on their way', async () => {
  const { drawn, answer, busy } = await aMorning(['repairs', 'orders', 'overhauls'])
  expect(busy()).not.toBeNull()
  answer('repairs', 0)
  answer('orders', 0)
  await expect.element(drawn.getByText('Nothing to do.')).not.toBeInTheDocument()
  expect(busy()).not.toBeNull()
  answer('overhauls', 16)
  await expect.element(drawn.getByText('16 things to do.')).toBeVisible()
})

test('what failed is told with how much of it, and is asked again in place', async () => {
  const { drawn, answer, fail } = await aMorning(['repairs', 'orders', 'overhauls'])
  answer('repairs', 0)
  fail('orders')
  fail('overhauls')
  await expect.element(drawn.getByText('2 of 3 figures could not be loaded')).toBeVisible()
  await expect.element(drawn.getByText('Nothing to do.')).not.toBeInTheDocument()
  await drawn.getByRole('button', { name: 'Try again' }).click()
  answer('orders', 1)
  answer('overhauls', 0)
  await expect.element(drawn.getByText('1 things to do.')).toBeVisible()
})

test('a count that the reader may not know is not waited for', async () => {
  const { drawn, answer } = await aMorning(['repairs', 'orders'], ['orders'])
  answer('repairs', 0)
  await expect.element(drawn.getByText('Nothing to do.')).toBeVisible()
})

function Pushing({ ask, retry }: { ask: () => Promise<number>; retry: number }) {
  const asked = useQuery({ queryKey: ['houses'], queryFn: ask, retry })
  return (
    <div>
      {asked.data === undefined ? <WaitFor of={[asked]} /> : <p>{`${asked.data} houses`}</p>}
      <p>Below</p>
    </div>
  )
}

/** What stands below an answer of unknown height, which is tried again so often. */
async function aPush(retry: number) {
  const answers: PromiseWithResolvers<number>[] = []
  const ask = () => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  }
  const drawn = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Pushing ask={ask} retry={retry} />
    </QueryClientProvider>,
  )
  return { drawn, below: drawn.getByText('Below'), answers }
}

test('what an answer would push is there and unseen until the answer stands above it', async () => {
  const { drawn, below, answers } = await aPush(0)
  await expect.element(below).toBeInTheDocument()
  await expect.element(below).not.toBeVisible()
  answers[0]?.resolve(3)
  await expect.element(drawn.getByText('3 houses')).toBeVisible()
  await expect.element(below).toBeVisible()
})

test('an answer that fails, is tried again or cannot come hides nothing', async () => {
  const failing = await aPush(3)
  await expect.element(failing.below).not.toBeVisible()
  failing.answers[0]?.reject(new Error('The database is being repaired'))
  await expect.element(failing.below).toBeVisible()
  await failing.drawn.unmount()
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const away = await aPush(3)
  await expect.element(away.below).toBeVisible()
  expect(away.answers).toEqual([])
})
