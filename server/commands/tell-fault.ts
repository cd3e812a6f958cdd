import type { Client } from 'pg'
import {
  demoFaultNames,
  demoFaults,
  FAULT_CHANNEL,
  type FaultOrder,
  isNumberOf,
} from '#shared/demo-faults.ts'
import type { Config } from '../platform/config.ts'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { readMark } from '../platform/database/marks.ts'
import { runningServer } from '../platform/lock.ts'
import { StartError } from '../platform/start-error.ts'

interface Asked {
  fault: string
  house?: string | undefined
  number?: string | undefined
  end: boolean
}

/** Breaks something in a house of the running demonstration, or repairs it. The server hears of it from the database. */
export async function tellFault(config: Config, asked: Asked): Promise<void> {
  const { fault, number } = faultOf(asked)
  if (!asked.house) throw new StartError('--house: say in which house, by its name or its controller')
  const house = asked.house
  if (!runningServer(config.dataDir))
    throw new StartError('The server does not run on this data folder: start it first (npm start)')
  const device = await withDatabase(config, urls =>
    asOwner(urls, async owner => {
      if ((await readMark(owner, 'purpose')) !== 'demo')
        throw new StartError('Faults are planted in a demonstration only (DEMO=on)')
      const device = await controllerOf(owner, house)
      const order: FaultOrder = { device, fault, number, isPlanted: !asked.end }
      await owner.query('select pg_notify($1, $2)', [FAULT_CHANNEL, JSON.stringify(order)])
      return device
    }),
  )
  const what = number === 0 ? fault : `${fault} ${number}`
  console.log(asked.end ? `Ended: ${what} at ${device}` : `Planted: ${what} at ${device}; --end repairs it`)
}

/** The requested fault. Throws StartError. */
function faultOf(asked: Asked): Pick<FaultOrder, 'fault' | 'number'> {
  const fault = demoFaultNames.find(name => name === asked.fault)
  if (!fault) throw new StartError(`--fault must be one of ${demoFaultNames.join(', ')}`)
  const number = Number(asked.number ?? Math.min(1, demoFaults[fault]))
  if (isNumberOf(fault, number)) return { fault, number }
  throw new StartError(
    demoFaults[fault] === 0 ? `--fault ${fault} has no number` : `--number must be 1 to ${demoFaults[fault]}`,
  )
}

/** The controller of a house, by its name or its own code. Throws StartError if there is none, or several. */
async function controllerOf(owner: Client, house: string): Promise<string> {
  const { rows } = await owner.query<{ code: string }>(
    `select d.code from house h join house_device s on s.house_id = h.id and s."to" is null
     join device d on d.id = s.device_id
     where h.deleted_at is null and d.type = 'controller' and (lower(h.name) = lower($1) or d.code_key = lower($1))
     order by d.code`,
    [house],
  )
  const [first, ...others] = rows.map(({ code }) => code)
  if (first === undefined) throw new StartError(`--house: there is no house ${house} with a controller`)
  if (others.length === 0) return first
  throw new StartError(`--house: ${house} is several, say which: ${[first, ...others].join(', ')}`)
}
