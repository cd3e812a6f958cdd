import { parentPort } from 'node:worker_threads'
import { MediaError } from '../media-types.ts'
import { atCamera, look } from './camera-client.ts'
import { discover } from './discovery.ts'
import type { FromOnvif, OrderName, Orders, ToOnvif } from './orders.ts'

function locate({ source: { played, ...source }, rules }: Extract<ToOnvif, { doing: 'locate' }>) {
  return atCamera(source, rules, camera => (played ? camera.locateReplay() : camera.locate()))
}

async function carryOut(order: ToOnvif): Promise<Orders[OrderName]['answer']> {
  switch (order.doing) {
    case 'look':
      return look(order.source, order.rules)
    case 'discover':
      return discover(order.rules)
    case 'locate':
      return locate(order)
    case 'move':
      return atCamera(order.source, order.rules, camera => camera.move(order.move))
    case 'preset':
      return atCamera(order.source, order.rules, camera => camera.preset(order.preset))
    case 'snapshot':
      return atCamera(order.source, order.rules, camera => camera.snapshot())
  }
}

// The library throws out of everybody's reach where an answer is not as it expects: the question then ends by its time.
process.on('uncaughtException', () => {})

parentPort?.on('message', (order: ToOnvif) => {
  const { id } = order
  const tell = (message: FromOnvif) => parentPort?.postMessage(message)
  carryOut(order).then(
    answer => tell({ id, answer }),
    error => {
      // What a camera writes is passed on to nobody.
      const { step, fault, detail } = error instanceof MediaError ? error : new MediaError('onvif', 'noOnvif')
      tell({ id, step, fault, detail })
    },
  )
})
