import type { BusConfig } from './config.ts'
import type { Line } from './modbus/line.ts'
import { ModbusError, type Request } from './modbus/pdu.ts'
import { openNetworkPort, openSerial, openSocket } from './modbus/ports.ts'
import { rtuLine } from './modbus/rtu.ts'
import { tcpLine } from './modbus/tcp.ts'

/** Share of a bus's time that devices which do not answer may take: what they cost the others. */
const SHARE_OF_SILENT = 0.2

interface Task {
  run(): Promise<void>
}

/** A line that several devices share: one question at a time, in order of arrival, changes of settings first. */
export interface Bus {
  readonly name: string
  readonly line: Line
  /** Asks a question in its turn. */
  ask(request: Request, timeoutMs: number): Promise<number[]>
  /** Has the line for itself until `work` ends, and before all that waits. */
  alone<T>(work: (ask: Bus['ask']) => Promise<T>): Promise<T>
  /**
   * Asks a device that has not answered lately. Waits until the time lost on such devices is small again.
   * @returns false if it does not answer
   */
  knock(request: Request, timeoutMs: number): Promise<boolean>
  close(): void
}

/** The bus of a configuration; opened with its first question, and again whenever it was lost. */
export function openBus(config: BusConfig): Bus {
  const line = lineOf(config)
  const waiting: Task[] = []
  let isBusy = false
  let isClosed = false
  /** when silent devices may be asked again */
  let knockAt = 0

  function next(): void {
    if (isBusy) return
    const task = waiting.shift()
    if (!task) return
    isBusy = true
    void task.run().finally(() => {
      isBusy = false
      next()
    })
  }

  function enqueue<T>(work: () => Promise<T>, isUrgent: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (isClosed) return reject(new ModbusError('closed', 'the bus is closed'))
      const task = { run: () => work().then(resolve, reject) }
      if (isUrgent) waiting.unshift(task)
      else waiting.push(task)
      next()
    })
  }

  const ask: Bus['ask'] = (request, timeoutMs) => line.ask(request, timeoutMs)
  return {
    name: config.name,
    line,
    ask: (request, timeoutMs) => enqueue(() => ask(request, timeoutMs), false),
    alone: work => enqueue(() => work(ask), true),
    knock: (request, timeoutMs) =>
      enqueue(async () => {
        if (performance.now() < knockAt) return false
        const from = performance.now()
        try {
          await ask(request, timeoutMs)
          return true
        } catch (error) {
          if (error instanceof ModbusError && error.trouble === 'exception') return true
          const lost = performance.now() - from
          knockAt = performance.now() + lost * (1 / SHARE_OF_SILENT - 1)
          return false
        }
      }, false),
    close() {
      isClosed = true
      line.close()
      waiting.length = 0
    },
  }
}

function lineOf({ serial, tcp, rtuOverTcp }: BusConfig): Line {
  if (serial) return rtuLine({ open: () => openSerial(serial), baud: serial.baud })
  if (rtuOverTcp) return rtuLine({ open: () => openNetworkPort(rtuOverTcp.host, rtuOverTcp.port), baud: 0 })
  const { host, port } = tcp as NonNullable<BusConfig['tcp']>
  return tcpLine({ open: () => openSocket(host, port) })
}
