import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ShownFile } from '#shared/contracts/files.ts'
import { PICTURE_SIDES, SMALL_BYTES } from '#shared/files.ts'
import { queries } from '#web/data/queries.ts'
import { Attachments } from './attachments.tsx'
import { Pictures } from './shown-files.tsx'
import { smallerPicture } from './smaller-picture.ts'
import { Uploads } from './uploads.tsx'
import { sizeOf } from './use-files.ts'

afterEach(() => vi.unstubAllGlobals())

async function photo(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, type))
  return new File([blob ?? ''], 'fan', { type })
}
const sidesOf = async (blob: Blob) => {
  const { width, height } = await createImageBitmap(blob)
  return { width, height }
}

test('a photo is shrunk and gets a thumbnail; a drawing stays sharp', async () => {
  const { content, small = '' } = await smallerPicture(await photo(4_000, 3_000))
  expect(content.type).toBe('image/jpeg')
  expect(await sidesOf(content)).toEqual({ width: PICTURE_SIDES.whole, height: 1_536 })
  const bytes = Uint8Array.from(atob(small), letter => letter.charCodeAt(0))
  expect(bytes.length).toBeLessThan(SMALL_BYTES)
  expect(await sidesOf(new Blob([bytes]))).toEqual({ width: PICTURE_SIDES.small, height: 360 })
  expect((await smallerPicture(await photo(300, 200, 'image/png'))).content.type).toBe('image/png')
})

test('a file that is not a picture is not sent as one', async () => {
  await expect(smallerPicture(new File(['<script>'], 'fan.jpg', { type: 'image/jpeg' }))).rejects.toThrow()
})

test('a record shows the pictures and attachments the viewer may see', async () => {
  queries.clear()
  const shown: ShownFile[] = [
    { id: 'fan', name: 'fan.jpg', type: 'image/jpeg', size: 900, url: '/files/fan', small: null },
    {
      id: 'manual',
      name: 'manual.pdf',
      type: 'application/pdf',
      size: 412_000,
      url: '/files/manual',
      small: null,
    },
  ]
  vi.stubGlobal('fetch', async (url: string) => {
    const ids = new URL(url, location.href).searchParams.get('ids')?.split(',')
    const data = shown.filter(({ id }) => ids?.includes(id))
    return new Response(JSON.stringify({ code: 0, data, message: '' }))
  })
  const screen = await render(
    <QueryClientProvider client={queries}>
      <Pictures ids={['fan', 'gone']} />
      <Attachments ids={['manual', 'gone']} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('img', { name: 'fan.jpg' })).toHaveAttribute('src', '/files/fan')
  await expect
    .element(screen.getByRole('link', { name: /manual\.pdf/ }))
    .toHaveTextContent('manual.pdf412 kB')
  expect(screen.getByRole('link').elements()).toHaveLength(1)
})

test('a file size is written in the reader’s format', () => {
  expect(sizeOf(412_000, 'en-US')).toBe('412 kB')
  expect(sizeOf(1_260_000, 'en-US')).toBe('1.3 MB')
})

test('pictures are ordered by dragging, and moved forward one by one', async () => {
  queries.clear()
  const shown = ['a', 'b', 'c'].map(id => ({
    id,
    name: `${id}.jpg`,
    type: 'image/jpeg',
    size: 900,
    url: `/files/${id}`,
    small: null,
  }))
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, data: shown, message: '' })))
  const changed = vi.fn<(ids: string[]) => void>()
  const screen = await render(
    <QueryClientProvider client={queries}>
      <Uploads use="picture" most={8} value={['a', 'b', 'c']} onChange={changed} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('img', { name: 'c.jpg' })).toBeVisible()
  // Nothing comes before the first one.
  const forward = screen.container.querySelectorAll<HTMLElement>('.uploads-forward')
  expect(forward).toHaveLength(2)
  forward[1]?.click()
  expect(changed).toHaveBeenLastCalledWith(['a', 'c', 'b'])
  const tile = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await userEvent.dragAndDrop(tile('c.jpg'), tile('a.jpg'))
  expect(changed).toHaveBeenLastCalledWith(['c', 'a', 'b'])
})
