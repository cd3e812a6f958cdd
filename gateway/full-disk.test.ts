import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDisk } from './disk.ts'
import { lockFolder } from './folder-lock.ts'
import { patientKeeper } from './keeper.ts'
import { openSampleLog } from './sample-log.ts'

const base = mkdtempSync(join(tmpdir(), 'smart-farm-full-'))
const folder = join(base, 'disk')
const mount = (...args: string[]) => spawnSync('mount', [...args, folder]).status === 0
const unmount = () => spawnSync('umount', ['-l', folder]).status === 0
mkdirSync(folder)
const canMount = mount('-t', 'tmpfs', '-o', 'size=1m', 'none') && unmount()
afterAll(() => {
  unmount()
  rmdirSync(folder)
  rmSync(base, { recursive: true })
})

const START = Date.UTC(2026, 0, 1)
const sample = (i: number) => ({
  at: START + i * 1000,
  device: 'HC-1',
  values: { 'Climate/Temp/Avg': i, text: 'x'.repeat(1_000) },
})

describe.skipIf(!canMount)(`a disk${canMount ? '' : ' (nothing may be mounted here)'}`, () => {
  let said: string[]
  beforeEach(() => {
    said = []
    mount('-t', 'tmpfs', '-o', 'size=3m', 'none')
  })
  afterEach(() => void unmount())

  const open = () => {
    const say = (text: string) => void said.push(text)
    const disk = openDisk(say)
    const log = openSampleLog({ folder: join(folder, 'samples'), hours: 72, megabytes: 500, disk, say })
    const all = (): unknown[] => {
      log.recall()
      return log.next(100_000).map(({ sample: { values } }) => values['Climate/Temp/Avg'])
    }
    return { disk, log, all, say }
  }
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

  test('that is full loses nothing until the memory is full as well, and then the oldest', () => {
    const { disk, log, all } = open()
    // 3 MB of disk and 8 MB of memory take 10,000 of them; the files are a megabyte each.
    for (let i = 0; i < 8_000; i++) expect(log.add(sample(i))).toBe(i)
    expect(disk.trouble()).toBe('ENOSPC')
    expect(said.filter(text => text.includes('the disk is full'))).toHaveLength(1)
    expect(all()).toEqual(numbers(0, 8_000))
    for (let i = 8_000; i < 14_000; i++) log.add(sample(i))
    const { lost, waiting } = log.figures()
    expect(lost).toBeGreaterThan(500)
    expect(waiting + lost).toBe(14_000)
    expect(all()).toEqual(numbers(lost, 14_000))
  })

  test('that is full gives up what the server has before anything else', () => {
    const { log, all } = open()
    for (let i = 0; i < 2_000; i++) log.delivered(log.add(sample(i)))
    for (let i = 2_000; i < 6_000; i++) log.add(sample(i))
    expect(log.figures().lost).toBe(0)
    expect(all()).toEqual(numbers(2_000, 6_000))
  })

  test('that has room again gets what was held, in order, and a restart finds all of it', () => {
    const filler = join(folder, 'log of something else')
    writeFileSync(filler, Buffer.alloc(2_900_000))
    const { disk, log } = open()
    for (let i = 0; i < 300; i++) log.add(sample(i))
    expect(disk.trouble()).toBe('ENOSPC')
    rmSync(filler)
    log.close()
    expect(disk.trouble()).toBe('')
    expect(said).toContain('the disk is written again')
    const later = open()
    later.log.add(sample(300))
    expect(later.all()).toEqual(numbers(0, 301))
  })

  test('that becomes read-only holds back nothing: what is on it is sent, and what is new', () => {
    const first = open()
    for (let i = 0; i < 50; i++) first.log.add(sample(i))
    first.log.close()
    expect(mount('-o', 'remount,ro')).toBe(true)
    expect(lockFolder(folder)).toBe(true)
    const { disk, log, all, say } = open()
    for (let i = 50; i < 100; i++) log.add(sample(i))
    expect(all()).toEqual(numbers(0, 100))
    expect(disk.trouble()).toBe('EROFS')
    const kept = patientKeeper(join(folder, 'one.json'), z.number(), 1, { disk, say })
    expect(kept.save(2)).toBe(false)
    expect(mount('-o', 'remount,rw')).toBe(true)
    disk.retry()
    log.close()
    expect(disk.trouble()).toBe('')
    expect(patientKeeper(join(folder, 'one.json'), z.number(), 1, { disk, say }).value).toBe(2)
    expect(open().all()).toEqual(numbers(0, 100))
  })
})

test('a fault of the program is not taken for one of the disk', () => {
  const disk = openDisk(() => {})
  expect(() => disk.attempt('samples', () => void (undefined as unknown as string).length)).toThrow(TypeError)
  expect(disk.trouble()).toBe('')
})

test.each(['ENOSPC', 'EIO', 'EROFS', 'EDQUOT', 'EFBIG'])(
  '%s is told once, and once that it is over',
  code => {
    const said: string[] = []
    const disk = openDisk(text => said.push(text))
    let isBroken = true
    const write = () => {
      if (isBroken) throw Object.assign(new Error(code), { code, syscall: 'write' })
    }
    expect([disk.insist('one', write), disk.insist('other', write)]).toEqual([false, false])
    disk.retry()
    expect(disk.trouble()).toBe(code)
    isBroken = false
    disk.retry()
    expect(disk.trouble()).toBe('')
    expect(said).toEqual([expect.stringContaining(code), 'the disk is written again'])
  },
)
