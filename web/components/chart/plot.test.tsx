import { expect, test } from 'vitest'
import { keepPlot } from './plot.ts'

const removed: string[] = []
const made = (name: string) => () => ({ name, remove: () => void removed.push(name) })
const placeOnPage = () => document.body.appendChild(document.createElement('div'))

test('a resting chart goes on, unless another one is wanted', () => {
  const place = placeOnPage()
  const first = keepPlot(place, ['a', 1], made('first'))
  first.rest()
  const again = keepPlot(place, ['a', 1], made('never'))
  expect(again.plot).toBe(first.plot)
  again.rest()
  expect(keepPlot(place, ['a', 2], made('second')).plot.name).toBe('second')
  expect(removed.splice(0)).toEqual(['first'])
})

test('a chart whose place is gone is removed when the next one is drawn', () => {
  const place = placeOnPage()
  keepPlot(place, [], made('gone')).rest()
  keepPlot(placeOnPage(), [], made('beside')).rest()
  expect(removed).toEqual([])
  place.remove()
  keepPlot(placeOnPage(), [], made('next'))
  expect(removed.splice(0)).toEqual(['gone'])
})
