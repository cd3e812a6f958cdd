import { eq } from 'drizzle-orm'
import { noSeller, type Seller, type SellerProfile } from '#shared/contracts/seller.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { seller } from '../../platform/database/tables/seller.ts'
import type { BothNamed } from './papered.ts'

/** What was entered about the seller. */
export async function sellerIn(db: Db): Promise<Seller> {
  const [found] = await db.select().from(seller)
  return { ...noSeller, ...found?.profile, version: found?.version ?? 0 }
}

/** The name of the provider, which a customer's scope does not show. */
export async function providerIn(everywhere: Db): Promise<BothNamed | null> {
  const { chineseName, englishName } = office
  const [found] = await everywhere
    .select({ chineseName, englishName })
    .from(office)
    .where(eq(office.kind, 'provider'))
  return found ?? null
}

/** The seller as papers name it: by its legal name, else by that of the provider. */
export async function sellerOnPaper(everywhere: Db): Promise<SellerProfile> {
  const [{ version: _, ...profile }, provider] = await Promise.all([
    sellerIn(everywhere),
    providerIn(everywhere),
  ])
  return profile.chineseName || profile.englishName ? profile : { ...profile, ...provider }
}

/** Both names of a customer, whoever prints the paper: readers of their own orders see no customer beside them. */
export async function buyerOnPaper(everywhere: Db, path: string): Promise<BothNamed> {
  const { chineseName, englishName } = office
  const [found] = await everywhere
    .select({ chineseName, englishName })
    .from(office)
    .where(eq(office.path, path))
  return found ?? { chineseName: '', englishName: '' }
}
