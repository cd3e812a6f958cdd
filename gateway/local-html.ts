import { createHash } from 'node:crypto'
import { CLOCK_OFF_MS } from '#shared/limits.ts'
import { alarmByMetric, formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { keyOf, type LocalView, SILENT } from './local-view.ts'
import { type LocalSpeaker, type LocalWord, localSpeaker, sayFor } from './local-words.ts'
import type { Shown } from './shown-values.ts'
import type { SirenState } from './siren.ts'

/** Markup that needs no escaping any more. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | Markup | readonly Markup[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, char => escapes[char] as string)
const written = (part: Part): string =>
  part instanceof Markup
    ? part.text
    : Array.isArray(part)
      ? part.map(written).join('')
      : escaped(String(part))

/** Everything that is filled in is text, unless it is markup already. */
const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(
    strings.map((string, i) => string + (i < parts.length ? written(parts[i] as Part) : '')).join(''),
  )

const STYLE = `:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:640px;padding:16px;background:#0a0e13;color:#e9eef3;font:16px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
h1{font-size:22px;margin:0 0 12px}
h2{font-size:16px;margin:0 0 4px}
section,form{background:#10161d;border:1px solid #202a35;border-radius:12px;padding:12px 16px;margin:12px 0}
p{margin:4px 0}
ul{margin:4px 0;padding:0;list-style:none}
table{width:100%;border-collapse:collapse}
td{padding:6px 0;border-top:1px solid #202a35;vertical-align:baseline}
td+td{padding-left:12px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td:last-child,.note{color:#a6b2bf;font-size:14px}
.good{color:#35c98b}
.bad,.bad td{color:#ff6369}
.old{color:#f6b73c}
section.bad{border-color:#ff6369;color:#e9eef3}
.bad li,.bad h2{color:#ff6369}
form{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
form p{flex-basis:100%}
input,button{font:inherit;min-height:44px;padding:0 14px;border-radius:8px;border:1px solid #313d4a;background:#161e27;color:inherit}
input{width:8em}
button[value=silence]{background:#1f6fe5;border-color:#1f6fe5;color:#fff}
:focus-visible{outline:2px solid #4c9aff;outline-offset:2px}
#gone{display:none}
.lost #gone{display:block}
.lost [data-live]{opacity:.5}`

/** Gets the page again and takes over its values; what is being typed stays. */
const SCRIPT = `const live=from=>[...from.querySelectorAll('[data-live]')]
setInterval(async()=>{let next=[]
try{const answer=await fetch('/',{cache:'no-store',signal:AbortSignal.timeout(4000)})
if(answer.ok)next=live(new DOMParser().parseFromString(await answer.text(),'text/html'))}catch{}
document.body.classList.toggle('lost',!next.length)
if(next.length)live(document).forEach((old,i)=>old.replaceWith(next[i]))},5000)`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but this page itself: no other address, no frame around it. */
export const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** s after which a browser without scripts gets the page again */
const REFRESH = 15
/** ms from which on a value is old */
const OLD = 120_000

interface PageOptions {
  language: Language
  /** Whether the siren can be silenced here. */
  hasPin: boolean
  /** what came of what was just asked for */
  says?: LocalWord | undefined
}

/** The whole page. */
export function renderPage(view: LocalView, { language, hasPin, says }: PageOptions): string {
  const speak = localSpeaker(language)
  const title = speak('title', { gateway: view.gateway })
  const form =
    view.siren && hasPin
      ? html`<form method="post" action="/siren"><label for="pin">${speak('pin')}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="12" required>
<button name="do" value="silence">${speak('silence')}</button><button name="do" value="test">${speak('test')}</button>
${says ? html`<p role="status">${speak(says)}</p>` : ''}</form>`
      : ''
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Markup(STYLE)}</style>
<noscript><meta http-equiv="refresh" content="${REFRESH};url=/"></noscript></head>
<body><h1>${title}</h1><p id="gone" class="bad" role="alert">${speak('gone')}</p>
${now(view, language, speak)}
${form}
<div data-live>${view.controllers.map(each => controller(each, language, speak))}</div>
<script>${new Markup(SCRIPT)}</script></body></html>`
  return page.text
}

/** What somebody must know at once. */
function now(view: LocalView, language: Language, speak: LocalSpeaker): Markup {
  const server =
    view.awayMs === 0
      ? html`<p class="good">${speak('reached')}</p>`
      : html`<p class="bad">${speak('away', { for: sayFor(view.awayMs, speak) })}</p>`
  return html`<div data-live><section>${server}${computer(view, speak)}${view.siren ? siren(view.siren, speak) : ''}</section>
${alarms(view, language, speak)}</div>`
}

const FULL = ['ENOSPC', 'EDQUOT']

/** What is wrong with the computer itself. */
function computer({ diskTrouble, clockAheadMs, isTimeKnown }: LocalView, speak: LocalSpeaker): Markup[] {
  const off = sayFor(Math.abs(clockAheadMs), speak)
  return [
    ...(diskTrouble === ''
      ? []
      : [FULL.includes(diskTrouble) ? speak('diskFull') : speak('diskBroken', { code: diskTrouble })]),
    ...(Math.abs(clockAheadMs) < CLOCK_OFF_MS
      ? []
      : [speak(clockAheadMs > 0 ? 'clockAhead' : 'clockBehind', { for: off })]),
    ...(isTimeKnown ? [] : [speak('timeUnknown')]),
  ].map(line => html`<p class="old">${line}</p>`)
}

function siren(state: SirenState, speak: LocalSpeaker): Markup {
  const says: LocalWord = state.isTested
    ? 'sirenTest'
    : state.soundsFor.length > 0
      ? 'sirenOn'
      : state.silenced.length > 0
        ? 'sirenSilenced'
        : 'sirenOff'
  const isDeaf = state.isObeyed === false
  return html`<p class="${says === 'sirenOn' ? 'bad' : 'note'}">${speak(says)}</p>
${isDeaf ? html`<p class="bad">${speak('sirenDeaf')}</p>` : ''}`
}

const isAlarm = ({ name }: Shown) => alarmByMetric.has(name)
const isLatch = ({ name }: Shown) => name.startsWith('Latched/')

function alarms(view: LocalView, language: Language, speak: LocalSpeaker): Markup {
  const lines = view.controllers.flatMap(({ code, silentForMs = 0, values, found }) => [
    ...found.map(
      ({ finding, value, limit }) =>
        `${speak(finding, { code, value: degrees(value, language), limit: degrees(limit, language) })}${mark(keyOf(code, finding), view.siren, speak)}`,
    ),
    ...(silentForMs > 0
      ? [
          `${speak('controllerSilent', { code, for: sayFor(silentForMs, speak) })}${mark(keyOf(code, SILENT), view.siren, speak)}`,
        ]
      : []),
    ...values
      .filter(each => isAlarm(each) && each.value === true)
      .map(({ name, label }) => `${code}: ${label[language]}${mark(keyOf(code, name), view.siren, speak)}`),
  ])
  const unknown = view.controllers.flatMap(({ code, silentForMs, values }) =>
    silentForMs === 0
      ? values
          .filter(each => isAlarm(each) && each.value === null)
          .map(({ label }) => `${code} ${label[language]}`)
      : [],
  )
  return html`<section class="${lines.length > 0 ? 'bad' : ''}"><h2>${speak('alarms')}</h2>
${
  lines.length > 0
    ? html`<ul>${lines.map(line => html`<li>${line}</li>`)}</ul>`
    : html`<p class="note">${speak('noAlarms')}</p>`
}
${unknown.length > 0 ? html`<p class="old">${speak('unknown', { names: unknown.join(', ') })}</p>` : ''}</section>`
}

const degrees = (value: number | null, language: Language) =>
  value === null ? '' : formatSignal(value, { unit: '°C', decimals: 1 }, { language, units: 'metric' })

/** Beside an alarm: whether the siren sounds for it, or was silenced. */
const mark = (key: string, state: SirenState | undefined, speak: LocalSpeaker) =>
  state?.soundsFor.includes(key)
    ? speak('soundsForIt')
    : state?.silenced.includes(key)
      ? speak('silencedForIt')
      : ''

function controller(
  { code, silentForMs, values }: LocalView['controllers'][number],
  language: Language,
  speak: LocalSpeaker,
): Markup {
  const rows = values.filter(each => !isAlarm(each) && !isLatch(each))
  return html`<section><h2>${code}</h2>${silentForMs === undefined ? html`<p class="note">${speak('notYet')}</p>` : ''}
<table>${rows.map(each => row(each, language, speak))}</table></section>`
}

function row(shown: Shown, language: Language, speak: LocalSpeaker): Markup {
  const { value, label, ageMs } = shown
  const age = ageMs === undefined ? speak('notRead') : speak('age', { for: sayFor(ageMs, speak) })
  const isOld = value === null || ageMs === undefined || ageMs > OLD
  return html`<tr class="${isOld ? 'old' : ''}"><td>${label[language]}</td><td>${
    value === null ? speak('noValue') : sayValue(shown, language)
  }</td><td>${age}</td></tr>`
}

const sayValue = ({ name, value, unit, decimals }: Shown, language: Language): string =>
  formatSignal(value, metricByName.get(name) ?? { unit, decimals }, { language, units: 'metric' })
