/** `node tools/icons.ts`: draws the installed web app's icons from web/public/favicon.svg. Run it when that changes. */
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'

const FOLDER = 'web/public'
const svg = readFileSync(`${FOLDER}/favicon.svg`, 'utf8')
/** The system cuts its own shape, so colour reaches the edge and the drawing fills the middle four fifths. */
const bleeding = svg.replace(' rx="6"', '').replace('viewBox="0 0 24 24"', 'viewBox="1.5 1.5 21 21"')
const maskable = svg
  .replace(' rx="6"', ' x="-6" y="-6" style="width:36px;height:36px"')
  .replace('viewBox="0 0 24 24"', 'viewBox="-3 -3 30 30"')

const icons = [
  { name: 'icon-192.png', size: 192, drawing: svg },
  { name: 'icon-512.png', size: 512, drawing: svg },
  { name: 'icon-maskable-512.png', size: 512, drawing: maskable },
  { name: 'apple-touch-icon.png', size: 180, drawing: bleeding },
]

const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
const page = await browser.newPage()
for (const { name, size, drawing } of icons) {
  await page.setViewportSize({ width: size, height: size })
  const drawn = drawing.replace('<svg ', `<svg width="${size}" height="${size}" `)
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn}`)
  await page.screenshot({ path: `${FOLDER}/${name}`, omitBackground: true })
}
await browser.close()
