import type { Text } from './text.ts'

/**
 * The version of the text below. What somebody agrees to is stored with their request; a new text by the provider is a
 * new version: `2026-11.2`.
 */
export const STATEMENT_VERSION = '2026-11.2'
/** Of the article that contains it. */
export const STATEMENT_KEY = 'service-statement'

/** The service statement that comes with the product, in paragraphs. */
export const serviceStatement: readonly Text[] = [
  {
    'en-US':
      'Smart Farm shows what the controllers of your houses report and sends settings to them. It does not replace an independent alarm and an emergency opening in the house: keep both, and test them.',
    'zh-CN':
      '智慧农场展示鸡舍环控器上报的数据，并可向其下发参数。本系统不能替代舍内独立报警器和应急开窗装置：请保留并定期测试。',
  },
  {
    'en-US':
      'Readings, alarms, settings, camera pictures and recordings, and flock records of your farm belong to you. The provider and its agents see them only while you allow it in the personal center, and you can end that at any time.',
    'zh-CN':
      '您农场的读数、报警、参数、摄像头画面和录像以及批次记录归您所有。服务商及代理商仅在您于个人中心授权期间可以查看，您可随时终止授权。',
  },
  {
    'en-US':
      'Cameras show what happens in your houses, people at work included. Whether they record is your decision, off until you switch it on; tell those who work there. Each look by somebody from outside your farm is written into your log.',
    'zh-CN':
      '摄像头会拍到舍内情况，包括工作人员。是否录像由您决定，默认关闭；请告知舍内工作人员。农场以外的人每次观看都会记入您的访问记录。',
  },
  {
    'en-US':
      'What you enter here is used to decide about your application, to run your account and to reach you about it. The system records which screens are opened, when and for how long, never what is typed.',
    'zh-CN':
      '您填写的信息用于审核申请、运行账号以及与您联系。系统记录打开的页面、时间与时长，不记录输入内容。',
  },
  {
    'en-US':
      'A trial is free and ends by itself. After it your data is kept for reading for 14 days; devices go on being accepted and alarms go on being delivered during that time.',
    'zh-CN': '试用免费，到期自动结束。到期后 14 天内数据保持只读，期间设备数据继续接收，报警继续送达。',
  },
]
