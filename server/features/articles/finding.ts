import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { articleFamilies } from '#shared/articles.ts'
import { articleReading, articleSearch } from '#shared/contracts/article-reading.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { article, category } from '../../platform/database/tables/articles.ts'
import { feature } from '../../platform/http/feature.ts'
import { anywhere } from '../../platform/http/lists.ts'
import { isFound, saysInTitle } from './found.ts'
import { versionIn } from './reading.ts'

/** At most this many per family, so that none crowds out the others. */
const OF_A_FAMILY = 3

/** Finds articles of all families at once; each family only for readers of its list. */
export const findingFeature = feature('article-search', articleSearch, {
  find: async ({ db, query: { search }, viewer, language }) => {
    const families = articleFamilies.filter(family =>
      articleReading[family].list.access.some(grant => viewer.grants.has(grant)),
    )
    const place = sql<number>`row_number() over (partition by ${article.family}
      order by ${saysInTitle(anywhere(search))}, ${desc(article.releasedAt)}, ${desc(article.id)})`
    const found = db
      .select({ foundId: sql<string>`${article.id}`.as('found_id'), place: place.as('place') })
      .from(article)
      .where(
        and(eq(article.status, 'released'), inArray(article.family, families), isFound(search, families)),
      )
      .as('found')
    const rows = await db
      .select({
        id: article.id,
        family: article.family,
        title: versionIn(language).title,
        category: sql<
          string | null
        >`case when ${category.id} is not null then ${nameIn(language, category)} end`,
      })
      .from(found)
      .innerJoin(article, eq(article.id, found.foundId))
      .leftJoin(category, eq(category.id, article.categoryId))
      .where(lte(found.place, OF_A_FAMILY))
      .orderBy(asc(found.place))
    const placeOf = ({ family }: (typeof rows)[number]) => articleFamilies.indexOf(family)
    return rows.sort((a, b) => placeOf(a) - placeOf(b))
  },
})
