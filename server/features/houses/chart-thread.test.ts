import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ChartQuery, houses } from '#shared/contracts/houses.ts'
import { PROBES } from '#shared/house-temperature.ts'
import { readBelieved } from '../../farm/figures/believed-chart.ts'
import { believedFrom, type ChartSources } from '../../farm/figures/work-out-chart.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { write } from '../../platform/http/written.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { writtenInThread } from './chart-thread.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
const MEAN = 'Climate/Temp/Avg'
const OTHER = 'Air/CO2/S1'

let farm: TestApp
let owner: Person
/** One house whose controller tells a mean, and one that tells probes alone; both are silent for a while. */
let told: string
let probed: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  owner = await farm.as({
    office: offices.closed,
    kind: 2,
    grants: ['device_chart:query', 'device_chart:export', 'chicken_home_manage:query'],
  })
  const build = async (name: string, metrics: string[], values: (i: number) => number[]) => {
    const device = await buildDevice(services, offices.closed, { type: 'controller' })
    const house = await buildHouse(services, offices.closed, { name, deviceIds: [device.id] })
    const minutes = Array.from({ length: 240 }, (_, i) => i).filter(i => i < 100 || i > 130)
    const reports = minutes.map(i => ({ at: START + i * MINUTE, values: values(i) }))
    await storeReports(services, device.id, metrics, reports)
    return { house, device }
  }
  told = (await build('Told', [MEAN, OTHER], i => [20 + i / 7, i % 3 === 0 ? Number.NaN : 1_000.1 + i])).house
    .id
  const { house, device } = await build('Probed', [...PROBES], i =>
    PROBES.map((_, p) => 21.3 + p / 9 + i / 11),
  )
  probed = house.id
  await buildAlarm(services, offices.closed, {
    code: 'ProbeWrong.stuck:Climate/Temp/S8',
    source: 'platform',
    level: 'warning',
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt: new Date(START + HOUR),
  })
})
afterAll(() => farm.close())

const asked = {
  'every report of a mean that is told': { metrics: `${MEAN},${OTHER}`, points: 600 },
  'a mean that is told, merged': { metrics: MEAN, points: 12 },
  'nothing that was ever told': { metrics: 'Not/There' },
  'quarter hours, none of them prepared yet': { metrics: `${MEAN},${OTHER}`, resolution: '15m' },
  days: { metrics: MEAN, resolution: 'day' },
  'a probe, one in doubt, and a mean worked out': { metrics: `Climate/Temp/S8,${MEAN},Climate/Temp/S1` },
} as const

describe.each(Object.entries(asked))('an answer with %s', (_, more) => {
  test.each(['told', 'probed'])(
    'is the same byte for byte as worked out here, of a house with %s values',
    async which => {
      const id = which === 'told' ? told : probed
      const query = { from: START, to: START + 4 * HOUR, ...more }
      const answer = await owner.ask(houses.chart, { params: { id }, query })
      const { deviceId, ...read } = ChartQuery.parse(query)
      const here = await readBelieved(farm.services.store.scoped(SYSTEM), { houseId: id, deviceId }, read)
      if (!here) throw new Error('The house is there')
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.rawPayload.equals(write(houses.chart, here))).toBe(true)
    },
  )
})

const long = (metrics: number, points: number): ChartSources => {
  const at = Array.from({ length: points }, (_, i) => START + i * 30_000)
  const series = Array.from({ length: metrics }, (_, m) => at.map(time => Math.sin(time / 1e6 + m) * 30))
  const found = { step: 0, at, series: series.map(values => [values, values, values]) }
  const names = series.map((_, m) => `Metric ${m}`)
  const to = START + points * 30_000
  return {
    chart: {
      metrics: names,
      from: START,
      to,
      points,
      resolution: 'raw',
      text: JSON.stringify(found),
      gapS: null,
      imported: [],
    },
    belief: { doubts: [], exchanges: [] },
    shown: metrics,
    hasProbes: false,
  }
}

describe('a long chart', () => {
  const sources = long(24, 625)
  const worked = () => {
    const chart = believedFrom(sources)
    return chart === 'probes' ? null : write(houses.chart, chart)
  }
  const cpuOf = async (work: () => unknown) => {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  beforeEach(async () => {
    // The thread has started, and the code is warm in both.
    for (let i = 0; i < 3; i++) {
      worked()
      await writtenInThread(sources, null)
    }
  })

  test('costs the main thread a fraction of what working it out does', async () => {
    // The least of many: collecting garbage, and whatever else process and machine do, only adds.
    let [here, there] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 10 || (there >= here / 3 && i < 200); i++) {
      here = Math.min(here, await cpuOf(worked))
      there = Math.min(there, await cpuOf(() => writtenInThread(sources, null)))
    }
    expect(there).toBeLessThan(here / 3)
  })

  test('that cannot be worked out fails alone: those that wait beside it are answered', async () => {
    const broken = { ...sources, chart: { ...sources.chart, text: '{' } }
    const [failed, fine] = await Promise.allSettled([
      writtenInThread(broken, null),
      writtenInThread(sources, null),
    ])
    expect(failed.status).toBe('rejected')
    expect(fine).toEqual({ status: 'fulfilled', value: worked() })
  })
})
