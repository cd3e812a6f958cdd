import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type ArticleFamily, COVERS } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { articles } from '#shared/contracts/articles.ts'
import type { Grant } from '#shared/permissions.ts'
import { newId } from '../../../platform/database/ids.ts'
import { readMark, writeMark } from '../../../platform/database/marks.ts'
import { article, category, storedFile } from '../../../platform/database/schema.ts'
import { ROOT_PATH } from '../../../platform/database/scope.ts'
import { filesFolder } from '../../../platform/files/stored-files.ts'
import { cleanHtml, plainText } from '../../../platform/rich-text/clean-html.ts'
import { searchWords } from '../../../platform/rich-text/search-words.ts'
import type { OwnerDb } from '../accounts.ts'
import { basics } from './basics.ts'
import { categories } from './categories.ts'
import { type DrawingName, drawings } from './drawings.ts'
import { environmentFaq } from './faq-environment.ts'
import { equipmentFaq } from './faq-equipment.ts'
import { flockFaq } from './faq-flock.ts'
import { htmlOf } from './html-of.ts'
import { install, instructions, maintain, news } from './others.ts'
import type { SeededArticle } from './seeded-article.ts'

const DAY_MS = 86_400_000
const FOREVER = new Date('9999-12-31')

const families: Readonly<Record<ArticleFamily, readonly SeededArticle[]>> = {
  faq: [...environmentFaq, ...equipmentFaq, ...flockFaq],
  basics,
  maintain,
  install,
  instructions,
  news,
}

/** Writes and releases articles worth reading, once in the life of a demonstration. */
export async function addArticles(client: Client, db: OwnerDb, dataDir: string): Promise<void> {
  if (await readMark(client, 'articles')) return
  for (const [family, seeded] of Object.entries(families))
    await addFamily(db, dataDir, family as ArticleFamily, seeded)
  await writeMark(client, 'articles', 'seeded')
}

async function addFamily(
  db: OwnerDb,
  dataDir: string,
  family: ArticleFamily,
  seeded: readonly SeededArticle[],
): Promise<void> {
  const keys = [...new Set(seeded.flatMap(each => each.category ?? []))]
  const ids = new Map(keys.map(key => [key, newId()]))
  if (keys.length > 0)
    await db.insert(category).values(
      keys.map((key, position) => ({
        id: ids.get(key) ?? '',
        officePath: ROOT_PATH,
        family,
        position,
        chineseName: categories[key]?.[0] ?? '',
        englishName: categories[key]?.[1] ?? '',
      })),
    )
  for (const [number, each] of seeded.entries())
    await addArticle(db, dataDir, family, each, ids.get(each.category ?? '') ?? null, number)
}

async function addArticle(
  db: OwnerDb,
  dataDir: string,
  family: ArticleFamily,
  seeded: SeededArticle,
  categoryId: string | null,
  number: number,
): Promise<void> {
  const { title, says, text, cover, mode = 'none', faults = [] } = seeded
  const id = newId()
  const drawn = new Map<string, string>()
  const pictureIn = (alt: string) => (name: string) => {
    const file = drawn.get(name) ?? newId()
    drawn.set(name, file)
    return { id: file, alt }
  }
  const covers = cover ? Array.from({ length: COVERS[mode] }, () => newId()) : []
  const [chineseContent, englishContent] = text.map((each, i) =>
    cleanHtml(htmlOf(each, pictureIn(title[i] ?? ''))),
  ) as [string, string]
  const releasedAt = new Date(Date.now() - (number + 3) * 3 * DAY_MS)
  const words = [...title, ...says, plainText(chineseContent), plainText(englishContent)].join('\n')
  await db.insert(article).values({
    id,
    officePath: ROOT_PATH,
    family,
    categoryId,
    chineseTitle: title[0],
    chineseSubtitle: says[0],
    chineseContent,
    chineseChangedAt: releasedAt,
    englishTitle: title[1],
    englishSubtitle: says[1],
    englishContent,
    englishChangedAt: releasedAt,
    original: 'zh-CN',
    coverMode: covers.length > 0 ? mode : 'none',
    covers,
    faults: [...faults],
    status: 'released',
    releasedAt,
    createdAt: releasedAt,
    updatedAt: releasedAt,
    words: searchWords(words),
  } as never)
  const files = [...covers.map(file => [cover, file]), ...drawn] as [DrawingName, string][]
  for (const [name, file] of files) await addDrawing(db, dataDir, family, { id: file, article: id, name })
}

/** A drawing, as a file of its article. */
async function addDrawing(
  db: OwnerDb,
  dataDir: string,
  family: ArticleFamily,
  { id, article: attachedTo, name }: { id: string; article: string; name: DrawingName },
): Promise<void> {
  const bytes = Buffer.from(drawings[name])
  mkdirSync(filesFolder(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(join(filesFolder(dataDir), id), bytes, { mode: 0o600 })
  const access = [articles[family].get.access, articleReading[family].read.access].flat() as Grant[]
  await db.insert(storedFile).values({
    id,
    officePath: ROOT_PATH,
    purpose: 'people',
    name: `${name}.svg`,
    type: 'image/svg+xml',
    size: bytes.length,
    needs: [],
    scopeLo: ROOT_PATH,
    scopeFarm: '',
    shared: [],
    expiresAt: FOREVER,
    attachedTo,
    access,
    isReleased: true,
  })
}
