import { expect, test } from 'vitest'
import { filledTemplate, placesOf } from './answer-templates.ts'

const named = { farm: 'De Linden', house: 'House 2', person: 'Joost' }

test('the places of either language are filled with what the ticket is about', () => {
  expect(filledTemplate('Dear {person}, the fan belts of {house} at {farm}: {house} needs two.', named)).toBe(
    'Dear Joost, the fan belts of House 2 at De Linden: House 2 needs two.',
  )
  expect(filledTemplate('{姓名}您好，{农场}{鸡舍}的皮带……', named)).toBe(
    'Joost您好，De LindenHouse 2的皮带……',
  )
})

test('a place that the ticket says nothing of stays, and what looks like one is left alone', () => {
  expect(filledTemplate('{house}: {value}', { ...named, house: null })).toBe('{house}: {value}')
  expect(filledTemplate('{farm}', { ...named, farm: 'A $& B' })).toBe('A $& B')
})

test('an editor is told the places in the own language', () => {
  expect(placesOf('en-US')).toBe('{farm}, {house}, {person}')
  expect(placesOf('zh-CN')).toBe('{农场}、{鸡舍}、{姓名}')
})
