import type { Text } from './text.ts'

/**
 * The version of the text below. What somebody agrees to is stored with their request; a new text by the provider is a
 * new version: `2026-11.2`.
 */
export const STATEMENT_VERSION = '2026-11'
/** Of the article that contains it. */
export const STATEMENT_KEY = 'service-statement'

/** The service statement that comes with the product, in paragraphs. */
export const serviceStatement: readonly Text[] = [
  {
    'en-US':
      'Smart Farm shows what the controllers of your houses report and sends settings to them. It does not replace an independent alarm and an emergency opening in the house. Keep both and test them.',
    'zh-CN':
      '智慧农场展示鸡舍环控器上报的数据，并可向其下发参数。本系统不能替代舍内独立报警器和应急开窗装置：请保留并定期测试。',
  },
  {
    'en-US':
      'The readings, alarms, settings and flock records of your farm belong to you. The provider and its agents can see them only while you allow it in the personal center. You can end this at any time.',
    'zh-CN':
      '您农场的读数、报警、参数和批次记录归您所有。服务商及代理商仅在您于个人中心授权期间可以查看，您可随时终止授权。',
  },
  {
    'en-US':
      'We use what you enter here to decide on your application, to run your account and to contact you about it. The system records which screens you open, when and for how long, never what you type.',
    'zh-CN':
      '您填写的信息用于审核申请、运行账号以及与您联系。系统记录打开的页面、时间与时长，不记录输入内容。',
  },
  {
    'en-US':
      'A trial is free and ends by itself. You can then read your data for another 14 days. During that time, devices stay connected and alarms are still delivered.',
    'zh-CN': '试用免费，到期自动结束。到期后 14 天内数据保持只读，期间设备数据继续接收，报警继续送达。',
  },
]
