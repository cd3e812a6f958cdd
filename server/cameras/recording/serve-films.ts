import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Readable as Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { disposition, partOf } from '../../platform/files/file-answers.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Services } from '../../platform/services.ts'
import { type Opened, openToken } from './film-tickets.ts'
import { filmOf } from './keep-films.ts'
import { keptPath } from './kept-copies.ts'
import { clipPath, recordingsFolder } from './places.ts'

/** A file that is on its way ends within 2 s of whatever ended the right to it. ms */
const TICK_MS = 1_000

interface Content {
  size: number
  read(from: number, to: number): Promise<Readable>
}

async function contentOf(folder: string, files: string, opened: Opened): Promise<Content | undefined> {
  if (opened.kind === 'clip')
    // After a restore kept clips are where the backup had them.
    return (await fileAt(clipPath(folder, opened.clipId))) ?? fileAt(keptPath(files, opened.clipId))
  const film = await filmOf(folder, opened.channelId, opened.pictures)
  return film && { size: film.length, read: async (from, to) => Stream.from([film.subarray(from, to + 1)]) }
}

async function fileAt(path: string): Promise<Content | undefined> {
  const found = await stat(path).catch(() => undefined)
  return (
    found && {
      size: found.size,
      read: async (start, end) => (await open(path)).createReadStream({ start, end }),
    }
  )
}

const nameOf = (opened: Opened): string =>
  opened.kind === 'clip'
    ? `${opened.name} ${opened.at.toISOString().slice(0, 19).replace(/[:T]/g, '-')}.mp4`
    : `film ${new Date(opened.pictures[0] ?? 0).toISOString().slice(0, 10)}.mp4`

/**
 * `/api/camera-files/{token}`: a clip or film as MP4, whole or in parts, as long as whoever has the address may see it. It is
 * asked again for every request, and every second while bytes are on their way.
 */
export function mountFilms(app: FastifyInstance, { store, config }: Services): void {
  const folder = recordingsFolder(config)
  const files = filesFolder(config.dataDir)
  const live = store.reserved('live')
  const openedBy = (token: string) => openToken(live, token, !config.demo)
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const opened = await openedBy(token)
    const content = opened && (await contentOf(folder, files, opened))
    if (!opened || !content) throw refuse.notFound()
    const { size } = content
    const part = partOf(request.headers.range, size)
    if (part === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { from, to } = part ?? { from: 0, to: size - 1 }
    reply.code(part ? 206 : 200).headers({
      'content-type': 'video/mp4',
      'content-disposition': disposition(nameOf(opened)),
      'content-length': to - from + 1,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(part && { 'content-range': `bytes ${from}-${to}/${size}` }),
    })
    if (request.method === 'HEAD') return reply.send()
    const bytes = await content.read(from, to)
    cutWhenRevoked(reply, bytes, async () => (await openedBy(token)) !== undefined)
    return reply.send(bytes)
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/camera-files/:token',
    config: { limitedAs: 'file' },
    exposeHeadRoute: false,
    handler: serve,
  })
}

function cutWhenRevoked(reply: FastifyReply, bytes: Readable, holds: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    holds().then(
      still => {
        if (!still) bytes.destroy(new Error('the right to this recording has ended'))
      },
      () => {},
    )
  }, TICK_MS)
  timer.unref()
  reply.raw.once('close', () => {
    clearInterval(timer)
    bytes.destroy()
  })
}
