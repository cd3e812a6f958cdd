import type { Client } from 'pg'
import { addTickets, type DemoTicket } from './demo-tickets.ts'

/** What the demonstration's farms asked, each in the language of its people. */
const questions: readonly DemoTicket[] = [
  {
    columns: {
      text: '2号舍湿帘下半部分总是干的，水泵在转，过滤网上周刚洗过。是布水管堵了还是水压不够？',
      state: 'waiting',
    },
    controller: 'EC-WF-02',
    waits: true,
    entries: [
      ['worker', 'create', 76],
      ['engineer', 'reply', 70, '请先打开布水管末端的冲洗阀放水两分钟，再看干斑位置是否变化。'],
      ['worker', 'more', 69, '冲洗后好了一半，靠风机一侧仍有约 3 米是干的。'],
    ],
  },
  {
    columns: {
      text: '夜间最小通风的开机时间从 60 秒改成 75 秒，氨气能降多少？冬天会不会太冷？',
      state: 'waiting',
    },
    controller: 'EC-WF-01',
    waits: true,
    entries: [['manager', 'create', 3]],
  },
  {
    columns: {
      text: 'How do I calibrate the pressure sensor? It shows 4 Pa with all fans off.',
      state: 'replied',
      replied_by: '刘伟',
    },
    controller: 'EC-BV-01',
    waits: false,
    entries: [
      ['linden', 'create', 30],
      [
        'engineer',
        'reply',
        27,
        'Stop all fans, open a door, pull both tubes off the sensor and press “zero” on the controller. Then blow through the tubes: water in the outside tube is the usual reason.',
      ],
      ['linden', 'more', 26, 'There was water in it indeed. 0 Pa now, thank you!'],
      ['engineer', 'reply', 25, 'Good. A loop in the tube outside keeps the rain out.'],
    ],
  },
  {
    columns: {
      text: 'Which nipple height is right for hens at 26 weeks, and how often should we check the flow?',
      state: 'waiting',
    },
    controller: 'EC-LB-01',
    waits: true,
    entries: [['siam', 'create', 9]],
  },
  {
    columns: {
      text: '育成舍光照程序在第 10 周减到 8 小时，转群前什么时候开始加光？',
      state: 'replied',
      replied_by: '刘伟',
    },
    controller: 'EC-WF-04',
    waits: false,
    entries: [
      ['owner', 'create', 120],
      [
        'engineer',
        'reply',
        116,
        '转到蛋鸡舍、体重达标后再加光：先加 1 小时，之后每周加 30 分钟，直到 14～16 小时。',
      ],
    ],
  },
]

/** Questions for the demonstration, if there are none yet. */
export async function addQuestions(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from question limit 1`)
  if (rows.length > 0) return
  await addTickets(client, { table: 'question', module: 'questions', prefix: 'QA' }, questions)
}
