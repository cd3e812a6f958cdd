// An ERP in seventy lines: it writes a good, reads what is left of all, writes an order, moves it on, and reads what changed. Needs Node and nothing else.
//
//   SMART_FARM=https://farm.example.com TOKEN=… CUSTOMER=… node erp.mjs
//
// TOKEN is an API token with the rights to orders and goods, CUSTOMER the id of the customer who orders.
const { SMART_FARM, TOKEN, CUSTOMER, CURSOR } = process.env
const erp = `${SMART_FARM}/api/admin/auth/erp`

async function call(method, path, body) {
  const answer = await fetch(`${erp}${path}`, {
    method,
    headers: { 'Access-Token': TOKEN, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, message } = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message} ${JSON.stringify(data)}`)
  return data
}

// A good by its number: made as a draft the first time, changed from then on. What is not sent stays as it is.
const good = await call('POST', '/good', {
  code: 'BLT-1900-ERP',
  chineseName: '风机皮带 B-1900',
  englishName: 'Fan belt B-1900',
  price: '38.50',
  currency: 'CNY',
  stock: 120,
})

// All goods with what is left of them and what they cost, page by page.
const stock = {}
for (let after = '', isMore = true; isMore; ) {
  const page = await call('GET', `/goods?${new URLSearchParams({ after, size: '100' })}`)
  for (const { code, stock: left } of page.items) stock[code] = left
  after = page.items.at(-1)?.code ?? after
  isMore = page.isMore
}

// An order by the number it has in the ERP. Sent twice, it is the same order.
const order = {
  externalNumber: 'ERP-2026-0815',
  officeId: CUSTOMER,
  consignee: 'Wang Lei',
  phone: '+86 536 555 0148',
  country: 'CN',
  city: 'Weifang',
  address: '',
  content: 'From the ERP',
  currency: 'CNY',
  freight: '120',
  lines: [
    {
      goodId: good.id,
      code: good.code,
      chineseName: good.chineseName,
      englishName: good.englishName,
      quantity: 4,
      price: '38.50',
    },
  ],
  shipments: [],
}
await call('POST', '/order', order)
const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const { number, sum } = await call('POST', '/order', { ...order, productionEnd: inThirtyDays })

// The next step; one that was taken already is not taken again.
const { standing } = await call('POST', '/order-step', {
  externalNumber: order.externalNumber,
  step: 'produce',
})

// What changed since the cursor of the last time. Keep the cursor with what was read.
let cursor = CURSOR ?? ''
const changed = []
for (let isMore = true; isMore; ) {
  const query = new URLSearchParams({ size: '100', ...(cursor && { cursor }) })
  const page = await call('GET', `/order-changes?${query}`)
  changed.push(...page.items.map(item => item.externalNumber ?? item.number))
  cursor = page.cursor
  isMore = page.isMore
}
console.log(JSON.stringify({ number, sum, standing, changed, cursor, left: stock[good.code] }))
