import Fastify from 'fastify'
import { openStore } from '../../database/store.ts'
import { startPush } from '../push.ts'
import { agentTo } from './push-service.ts'

/** Hands over pushes in a separate process, which a test kills. */
process.once('message', (given: { databaseUrl: string; address: { port: number; ca: string } }) => {
  const { databaseUrl, address } = given
  startPush({
    config: { appSecret: 'x'.repeat(32), publicUrl: 'https://farm.example', smtpFrom: 'farm@farm.example' },
    store: openStore({ app: databaseUrl, ingest: databaseUrl }),
    log: Fastify().log,
    agent: agentTo(address),
  })
})
