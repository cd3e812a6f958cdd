import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { languages } from '#shared/text.ts'
import { features } from '../app.ts'
import { sheetTitle } from '../platform/jobs/sheet-words.ts'
import { templateColumns } from '../platform/jobs/template.ts'
import { sheets } from './sheets.ts'

test('every list that may be exported has a sheet, and no other', () => {
  const exported = features.filter(({ contract }) => 'export' in contract).map(({ name }) => name)
  expect(sheets.map(({ list }) => list).sort()).toEqual(exported.sort())
  const imported = features.filter(({ contract }) => 'import' in contract).map(({ name }) => name)
  expect(
    sheets
      .filter(sheet => sheet.import)
      .map(({ list }) => list)
      .sort(),
  ).toEqual(imported.sort())
})

/** A metric unit as a word. */
const METRIC =
  /(?:^|[\s（(\d])(?:kg|g|mg|t|mL|L|km|m|m²|m³\/h|°C|Pa|lx|公斤|千克|克|吨|毫升|升)(?=$|[\s），,。.;；)/])/

/** Lists that name metric units to every reader, and what they hold. */
const metricForAll: Readonly<Record<string, string>> = {
  goods: 'weights that stand on packing lists and customs papers, which are in kg; and a size L',
}

describe.each(sheets)('the sheet of $list', sheet => {
  const contract = features.find(({ name }) => name === sheet.list)?.contract ?? {}
  const isOfSeveral = [
    'alarms',
    'cameras',
    'devices',
    'feed-book',
    'flock-records',
    'flock-treatments',
    'flocks',
    'house-groups',
    'houses',
    'hygiene',
    'inquiries',
    'orders',
    'overhaul',
    'questions',
    'repairs',
  ].includes(sheet.list)
  const access = (name: string) => (contract[name] as Endpoint | undefined)?.access

  test('needs what its endpoints need', () => {
    expect(sheet.needs).toBe(access('export'))
    expect(sheet.import?.needs).toBe(access('import'))
  })

  test.each(languages)('has a name and a title for each column in %s, none of them twice', language => {
    expect(sheetTitle(sheet.list, language)).not.toBe(sheet.list)
    const titles = sheet.columns({ language, units: 'metric' }, 'UTC', true).map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).not.toMatch(/^[a-z]/)
  })

  test('says whose a row is to those only who see several customers', () => {
    const titles = (seesCustomers: boolean) =>
      sheet.columns({ language: 'en-US', units: 'metric' }, 'UTC', seesCustomers).map(({ title }) => title)
    expect(titles(false)).toEqual(titles(true).filter(title => !isOfSeveral || title !== 'Customer'))
  })

  test.each(languages)('has no metric unit in %s for readers of imperial units', language => {
    const reader = { language, units: 'imperial' } as const
    const said = [
      ...sheet.columns(reader, 'UTC', true).map(({ title }) => title),
      ...(sheet.import ? templateColumns(sheet.list, sheet.import, reader) : []).flatMap(
        ({ title, help = '' }) => [title, help],
      ),
    ]
    const metric = said.filter(each => METRIC.test(each))
    if (sheet.list in metricForAll) expect(metric).not.toEqual([])
    else expect(metric).toEqual([])
  })

  test.each(languages)('tells in %s what each column of its template wants', language => {
    if (!sheet.import) return
    for (const { title, help } of templateColumns(sheet.list, sheet.import, {
      language,
      units: 'imperial',
    })) {
      expect(title).not.toMatch(/^[a-z]/)
      expect(help, title).not.toBe('')
      // Excel shows no more of a hint.
      expect(help?.length, title).toBeLessThanOrEqual(255)
    }
  })
})
