import type { Page } from '@playwright/test'
import pg from 'pg'
import { call } from './api.ts'
import { expect, expectAccessible, type Farm, signIn, test, tokenOf } from './farm.ts'

/** A house of De Linden, the farm that is moved, and one of Siam Breeders, the agent with houses of its own. */
const THEIRS = 'Rearing house'
const OWN = 'Layer house 1'

const words = {
  'zh-CN': {
    width: 390,
    customer: '林登家禽农场',
    hidden: '未共享',
    customers: '我的客户',
    shared: '已共享农场',
    houses: '鸡舍',
  },
  'en-US': {
    width: 1440,
    customer: 'De Linden Poultry',
    hidden: 'not shared',
    customers: 'My customers’ farms',
    shared: 'Farms that share',
    houses: 'Houses',
  },
} as const
type Language = keyof typeof words

interface Moved {
  linden: string
  move(agent: string | null): Promise<unknown>
  siam: string
}

/** Makes Siam Breeders an agent; afterwards nobody is one, and De Linden lets others see what it did before. */
async function withAgency(farm: Farm, story: (moved: Moved) => Promise<void>): Promise<void> {
  const admin = await tokenOf(farm, 'admin')
  const find = async <T>(path: string) => {
    const { items } = (await call(farm, admin, `/admin/auth/${path}`)) as unknown as { items: T[] }
    if (!items[0]) throw new Error(`The demonstration has none of ${path}`)
    return items[0]
  }
  const agency = await find<{ id: string; officeId: string }>('agents?page=1&size=10&search=Siam')
  const linden = await find<{ id: string }>('customers?page=1&size=10&search=De%20Linden')
  const post = (path: string, body: object) => call(farm, admin, `/admin/auth/${path}`, body)
  const move = (agentId: string | null) => post(`customers/${linden.id}/move`, { agentId })
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  const consent = 'select farm_access_until, remote_control_until from office where id = $1'
  const { rows } = await client.query(consent, [linden.id])
  try {
    await post(`agents/${agency.id}/grant`, { endsOn: '2099-12-31', territory: 'Zeeland' })
    try {
      await story({ linden: linden.id, siam: agency.officeId, move })
    } finally {
      await move(null)
      await post(`agents/${agency.id}/revoke`, { reason: 'The story is over' })
    }
  } finally {
    await client.query('update office set farm_access_until = $2, remote_control_until = $3 where id = $1', [
      linden.id,
      rows[0].farm_access_until,
      rows[0].remote_control_until,
    ])
    await client.end()
  }
}

/** The customer's owner is asked anew, and says yes until tomorrow. */
async function grantAnew(owner: Page, farm: Farm): Promise<void> {
  await owner.goto(`${farm.url}/personal?section=farmAccess`)
  const sight = owner.getByRole('region', { name: 'See the farm (RA)' })
  await expect(sight).toContainText('Not granted')
  await sight.getByRole('button', { name: 'Grant' }).click()
  const granting = owner.getByRole('dialog', { name: 'Let them see the farm' })
  await granting.getByRole('button', { name: 'Until tomorrow' }).click()
  await granting.getByRole('button', { name: 'Grant' }).click()
  await expect(sight).toContainText('Granted until')
}

for (const language of Object.keys(words) as Language[])
  test(`a farm that is an agent too loses a customer and gets it back without a look at its farm, in ${language}`, async ({
    page,
    browser,
    farm,
  }) => {
    const said = words[language]
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const owner = await context.newPage()
    await signIn(owner, farm, 'linden', '/personal', 'en-US')
    await page.setViewportSize({ width: said.width, height: 844 })
    await withAgency(farm, async ({ linden, siam, move }) => {
      const open = (path: string) => page.goto(`${farm.url}${path}`)
      const houses = `/chicken-home-manage?officeId=${linden}`
      await move(siam)

      // Before it is asked: the customer by name, its orders, nothing of its farm.
      await signIn(page, farm, 'siam', houses, language)
      await expect(page.getByText(said.customer).first()).toBeVisible()
      await expect(page.getByText(THEIRS).first()).toBeVisible()
      await expect(page.getByText(said.hidden).first()).toBeVisible()
      await expectAccessible(page)
      await open(`/myOrder?officeId=${linden}`)
      await expect(page.getByText(said.customer).first()).toBeVisible()
      await open(`/myOrder?officeId=${await ownOffice(farm)}`)
      await expect(page.getByText(/SO\d{8}/).first()).toBeVisible()
      await expect(page.getByText(said.customer)).toHaveCount(0)

      // With the owner's word: its farm under its name, and apart from the agent's own.
      await grantAnew(owner, farm)
      await open(houses)
      await expect(page.getByText(said.customer).first()).toBeVisible()
      await expect(page.getByText(said.hidden)).toHaveCount(0)
      await open('/screen/datav')
      await page.getByText(said.customers, { exact: true }).click()
      await expect(page.getByText(said.shared)).toBeVisible()
      await expectAccessible(page)
      await open('/dashboard/workplace')
      const own = page.getByRole('region', { name: said.houses, exact: true })
      await expect(own.getByRole('link').first()).toBeVisible()
      await expect(own).not.toContainText(THEIRS)

      // Lost: no house, no order, not even by its address.
      await move(null)
      await open('/chicken-home-manage')
      await expect(page.getByText(OWN).first()).toBeVisible()
      await expect(page.getByText(said.customer)).toHaveCount(0)
      await open('/myOrder')
      await expect(page.getByText(/SO\d{8}/).first()).toBeVisible()
      await expect(page.getByText(said.customer)).toHaveCount(0)

      // Back, as a stranger: its owner has to be asked again.
      await move(siam)
      await open(houses)
      await expect(page.getByText(THEIRS).first()).toBeVisible()
      await expect(page.getByText(said.hidden).first()).toBeVisible()
      await owner.goto(`${farm.url}/personal?section=farmAccess`)
      await expect(owner.getByRole('region', { name: 'See the farm (RA)' })).toContainText('Not granted')
    })
    await context.close()
  })

/** The office of the agent itself. */
async function ownOffice(farm: Farm): Promise<string> {
  const info = (await call(farm, await tokenOf(farm, 'siam'), '/admin/auth/user/token')) as unknown as {
    officeId: string
  }
  return info.officeId
}
