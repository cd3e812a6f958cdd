import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '#shared/contracts/files.ts'
import { FILE_BYTES, UPLOADS_PATH } from '#shared/files.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { smallKey, storeOf } from '../../platform/files/file-store.ts'
import { attachFiles, removeFilesOf } from '../../platform/files/people-files.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { startTidying } from '../../platform/jobs/tidy.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { startBucket, type TestBucket } from '../../testing/bucket.ts'
import { exif, jpegOf, videoOf, wrongPictures } from '../../testing/pictures.ts'
import { listening, sendBytes, sendFile, uploadIdOf } from '../../testing/sent-files.ts'

describe.each(['the data folder', 'a bucket'])('files in %s', place => {
  let bucket: TestBucket | undefined
  let farm: TestApp
  let base: string
  let worker: Person
  let colleague: Person
  let stranger: Person
  beforeAll(async () => {
    bucket = place === 'a bucket' ? await startBucket() : undefined
    farm = await testApp(bucket && { bucket: bucket.settings })
    base = await listening(farm)
    const grants = ['device_repair_client_list:get'] as const
    worker = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
    colleague = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
    stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants })
  })
  afterAll(async () => {
    await farm.close()
    await bucket?.close()
  })

  const fetched = (url: string | null) => farm.app.inject({ method: 'GET', url: url ?? '' })
  const seenBy = async (person: Person, ...ids: string[]) =>
    (await person.call(files.shown, { query: { ids: ids.join(',') } })).map(({ id }) => id)
  const keep = (person: Person, upload: string, name: string, use: 'picture' | 'attachment' = 'picture') =>
    person.ask(files.keep, { body: { upload, name, use } })
  const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  /** Gives a record of the worker's farm these pictures. */
  const attach = (record: string, ...ids: string[]) =>
    farm.services.store.transaction(SYSTEM, db =>
      attachFiles(
        db,
        worker,
        { id: record, officePath: worker.officePath, access: ['device_repair_client_list:get'] },
        [{ field: 'pictures', use: 'picture', ids }],
      ),
    )

  test('a picture cut off on its way goes on where it stopped, and is kept without what the camera wrote', async () => {
    const picture = jpegOf(2_000, [
      ...exif,
      ...new Array(4).fill([0xff, 0xe0, 0xea, 0x62, ...new Array(60_000).fill(7)]).flat(),
    ])
    const address = await sendBytes(base, worker, picture, { until: 100_000 })
    expect((await keep(worker, uploadIdOf(address), 'fan.jpg')).json().data).toMatchObject([
      { field: 'upload', message: 'The upload is not complete. Try again' },
    ])
    await sendBytes(base, worker, picture, { goOn: address })
    const body = {
      upload: uploadIdOf(address),
      name: 'fan.jpg',
      use: 'picture' as const,
      small: jpegOf(300).toString('base64'),
    }
    const kept = await worker.call(files.keep, { body })
    expect(kept).toMatchObject({ name: 'fan.jpg', type: 'image/jpeg' })
    const shown = await fetched(kept.url)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.includes('36.65 N')).toBe(false)
    expect((await fetched(kept.small)).rawPayload).toEqual(jpegOf(300))
    // A lost answer is requested again.
    expect((await worker.call(files.keep, { body })).id).toBe(kept.id)
  })

  test('what a file is, its content says, not its name', async () => {
    const large = ['a picture that was not made small', 'more bytes than a small picture has']
    for (const [what, body] of wrongPictures.filter(([what]) => !large.includes(what))) {
      const upload = uploadIdOf(await sendBytes(base, worker, body))
      expect((await keep(worker, upload, 'fan.jpg')).statusCode, what).toBe(400)
      expect((await keep(worker, upload, 'manual.pdf', 'attachment')).statusCode, what).toBe(400)
    }
    const manual = await sendFile(base, worker, 'attachment', PDF, 'manual.exe')
    expect(manual).toMatchObject({ name: 'manual.exe.pdf', type: 'application/pdf' })
    const shown = await fetched(manual.url)
    expect(shown.headers['content-disposition']).toContain('attachment')
  })

  test('a picture of more than 20 MB is not kept', async () => {
    const large = Buffer.concat([jpegOf(2_000), Buffer.alloc(FILE_BYTES.picture)])
    const upload = uploadIdOf(await sendBytes(base, worker, large, { part: 8 * 1024 * 1024 }))
    expect((await keep(worker, upload, 'fan.jpg')).json().message).toContain('at most 20 MB')
  })

  test('a player gets the part of a video that it asks for', async () => {
    const video = videoOf(5_000)
    const { url, type } = await sendFile(base, worker, 'attachment', video, 'fan.mp4')
    expect(type).toBe('video/mp4')
    const asked = (range: string) => farm.app.inject({ method: 'GET', url, headers: { range } })
    for (const [range, from, to] of [
      ['bytes=100-199', 100, 199],
      ['bytes=5000-', 5_000, video.length - 1],
      ['bytes=-10', video.length - 10, video.length - 1],
      ['bytes=0-999999', 0, video.length - 1],
    ] as const) {
      const answer = await asked(range)
      expect(answer.statusCode, range).toBe(206)
      expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${video.length}`)
      expect(answer.rawPayload).toEqual(video.subarray(from, to + 1))
    }
    for (const range of ['bytes=999999-', 'bytes=20-10']) expect((await asked(range)).statusCode).toBe(416)
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
      expect((await asked(range)).rawPayload).toEqual(video)
  })

  test('nobody else goes on with an upload, or keeps it', async () => {
    const address = await sendBytes(base, worker, jpegOf(64))
    for (const [headers, status] of [
      [{ 'access-token': stranger.token }, 404],
      [{}, 401],
    ] as const) {
      const url = new URL(address, base).pathname
      const answer = await farm.app.inject({
        method: 'HEAD',
        url,
        headers: { ...headers, 'tus-resumable': '1.0.0' },
      })
      expect(answer.statusCode).toBe(status)
    }
    expect((await keep(stranger, uploadIdOf(address), 'fan.jpg')).statusCode).toBe(400)
    const made = await farm.app.inject({
      method: 'POST',
      url: UPLOADS_PATH,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    })
    expect(made.statusCode).toBe(401)
  })

  test('a file is its sender’s alone until a record has it, then of who may see the record', async () => {
    const { id, url } = await sendFile(base, worker)
    expect(await seenBy(worker, id)).toEqual([id])
    expect(await seenBy(colleague, id)).toEqual([])
    await attach('repair-1', id)
    const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [] })
    expect(await seenBy(colleague, id)).toEqual([id])
    expect(await seenBy(stranger, id)).toEqual([])
    expect(await seenBy(other, id)).toEqual([])
    expect((await fetched(url)).statusCode).toBe(200)
    expect((await fetched(`/files/${id}`)).statusCode).toBe(404)
    expect((await fetched(url.replace(/a=\w+/, `a=${colleague.accountId}`))).statusCode).toBe(404)
  })

  test('an address that was copied ends with the right of whom it was made for', async () => {
    const { id } = await sendFile(base, worker)
    await attach('repair-2', id)
    const [file] = await colleague.call(files.shown, { query: { ids: id } })
    expect((await fetched(file?.url ?? '')).statusCode).toBe(200)
    await farm.services.store
      .scoped(SYSTEM)
      .update(storedFile)
      .set({ access: ['order_center:get'] })
      .where(eq(storedFile.id, id))
    expect((await fetched(file?.url ?? '')).statusCode).toBe(404)
  })

  test('a record takes no file of another’s, and lets go of what it names no more', async () => {
    const [first, second] = [await sendFile(base, worker), await sendFile(base, worker)]
    const theirs = await sendFile(base, colleague)
    await attach('repair-3', first.id, second.id)
    await expect(attach('repair-3', first.id, theirs.id)).rejects.toThrow()
    await expect(attach('repair-4', first.id)).rejects.toThrow()
    await attach('repair-3', second.id)
    expect(await seenBy(worker, first.id, second.id)).toEqual([second.id])
    await farm.services.store.transaction(SYSTEM, db => removeFilesOf(db, 'repair-3'))
    expect(await seenBy(worker, second.id)).toEqual([])
  })

  const keysNow = async () => {
    const found = []
    for await (const { key } of storeOf(farm.services.config).list()) found.push(key)
    return found.toSorted()
  }

  test('the bytes lie where the deployment says, and go when nothing speaks of them any more', async () => {
    const { id } = await sendFile(base, worker)
    const small = jpegOf(300).toString('base64')
    const upload = uploadIdOf(await sendBytes(base, worker, jpegOf(64)))
    const other = await worker.call(files.keep, { body: { upload, name: 'fan.jpg', use: 'picture', small } })
    expect(await keysNow()).toEqual(expect.arrayContaining([id, other.id, smallKey(other.id)]))
    const inFolder = readdirSync(farm.services.config.dataDir).includes('files')
      ? readdirSync(filesFolder(farm.services.config.dataDir))
      : []
    expect(inFolder.includes(id)).toBe(place === 'the data folder')
    const store = storeOf(farm.services.config)
    await store.remove(id)
    await store.remove(id)
    expect(await store.read(id)).toBeUndefined()
    expect(await keysNow()).not.toContain(id)
  })

  test('what was kept before there was a bucket is still there', async () => {
    const { dataDir } = farm.services.config
    mkdirSync(filesFolder(dataDir), { recursive: true })
    const { id, url } = await sendFile(base, worker)
    await storeOf(farm.services.config).remove(id)
    writeFileSync(join(filesFolder(dataDir), id), jpegOf(64))
    expect((await fetched(url)).rawPayload).toEqual(jpegOf(64))
  })

  test('of 5,000 files those that have no row are tidied away, and no other', async () => {
    const { dataDir } = farm.services.config
    const old = new Date(Date.now() - 3 * 3_600_000)
    const known = (await sendFile(base, worker)).id
    await attach('repair-5', known)
    const keys = Array.from({ length: 5_000 }, (_, i) => `orphan${String(i).padStart(14, '0')}`)
    mkdirSync(filesFolder(dataDir), { recursive: true })
    for (const key of keys) {
      writeFileSync(join(filesFolder(dataDir), key), 'x')
      utimesSync(join(filesFolder(dataDir), key), old, old)
    }
    // One is still being written.
    writeFileSync(join(filesFolder(dataDir), 'new-one'), 'x')
    const tidying = startTidying(farm.services)
    await tidying.tidy()
    await tidying.stop()
    const left = await keysNow()
    expect(left).toEqual(expect.arrayContaining([known, 'new-one']))
    expect(left.filter(key => key.startsWith('orphan'))).toEqual([])
    rmSync(join(filesFolder(dataDir), 'new-one'))
  })

  test('what no record ever had is tidied away with its bytes', async () => {
    const { id } = await sendFile(base, worker)
    const db = farm.services.store.scoped(SYSTEM)
    await db
      .update(storedFile)
      .set({ expiresAt: new Date(0) })
      .where(eq(storedFile.id, id))
    const tidying = startTidying(farm.services)
    await tidying.tidy()
    await tidying.stop()
    expect(await seenBy(worker, id)).toEqual([])
    expect(
      readdirSync(join(farm.services.config.dataDir, 'uploads')).filter(name => name.startsWith(id)),
    ).toEqual([])
  })
})
