// Orders or goods as Excel by an API token: fetches what there is, and sends a file back. Needs Node and nothing else.
//
//   SMART_FARM=https://farm.example.com TOKEN=… node excel.mjs fetch orders orders.xlsx
//   SMART_FARM=https://farm.example.com TOKEN=… node excel.mjs send orders orders.xlsx
//
// The second word is `orders` or `goods`. A file that was fetched can be changed and sent as it is: rows change what they name.
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const { SMART_FARM, TOKEN } = process.env
const [way, list, file] = process.argv.slice(2)
const api = `${SMART_FARM}/api/admin/auth`

async function call(method, path, body, type = 'application/json') {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: { 'Access-Token': TOKEN, ...(body && { 'Content-Type': type }) },
    ...(body && { body }),
  })
  const { data, message } = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message} ${JSON.stringify(data)}`)
  return data
}

/** Long work is a job: asked for again until it has come to an end, or waits to be decided on. */
async function finished({ id }) {
  for (;;) {
    const job = await call('GET', `/jobs/${id}`)
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.error ?? job.state)
    if (job.state === 'done' || job.state === 'checked') return job
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

if (way === 'fetch') {
  const job = await finished(await call('POST', `/${list}/export`, '{}'))
  const answer = await fetch(`${SMART_FARM}${job.file.url}`)
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  console.log(JSON.stringify({ rows: job.done }))
} else {
  // The file is checked first, and nothing is written yet.
  const query = new URLSearchParams({ name: basename(file) })
  const checked = await finished(await call('POST', `/${list}/import?${query}`, await readFile(file), XLSX))
  const { valid, faulty, changes } = checked.summary
  if (faulty > 0) {
    const { items } = await call('GET', `/jobs/${checked.id}/faults?size=100`)
    for (const { faults } of items) for (const { cell, reason } of faults) console.error(`${cell}: ${reason}`)
    process.exitCode = 1
  } else {
    // A second call writes nothing twice.
    if (valid > 0) await finished(await call('POST', `/jobs/${checked.id}/confirm`, '{}'))
    console.log(JSON.stringify({ valid, changes }))
  }
}
