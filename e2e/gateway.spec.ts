import type { Page } from '@playwright/test'
import { type ModbusPeer, noPymodbus, startPeer } from '../gateway/peers/peer.ts'
import { gatewayWith } from '../gateway/peers/running.ts'
import { expect, signIn, test } from './farm.ts'

const GATEWAY = 'GW-NEW-BOX'
const CONTROLLER = 'HC-NEW-HOUSE'
const HOUSE = 'New house with a gateway'
/** A map whose second register lacks its scale: the device has 2340 for 23.4 °C. */
const CO2_MAP = `map: co2
name: { zh: 二氧化碳, en: CO2 }
maker: Seeed
source: The data sheet
confidence: maker
table: input
registers:
  - { register: 0, metric: Air/CO2/S1 }
  - { register: 1, type: int16, metric: Climate/Temp/S1 }
`
/** Addresses on the bus. */
const [CO2, METER] = [45, 1]

/** Picks the option with this name in a field of the open dialog. */
async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').and(page.getByTitle(option)).click()
}

const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()

async function register(page: Page, type: string, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Register device' }).click()
  await choose(page, 'Type', type)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(code)
  await choose(page, 'Customer', 'De Linden Poultry')
}

async function newHouse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New house' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(HOUSE)
  await choose(page, 'Customer', 'De Linden Poultry')
  await choose(page, 'House type', 'Broiler')
  for (const [label, metres] of [
    ['Length', '100'],
    ['Width', '14'],
    ['Height', '3'],
  ] as const)
    await page.getByLabel(label).fill(metres)
  await choose(page, 'Devices that serve the house', new RegExp(CONTROLLER))
  await page.getByRole('dialog').getByLabel('Devices that serve the house', { exact: true }).blur()
  await save(page)
  await expect(page.getByText('House created')).toBeVisible()
}

/** What the water meter has counted, m³, as a float with its low register first. */
function waterMeter(peer: ModbusPeer, counted: number): Promise<void> {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(counted)
  return peer.set(METER, 'holding', 1, bytes.readUInt16BE(2), bytes.readUInt16BE(0))
}

test.skip(noPymodbus !== '', noPymodbus)

test('a newcomer with a new gateway: its code is typed, its signals are ticked off, its values are on the monitor', async ({
  page,
  browser,
  farm,
}) => {
  test.slow()
  const peer = await startPeer([CO2, METER], 'tcp', 0)
  await peer.set(CO2, 'input', 0, 1850, 2340, 5500)
  await waterMeter(peer, 12.5)
  const computer = gatewayWith({
    buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
    controllers: [
      {
        code: CONTROLLER,
        units: [
          { bus: 'house', map: 'seeed-s-co2-03', unit: CO2 },
          { bus: 'house', map: 'ultrasonic-water-meter', unit: METER },
        ],
      },
    ],
  })
  try {
    await signIn(page, farm, 'admin', '/deviceManage', 'en-US')
    await register(page, 'Gateway', GATEWAY)
    await save(page)
    const credential = page.getByRole('dialog', { name: `${GATEWAY} is registered` })
    await expect(credential.getByText('“Pair” in its row')).toBeVisible()
    await credential.getByLabel('I have stored the secret').check()
    await credential.getByRole('button', { name: 'Done' }).click()
    await register(page, 'Environment controller', CONTROLLER)
    await choose(page, 'Gateway', new RegExp(GATEWAY))
    await save(page)
    await expect(page.getByText('Device registered').first()).toBeVisible()
    await page.goto(`${farm.url}/chicken-home-manage`)
    await newHouse(page)

    // The code is on the page; somebody types the command that stands beside it.
    await page.goto(`${farm.url}/deviceManage?search=${GATEWAY}`)
    await page.getByRole('button', { name: `More for ${GATEWAY}` }).click()
    await page.getByRole('menuitem', { name: 'Pair' }).click()
    const dialog = page.getByRole('dialog', { name: `Pair ${GATEWAY}` })
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    const command = await dialog.getByText('npm run gateway --').textContent()
    const words = command?.split(' -- ')[1]?.split(' ') ?? []
    expect(await computer.ask('--pair', 'WRNG-CDE2', '--server', farm.url, '--language', 'en')).toMatchObject(
      {
        code: 2,
        text: expect.stringContaining('There is no such code'),
      },
    )
    await expect(dialog.getByText('Waiting for the gateway')).toBeVisible()
    expect((await computer.ask(...words, '--language', 'en')).text).toContain(`this is gateway ${GATEWAY}`)
    await expect(dialog.getByText('Paired by')).toBeVisible()
    await expect(dialog.getByText('Waiting for its first message')).toBeVisible()
    computer.start()
    await expect(dialog.getByText(`${GATEWAY} is connected.`)).toBeVisible({ timeout: 60_000 })

    // Each signal is ticked off; the meter asks for water to be run.
    await dialog.getByRole('button', { name: HOUSE }).click()
    const measured = page.locator('.details-group', { hasText: 'Measured' })
    const signal = (name: string) => measured.getByRole('row', { name: new RegExp(name) })
    await expect(signal('Air/CO2/S1')).toContainText('right', { timeout: 60_000 })
    await expect(signal('Air/CO2/S1')).toContainText(/1,850\sppm/)
    await expect(signal('Water/Meter1/Total')).toContainText('run water')
    await expect(page.getByText('Birds can come into this house once')).toBeVisible()
    await waterMeter(peer, 12.6)
    await expect(signal('Water/Meter1/Total')).toContainText('right', { timeout: 60_000 })
    await page.getByRole('button', { name: 'I have looked at the list' }).click()
    await expect(page.getByText('Kept with your name')).toBeVisible()
    await expect(page.getByText('Birds can come into this house once')).toBeHidden()

    // A map that is being written is tried against a device here: what it says stands beside what the farm knows.
    await page.goto(`${farm.url}/iot-product?search=SF-300`)
    await page.getByRole('button', { name: 'Registers', exact: true }).click()
    const maps = page.getByRole('dialog', { name: /Register map of/ })
    await maps.getByLabel('Map (YAML)').fill(CO2_MAP)
    await maps.getByText('Try it against a device').click()
    await maps.getByLabel('Gateway', { exact: true }).click()
    await page
      .locator('.ant-select-item-option')
      .and(page.getByTitle(new RegExp(GATEWAY)))
      .click()
    await maps.getByRole('spinbutton', { name: 'Address' }).fill(String(CO2))
    await maps.getByRole('button', { name: 'Read now' }).click()
    const carbon = maps.getByRole('region', { name: 'Try it' }).getByRole('row', { name: /input 0/ })
    await expect(carbon).toContainText(/1,850\sppm plausible/)
    const warm = maps.getByRole('region', { name: 'Try it' }).getByRole('row', { name: /input 1/ })
    await expect(warm).toContainText('out of range')
    await warm.getByRole('textbox').fill('23.4')
    await expect(warm).toContainText('type: int16, scale: 0.01')

    const farmer = await (await browser.newContext()).newPage()
    await signIn(farmer, farm, 'linden', '/screen/index', 'en-US')
    await farmer.getByRole('button', { name: new RegExp(HOUSE) }).click()
    await expect(farmer.getByText(/1,850/).first()).toBeVisible()
    await farmer.context().close()

    // The other stories find the farm as it was.
    await computer.stop()
    await page.goto(`${farm.url}/chicken-home-manage`)
    await page.getByRole('button', { name: `More for ${HOUSE}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('House deleted')).toBeVisible()
  } finally {
    await computer.remove()
    await peer.stop()
  }
})
