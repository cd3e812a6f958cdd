/** Has the server reach the push service of the benchmark, by the way that it reaches any other. */
import { Agent } from 'node:https'

const PUSH_HOST = 'push.farm.example'

const { BENCH_PUSH_PORT: port, BENCH_PUSH_CA: ca } = process.env
if (port) {
  const dial = Agent.prototype.createConnection
  Agent.prototype.createConnection = function (options, done) {
    const { host } = options as { host?: string }
    if (host !== PUSH_HOST) return dial.call(this, options, done)
    const here = { ...options, host: '127.0.0.1', port, ca, servername: PUSH_HOST }
    return dial.call(this, here as typeof options, done)
  }
}
