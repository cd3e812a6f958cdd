import type { AttemptResult, callResults } from '#shared/alarm-chain.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import type { LoggedEvent } from './log-steps.ts'

const whats = {
  told: text('已通知', 'told'),
  new: text('发生', 'raised'),
  seen: text('已查看', 'seen'),
  going: text('正前往', 'on the way'),
  cannot: text('去不了', 'cannot come'),
  on_site: text('已到场', 'on site'),
  cause_found: text('已查明原因', 'cause found'),
  solved: text('已结案', 'closed'),
  cleared: text('已解除', 'cleared'),
  shelved: text('已搁置', 'shelved'),
  unshelved: text('结束搁置', 'shelf ended'),
  worse: text('加重，搁置结束', 'got worse, shelf ended'),
  expired: text('搁置到期', 'shelf over'),
} as const satisfies Record<LoggedEvent['what'], Text>
const step = text('第 {step} 步通知', 'told, step {step}')
const ways = { call: text('电话', 'call'), push: text('推送', 'push'), mail: text('邮件', 'mail') }
const calls = {
  taken: text('呼叫中', 'calling'),
  givenUp: text('未能拨出', 'could not be called'),
  needless: text('已无需拨打', 'no longer needed'),
  answered: text('已接听', 'picked up'),
  noAnswer: text('无人接听', 'no answer'),
  busy: text('占线', 'busy'),
  failed: text('呼叫失败', 'failed'),
} as const satisfies Record<(typeof callResults)[number], Text>
const attempts = {
  delayed: text('暂未送出', 'not taken yet'),
  taken: text('已送出', 'handed over'),
  reached: text('已送达', 'arrived'),
  refused: text('被拒收', 'refused'),
  unreachable: text('未能送出', 'could not be sent'),
  gone: text('没有浏览器接收', 'no browser listens'),
} as const satisfies Record<AttemptResult, Text>
const waits = text('等待发送', 'waiting')
const onlyInApp = text('仅在系统内', 'in the app only')
const proofs = {
  panel: text('环控器面板', 'at the controller’s panel'),
  code: text('现场码验证', 'by the code in the house'),
  none: text('未验证', 'without proof'),
}
const late = text('{minutes} 分钟后才收到', 'told {minutes} min later')
const byPhone = text('电话按键', 'by the keys of the phone')
const somebody = text('环控器前的人', 'Somebody at the panel')

const byItself = text('自动', 'By itself')
const ofNobody: readonly LoggedEvent['what'][] = ['new', 'cleared', 'worse', 'expired']

/** Who it was. */
export const whoOf = (
  { name, via, what }: Pick<LoggedEvent, 'name' | 'via'> & Partial<Pick<LoggedEvent, 'what'>>,
  language: Language,
): string =>
  name ?? (via === 'panel' ? somebody[language] : what && ofNobody.includes(what) ? byItself[language] : '—')

/** What happened, such as “told, step 2” or “on site”. */
export const whatOf = (event: LoggedEvent, language: Language): string =>
  event.what === 'told' && event.step > 0
    ? step[language].replace('{step}', String(event.step))
    : whats[event.what][language]

/** Whether somebody on site proved it, and by what. */
export const siteProof = (via: LoggedEvent['via'], language: Language): string =>
  proofs[via === 'panel' || via === 'code' ? via : 'none'][language]

/** By which ways somebody was told and with what result, or how somebody answered and whether that proves anything; or ''. */
export function howOf({ what, call, push, mail, via, at, heardAt }: LoggedEvent, language: Language): string {
  if (what === 'on_site') {
    const minutes = heardAt && String(Math.ceil((heardAt.getTime() - at.getTime()) / 60_000))
    const proof = siteProof(via, language)
    return minutes
      ? `${proof}${language === 'zh-CN' ? '，' : ', '}${late[language].replace('{minutes}', minutes)}`
      : proof
  }
  if (what !== 'told') return via === 'call' ? byPhone[language] : ''
  const [colon, comma] = language === 'zh-CN' ? ['：', '；'] : [' ', ', ']
  const one = (way: keyof typeof ways, result: Text) => `${ways[way][language]}${colon}${result[language]}`
  const said = [
    call && one('call', call.result ? calls[call.result] : waits),
    push && one('push', push.result ? attempts[push.result] : waits),
    mail && one('mail', mail.result ? attempts[mail.result] : waits),
  ].filter(each => each !== null)
  return said.length > 0 ? said.join(comma) : onlyInApp[language]
}
