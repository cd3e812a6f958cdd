import { Agent } from 'node:https'
import { OutsideAgent } from '../../network/outside.ts'
import type { PushService } from './push-service.ts'

/**
 * Preloaded into a real server (`--import`): whatever it dials for a user leads to a test's push service, whose address
 * PUSH_SERVICE is, as JSON.
 */
const { port, ca }: PushService['address'] = JSON.parse(process.env.PUSH_SERVICE ?? '')

OutsideAgent.prototype.createConnection = function (options, done) {
  const there = { ...options, host: '127.0.0.1', port, ca } as typeof options
  return Agent.prototype.createConnection.call(this, there, done)
}
