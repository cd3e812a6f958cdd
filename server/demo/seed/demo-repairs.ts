import type { Client } from 'pg'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { addTickets, type DemoTicket } from './demo-tickets.ts'

const HOUR_MS = 3_600_000
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS)
const day = (days: number) =>
  at(-24 * days)
    .toISOString()
    .slice(0, 10)
const common = { statement: STATEMENT_VERSION, equipment: '', phone: '' }
const accepted = (record: string, hoursAgo: number) => ({
  state: 'accepted',
  record,
  accepter: '刘伟',
  accepted_at: at(hoursAgo),
})

/** Repairs in every possible state, each in the language of the farm. */
const repairs: readonly DemoTicket[] = [
  {
    columns: {
      ...common,
      title: '料线绞龙停转',
      machine_kind: 'feedLine',
      equipment: '3、4 列料线绞龙 FA-90',
      description: '3、4 列料线绞龙运行约两分钟后停转，电机嗡嗡响，减速机下方有油迹，空开已复位两次。',
      expected_on: day(1),
      phone: '138 0536 2210',
      visit_at: at(-40),
      visit_hours: 2,
      ...accepted('减速机磨损，带载打滑。携带 GB-40 减速机和联轴器；在此之前 3、4 列人工喂料。', 71),
    },
    controller: 'EC-WF-01',
    waits: false,
    entries: [
      ['worker', 'create', 73],
      ['engineer', 'phone', 72, '已与赵强通话 4 分钟，确认 1、2 列正常。'],
      [
        'engineer',
        'accept',
        71,
        '减速机磨损，带载打滑。携带 GB-40 减速机和联轴器；在此之前 3、4 列人工喂料。',
      ],
      ['engineer', 'note', 48, '配件已备好：GB-40 减速机 1 台、联轴器 1 个。'],
      ['engineer', 'plan', 47],
    ],
  },
  {
    columns: {
      ...common,
      title: '湿帘水泵不出水',
      machine_kind: 'pad',
      equipment: '西侧湿帘循环泵',
      description: '水泵通电后有声音但不出水，已检查进水阀和过滤网。',
      expected_on: day(2),
      phone: '139 0536 8821',
      state: 'pending',
    },
    controller: 'EC-WF-03',
    waits: true,
    entries: [['manager', 'create', 96]],
  },
  {
    columns: {
      ...common,
      title: 'Heater 2 does not ignite',
      machine_kind: 'heater',
      equipment: 'Gas heater 2',
      description: 'It clicks, no flame, and locks out after three tries. Gas is on, heater 1 runs.',
      expected_on: day(1),
      phone: '+31 342 555 0142',
      state: 'pending',
    },
    controller: 'EC-BV-02',
    waits: true,
    entries: [['linden', 'create', 2]],
  },
  {
    columns: {
      ...common,
      title: 'Fan 7 vibrates',
      machine_kind: 'fan',
      equipment: 'Tunnel fan 7',
      description: 'Strong vibration from standstill to full speed since the last clean-out.',
      phone: '+31 342 555 0142',
      finished_at: at(190),
      ...accepted('Blade bent while washing. Bring one blade set, balance it on site.', 235),
      state: 'finished',
    },
    controller: 'EC-BV-01',
    waits: false,
    entries: [
      ['linden', 'create', 240],
      ['engineer', 'accept', 235, 'Blade bent while washing. Bring one blade set, balance it on site.'],
      ['engineer', 'note', 192, 'Blade set replaced, fan runs at 4 A without vibration.'],
      ['linden', 'finish', 190],
    ],
  },
  {
    columns: {
      ...common,
      title: 'Egg counter shows zero',
      description: 'The counter of the left line shows no eggs since this morning.',
      state: 'pending',
      cancelled_at: at(20),
      cancel_reason: 'It was the cable: we plugged it in again.',
    },
    controller: 'EC-LB-01',
    waits: false,
    entries: [
      ['siam', 'create', 26],
      ['siam', 'cancel', 20, 'It was the cable: we plugged it in again.'],
    ],
  },
]

/** Repairs for the demonstration, if there are none yet. */
export async function addRepairs(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from repair limit 1`)
  if (rows.length > 0) return
  await addTickets(client, { table: 'repair', module: 'repairs', prefix: 'RP' }, repairs)
}
