import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { mountFilms } from './cameras/recording/serve-films.ts'
import { demoAccountsFeature } from './demo/demo-accounts.ts'
import { agentAreaFeature } from './features/agents/agent-area.ts'
import { agentCategoriesFeature, agentMaterialsFeature } from './features/agents/agent-materials.ts'
import { agentsFeature } from './features/agents/agents.ts'
import { alarmDutiesFeature } from './features/alarm-rules/alarm-duties.ts'
import { alarmHolidaysFeature } from './features/alarm-rules/alarm-holidays.ts'
import { alarmRulesFeature } from './features/alarm-rules/alarm-rules.ts'
import { silenceLimitsFeature } from './features/alarm-rules/silence-limits.ts'
import { alarmWaysFeature } from './features/alarm-ways/alarm-ways.routes.ts'
import { alarmFiguresFeature } from './features/alarms/alarm-figures.ts'
import { alarmsFeature } from './features/alarms/alarms.routes.ts'
import { mountCallAnswers } from './features/alarms/call-answers.ts'
import { houseCodesFeature } from './features/alarms/house-codes.ts'
import { analysisFeature } from './features/analysis/analysis.routes.ts'
import { answerTemplatesFeature } from './features/answer-templates/answer-templates.ts'
import { apiTokensFeature } from './features/api-tokens/api-tokens.routes.ts'
import { articleFeatures } from './features/articles/articles.ts'
import { breedStandardsFeature } from './features/breed-standards/breed-standards.routes.ts'
import { cageTypesFeature } from './features/cage-types/cage-types.ts'
import { cameraClipsFeature, cameraRecordingsFeature } from './features/camera-clips/camera-clips.routes.ts'
import { cameraChannelsFeature, camerasFeature } from './features/cameras/cameras.routes.ts'
import { chartViewsFeature } from './features/chart-views/chart-views.ts'
import { comparisonFeature } from './features/comparison/comparison.routes.ts'
import { agentCustomersFeature } from './features/customers/agent-customers.ts'
import { customersFeature, trialCustomersFeature } from './features/customers/customers.routes.ts'
import { dataScreenFeature } from './features/data-screen/data-screen.routes.ts'
import { departmentsFeature } from './features/departments/departments.routes.ts'
import { devicesFeature } from './features/devices/devices.routes.ts'
import { farmAccessFeature } from './features/farm-access/farm-access.routes.ts'
import { feedBookFeature } from './features/feed-book/feed-book.routes.ts'
import { filesFeature } from './features/files/files.ts'
import { flockAccountsFeature } from './features/flock-accounts/flock-accounts.ts'
import { flockMovesFeature } from './features/flock-moves/flock-moves.routes.ts'
import { flockRecordsFeature } from './features/flock-records/flock-records.routes.ts'
import { flockTreatmentsFeature } from './features/flock-records/treatments/treatments.routes.ts'
import { flocksFeature } from './features/flocks/flocks.routes.ts'
import { gatewayPairingFeature } from './features/gateway-pairing/gateway-pairing.routes.ts'
import { erpGoodsFeature } from './features/goods/erp-goods.ts'
import { goodsFeatures } from './features/goods/goods.ts'
import { searchWordsFeatures } from './features/goods/search-words.ts'
import { flockHealthFeature } from './features/health-programmes/flock-health.ts'
import { healthProgrammesFeature } from './features/health-programmes/health-programmes.ts'
import { houseGroupsFeature } from './features/house-groups/house-groups.routes.ts'
import { houseReadingsFeature } from './features/house-readings/house-readings.routes.ts'
import { housesFeature } from './features/houses/houses.routes.ts'
import { hygieneFeature } from './features/hygiene/hygiene.ts'
import { inquiriesFeature } from './features/inquiries/inquiries.ts'
import { iotProductsFeature } from './features/iot-products/iot-products.ts'
import { jobsFeature } from './features/jobs/jobs.routes.ts'
import { loginHistoryFeature } from './features/login-history/login-history.routes.ts'
import { basketFeature } from './features/mall/basket.ts'
import { favouritesFeature } from './features/mall/favourites.ts'
import { mallFeature, overhaulPartsFeature, repairPartsFeature } from './features/mall/mall.ts'
import { medicineRegisterFeature } from './features/medicine-register/medicine-register.ts'
import { noticeChannelsFeature } from './features/notice-channels/notice-channels.routes.ts'
import { noticesFeature } from './features/notices/notices.routes.ts'
import { openSessionsFeature } from './features/open-sessions/open-sessions.routes.ts'
import { operaHistoryFeature } from './features/opera-history/opera-history.routes.ts'
import { erpOrdersFeature } from './features/orders/erp-orders.ts'
import { ordersFeature } from './features/orders/orders.ts'
import { overhaulFeature } from './features/overhaul/overhaul.ts'
import { overhaulItemsFeature } from './features/overhaul/overhaul-items.ts'
import { overhaulPushesFeature } from './features/overhaul/overhaul-pushes.ts'
import { overhaulTestsFeature } from './features/overhaul/overhaul-tests.ts'
import { passwordFeature } from './features/password/password.routes.ts'
import { personalFeature } from './features/personal/personal.routes.ts'
import { preferencesFeature } from './features/preferences/preferences.routes.ts'
import { priceListsFeature } from './features/price-lists/price-lists.ts'
import { questionsFeature } from './features/questions/questions.ts'
import { registrationFeature } from './features/registration/registration.routes.ts'
import { repairsFeature } from './features/repairs/repairs.ts'
import { reportSchedulesFeature } from './features/report-schedules/report-schedules.ts'
import { reportsFeature } from './features/reports/reports.routes.ts'
import { rolesFeature } from './features/roles/roles.routes.ts'
import { secondFactorFeature } from './features/second-factor/second-factor.routes.ts'
import { sellerFeature } from './features/seller/seller.ts'
import { sessionFeature } from './features/session/session.routes.ts'
import { energyPricesFeature } from './features/settings/energy-prices.ts'
import { settingsFeature } from './features/settings/settings.routes.ts'
import { silenceFeature } from './features/silence/silence.routes.ts'
import { systemMonitorFeature } from './features/system-monitor/system-monitor.routes.ts'
import { testLogFeature } from './features/test-log/test-log.ts'
import { trajectoryFeature } from './features/trajectory/trajectory.routes.ts'
import { trajectoryAnalysisFeature } from './features/trajectory-analysis/trajectory-analysis.routes.ts'
import { usersFeature } from './features/users/users.routes.ts'
import { weatherFeature } from './features/weather/weather.routes.ts'
import { webPushFeature } from './features/web-push/web-push.routes.ts'
import { webhooksFeature } from './features/webhooks/webhooks.ts'
import { workplaceFeature } from './features/workplace/workplace.routes.ts'
import { onBehalfOf } from './platform/database/shares.ts'
import { mountFiles } from './platform/files/serve-files.ts'
import { mountUploads } from './platform/files/uploads.ts'
import { addressKey } from './platform/http/address.ts'
import { sendError, shapeAnswers } from './platform/http/answers.ts'
import { mountDocs } from './platform/http/docs-page.ts'
import type { Feature } from './platform/http/feature.ts'
import { mountHealth } from './platform/http/health.ts'
import { type Identify, identifier } from './platform/http/identify.ts'
import { mountMetrics } from './platform/http/metrics.ts'
import { secure } from './platform/http/security.ts'
import { forgetLooks } from './platform/http/viewing.ts'
import { mountWebApp } from './platform/http/web-app.ts'
import type { Services } from './platform/services.ts'

/** Every feature of the server; a new one adds a line here. */
export const features: readonly Feature[] = [
  sessionFeature,
  silenceFeature,
  workplaceFeature,
  analysisFeature,
  demoAccountsFeature,
  passwordFeature,
  registrationFeature,
  gatewayPairingFeature,
  preferencesFeature,
  personalFeature,
  openSessionsFeature,
  apiTokensFeature,
  webhooksFeature,
  reportSchedulesFeature,
  secondFactorFeature,
  noticesFeature,
  noticeChannelsFeature,
  webPushFeature,
  dataScreenFeature,
  devicesFeature,
  camerasFeature,
  cameraChannelsFeature,
  cameraClipsFeature,
  cameraRecordingsFeature,
  housesFeature,
  houseGroupsFeature,
  healthProgrammesFeature,
  flockHealthFeature,
  medicineRegisterFeature,
  feedBookFeature,
  flockAccountsFeature,
  hygieneFeature,
  flocksFeature,
  breedStandardsFeature,
  flockMovesFeature,
  houseReadingsFeature,
  flockRecordsFeature,
  flockTreatmentsFeature,
  comparisonFeature,
  chartViewsFeature,
  cageTypesFeature,
  iotProductsFeature,
  weatherFeature,
  alarmsFeature,
  alarmFiguresFeature,
  houseCodesFeature,
  alarmRulesFeature,
  alarmDutiesFeature,
  alarmHolidaysFeature,
  alarmWaysFeature,
  silenceLimitsFeature,
  inquiriesFeature,
  ordersFeature,
  sellerFeature,
  erpOrdersFeature,
  erpGoodsFeature,
  questionsFeature,
  repairsFeature,
  reportsFeature,
  overhaulFeature,
  overhaulItemsFeature,
  overhaulPushesFeature,
  overhaulTestsFeature,
  settingsFeature,
  energyPricesFeature,
  customersFeature,
  trialCustomersFeature,
  agentsFeature,
  agentMaterialsFeature,
  agentCategoriesFeature,
  agentAreaFeature,
  agentCustomersFeature,
  rolesFeature,
  usersFeature,
  jobsFeature,
  filesFeature,
  ...articleFeatures,
  ...goodsFeatures,
  priceListsFeature,
  ...searchWordsFeatures,
  answerTemplatesFeature,
  mallFeature,
  overhaulPartsFeature,
  repairPartsFeature,
  favouritesFeature,
  basketFeature,
  departmentsFeature,
  operaHistoryFeature,
  loginHistoryFeature,
  testLogFeature,
  trajectoryFeature,
  trajectoryAnalysisFeature,
  farmAccessFeature,
  systemMonitorFeature,
]

/** For forms and lists; files take another way. Bytes */
const BODY_LIMIT = 1024 * 1024
/** Shorter answers gain nothing from compression. Bytes */
const COMPRESSED_FROM = 2048
/** A request that takes longer to arrive is dropped. ms */
const ARRIVAL_TIMEOUT = 30_000

export interface AppOptions {
  /** Calls a minute from one address to endpoints that need no session. */
  openCallsAMinute?: number
  /** Features to mount; all by default. */
  features?: readonly Feature[]
}

/** The HTTP side: features, web app, documents, health and metrics. Does not listen yet. */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const { config, log, store, events } = services
  const mounted = options.features ?? features
  const { identify, stop } = identifier(store.reserved('sessions'), events, !config.demo)
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    // Our own log line leaves out what must not be logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVAL_TIMEOUT,
    // Only the nearest proxy: the addresses before it may be invented.
    trustProxy: config.trustProxy && ((_, hop) => hop === 0),
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, config.defaultLanguage),
    // Fastify has separate types for HTTPS, which every feature would have to mention.
    https: (config.tls ?? null) as null,
  })
  app.decorate('identify', identify)
  events.on('access', forgetLooks)
  app.addHook('onClose', async () => {
    events.off('access', forgetLooks)
    stop()
  })
  shapeAnswers(app, config.defaultLanguage)
  // Until it is known who calls, and where nobody needs to be: a stranger's address has a share too.
  app.addHook('onRequest', (request, _reply, done) => onBehalfOf(addressKey(request.ip), done))
  secure(app, config, options.openCallsAMinute)
  // Responses only: a compressed request could be a bomb. The web app's files are compressed at build time.
  app.register(compress, { encodings: ['gzip'], threshold: COMPRESSED_FROM, globalDecompression: false })
  mountMetrics(app, services)
  app.register(async routes => {
    for (const feature of mounted) feature.mount(routes, services, identify)
    mountFilms(routes, services)
    mountFiles(routes, services)
    mountUploads(routes, services, identify)
    mountHealth(routes, services)
    mountCallAnswers(routes, services)
    mountDocs(routes, mounted, packageJson.version)
  })
  mountWebApp(app, config)
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Who a token belongs to; the live channel uses it too. */
    identify: Identify
  }
}
