import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { DocumentError, type Read, readDocument } from '#shared/register-maps/documents.ts'
import { text } from '#shared/text.ts'

/** Reads and checks a YAML file. */
export async function loadDocument<T>(path: string, schema: z.ZodType<T>): Promise<Read<T>> {
  const yaml = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const message =
      error.code === 'ENOENT'
        ? text('没有这个文件', 'there is no such file')
        : text(`无法读取：${error.message}`, error.message)
    throw new DocumentError([{ file: path, line: 1, field: '', message }])
  })
  return readDocument(yaml, schema, path)
}
