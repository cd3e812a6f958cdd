import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, isIPv4 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { localText } from '#shared/zone-time.ts'
import { buildApp } from './app.ts'
import { openAdmission } from './cameras/admission.ts'
import { type CameraSide, SIMULATED_PORT } from './cameras/camera-side.ts'
import { ExternalEngine } from './cameras/external/external-engine.ts'
import { openDirectory } from './cameras/gb28181/directory.ts'
import { openStation, type Station } from './cameras/gb28181/station.ts'
import { serveLive } from './cameras/live-socket.ts'
import { type MediaSource, openMediaEngine } from './cameras/media-engine.ts'
import { OnvifThread } from './cameras/onvif/onvif-thread.ts'
import { startProbing } from './cameras/probing.ts'
import { startRecording } from './cameras/recording/recorder.ts'
import { startDemo } from './demo/demo.ts'
import { plantedFaults } from './demo/planted-faults.ts'
import { seed } from './demo/seed/seed.ts'
import { simulatedCameras } from './demo/simulated-cameras.ts'
import { startAlarms } from './farm/alarms/alarms.ts'
import { startHarmWatch } from './farm/alarms/harm-watch.ts'
import { startGatewayTelling } from './farm/alarms/tell-gateways.ts'
import { startUnseen } from './farm/alarms/unseen.ts'
import { startProofs } from './farm/alarms/ways/ask-people.ts'
import { startWays } from './farm/alarms/ways/watch-ways.ts'
import { startFigures } from './farm/figures/figures.ts'
import { openFarm } from './farm/house-state/farm.ts'
import { startSettings } from './farm/settings/settings.ts'
import { startAnalysis } from './features/analysis/analysis-clock.ts'
import { startReleases } from './features/articles/releases.ts'
import { readyForCharts } from './features/houses/chart-thread.ts'
import { startOverhauls } from './features/overhaul/overhaul-clock.ts'
import { startReportSchedules } from './features/report-schedules/begin-due.ts'
import { harmsOfWaiting } from './features/settings/question.ts'
import { minutesLeftIn } from './features/settings/time-left.ts'
import { jobThread, sheets } from './features/sheets.ts'
import { startBackups } from './features/system-monitor/backups/backup-clock.ts'
import { startSystemMonitor } from './features/system-monitor/clock.ts'
import { webhookSources } from './features/webhook-sources.ts'
import { startWebhooks } from './features/webhooks/sending.ts'
import { startHub } from './live/hub.ts'
import { startReminders } from './people/customers/reminders.ts'
import { startNoticeCalls } from './people/notices/call-notices.ts'
import { startNoticeMails } from './people/notices/mail-notices.ts'
import { startNoticePushes } from './people/notices/push-notices.ts'
import { takeBackCalls } from './people/notices/take-back.ts'
import { startCalls } from './platform/calls/calls.ts'
import type { Config } from './platform/config.ts'
import { placeOf } from './platform/database/embedded/place.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { startHousekeeping } from './platform/database/housekeeping.ts'
import { readMark } from './platform/database/marks.ts'
import { type DatabaseUrls, prepareDatabase, urlsOf } from './platform/database/prepare.ts'
import { inOneProcess } from './platform/database/sole-process.ts'
import { openStore, type Store, SYSTEM } from './platform/database/store.ts'
import { createEvents } from './platform/events.ts'
import { startHeartbeat } from './platform/heartbeat.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { lockDataDir, runningFile } from './platform/lock.ts'
import { startMail } from './platform/mail/mail.ts'
import { guardedDial } from './platform/network/dial-camera.ts'
import { startPush } from './platform/push/push.ts'
import { roundFailed } from './platform/rounds.ts'
import type { Services } from './platform/services.ts'
import { heedSign, silenceOf } from './platform/silence.ts'
import { StartError } from './platform/start-error.ts'
import { startDevices } from './telemetry/devices.ts'

export interface Server {
  /** Address of the web app and the API. */
  url: string
  /** Address devices connect to. */
  mqttUrl: string
  /** Stops everything in reverse order; what was acknowledged is stored. */
  stop(): Promise<void>
}

/** Started parts; stopped last to first, each even if another fails to stop. */
class Parts {
  readonly #log: FastifyBaseLogger
  #started: { name: string; stop: () => Promise<unknown> | unknown }[] = []
  #stopped: Promise<void> | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  started(name: string, stop: () => Promise<unknown> | unknown): void {
    this.#started.push({ name, stop })
    this.#log.debug({ part: name, msSinceStart: Math.round(performance.now()) }, 'started')
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#started.toReversed()) {
      try {
        await stop()
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'a part did not stop')
      }
    }
  }
}

/**
 * Starts everything in order: database, migrations, seed, devices, web and live channel, simulator (demonstration).
 * Stops what was started if a later part fails or `signal` aborts meanwhile. Throws StartError with a sentence for the
 * operator.
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  signal?: AbortSignal,
): Promise<Server> {
  const parts = new Parts(log)
  try {
    return await startParts(config, log, parts, signal)
  } catch (error) {
    await parts.stop()
    throw readableError(error, config)
  }
}

async function startParts(
  config: Config,
  log: FastifyBaseLogger,
  parts: Parts,
  signal: AbortSignal | undefined,
): Promise<Server> {
  const urls = await startDatabase(config, log, parts)
  signal?.throwIfAborted()
  const { result: historyDays } = await prepareDatabase(urls, config.appSecret, async owner => {
    await seed(owner, config)
    return (await readMark(owner, 'history')) ? 0 : config.demoDays
  })
  signal?.throwIfAborted()

  const store = openStore(urls, undefined, { peopleWait: true })
  parts.started('store', store.close)
  if (!config.databaseUrl) await heedSign(store, placeOf(config.dataDir).cluster)
  await tellIfSilent(store, log)
  const background = store.reserved('background')
  const housekeeping = startHousekeeping(background.ingest, urls.owner, log, config.trajectoryDays)
  parts.started('housekeeping', housekeeping.stop)
  const events = createEvents()
  const devices = await startDevices({ config, store, events, log })
  parts.started('devices', () => devices.stop())
  const farm = await openFarm({ store: background, events, devices, log })
  parts.started('houses', farm.stop)
  const alarms = await startAlarms({
    store: store.reserved('alarms'),
    config,
    events,
    directory: farm.directory,
    devices,
    log,
  })
  parts.started('alarms', () => alarms.stop())
  const gateways = startGatewayTelling({ directory: farm.directory, devices })
  parts.started('gateways', async () => gateways.stop())
  const figures = startFigures({ store: background, log })
  parts.started('figures', figures.stop)
  const settings = startSettings({
    store: background,
    events,
    devices,
    log,
    harmsOf: harmsOfWaiting({ log, store: background }),
  })
  parts.started('settings', settings.stop)
  signal?.throwIfAborted()

  const jobs = openQueue(urls.app, log)
  parts.started('queue', jobs.stop)
  const faults = plantedFaults()
  const { cameras, simulated, station } = openCameras(config, log, parts)
  const services: Services = { config, store, events, devices, jobs, log, faults, cameras }
  const unasked: Services = { ...services, store: background }
  const telling: Services = { ...services, store: store.reserved('telling') }
  const app = buildApp(services)
  parts.started('web', () => app.close())
  await app.ready()
  const workers = await startJobs(unasked, urls.app, { sheets, thread: jobThread })
  parts.started('jobs', workers.stop)
  const hub = startHub(app.server, { ...services, store: store.reserved('live') }, app.identify, farm)
  parts.started('live channel', () => hub.stop())
  showCameras(app, services, parts)
  if (station) await answerDevices(station, services, parts)
  await app.listen({ port: config.port, host: config.host })
  readyForCharts()
  const url = urlOf(config, app.server.address() as AddressInfo)
  startSending({ telling, unasked, url }, parts)
  watchWays({ services, telling }, parts)
  startClocks(unasked, parts)
  const unseen = startUnseen({ ...services, store: store.reserved('alarms'), directory: farm.directory })
  parts.started('unseen alarms', unseen.stop)
  const harms = startHarmWatch(unasked, minutesLeftIn(unasked))
  parts.started('harm ahead', harms.stop)
  const monitor = await startSystemMonitor(unasked, hub.clients)
  parts.started('system monitor', monitor.stop)
  const backups = startBackups(unasked)
  parts.started('backups', backups.stop)
  const running = { pid: process.pid, url, mqttUrl: devices.mqttUrl }
  writeFileSync(runningFile(config.dataDir), JSON.stringify(running), { mode: 0o600 })
  parts.started('running file', () => rmSync(runningFile(config.dataDir), { force: true }))
  signal?.throwIfAborted()

  if (config.demo) {
    const played = { config, log, urls, devices, events, faults, cameras: simulated, historyDays }
    const work = () => startDemo(played)
    // With an outside database there may be other processes: their gateways and ours would throw each other out of the broker.
    const demo = await (config.databaseUrl
      ? inOneProcess({ url: urls.app, lock: DEMO_LOCK, work, log })
      : work())
    if (demo) parts.started('simulator', demo.stop)
  }
  return { url, mqttUrl: devices.mqttUrl, stop: () => parts.stop() }
}

/** An arbitrary number that nothing else of ours locks. */
const DEMO_LOCK = 4_402_617

/** A restored installation says that it sends nothing until somebody tells it that it is the real one. */
async function tellIfSilent(store: Store, log: FastifyBaseLogger): Promise<void> {
  const silence = await silenceOf(store.scoped(SYSTEM))
  if (silence)
    log.warn(
      { since: silence.beganAt, backup: silence.backup, heldBack: silence.heldBack },
      'this installation was restored from a backup and sends nothing until it is told that it is the real one: npm run take-over, or the button above every page',
    )
}

/** The engine of live pictures, and the demonstration's own cameras. */
function openCameras(config: Config, log: FastifyBaseLogger, parts: Parts) {
  const simulated = simulatedCameras(config.demo)
  const dial = guardedDial(config.cameraNetworks, simulated.doors)
  const { sip, webRtc, mediaServer, host, cameraNetworks, timeZone } = config
  const date = () => localText(Date.now(), timeZone) + new Date().toISOString().slice(16, 23)
  const station = sip && openStation({ sip, host, cameraNetworks, date, log })
  const onvif = new OnvifThread(dial, log)
  const locate = (source: MediaSource) => onvif.locate(source)
  const embedded = openMediaEngine({
    dial,
    log,
    locate,
    ...(station && { gb: station }),
    ...(webRtc && { rtc: { ...webRtc, host: isIPv4(host) ? host : '0.0.0.0' } }),
  })
  const cameras: CameraSide = {
    media: mediaServer ? new ExternalEngine({ embedded, server: mediaServer, dial, locate }) : embedded,
    simulatedPort: config.demo ? SIMULATED_PORT : null,
    areSimulatedUp: () => simulated.port() > 0,
    gb: station ?? null,
    onvif,
  }
  parts.started('cameras of ONVIF', () => onvif.close())
  parts.started('media engine', () => cameras.media.close())
  return { cameras, simulated, station }
}

/** What becomes due by the clock. */
function startClocks(unasked: Services, parts: Parts): void {
  const releases = startReleases(unasked)
  parts.started('releases', releases.stop)
  const overhauls = startOverhauls(unasked)
  parts.started('overhauls', overhauls.stop)
  const reports = startReportSchedules(unasked)
  parts.started('reports by mail', reports.stop)
  const analysis = startAnalysis(unasked)
  parts.started('analysis', analysis.stop)
  const reminders = startReminders(unasked)
  parts.started('reminders', reminders.stop)
}

/** Live pictures, and which cameras are there. */
function showCameras(app: ReturnType<typeof buildApp>, services: Services, parts: Parts): void {
  const { media } = services.cameras
  const admission = openAdmission(services)
  parts.started('admission to pictures', admission.stop)
  const pictures = serveLive(app.server, {
    engine: media,
    admit: admission.admit,
    onError: error => roundFailed(services.log, 'live', error),
    onUnanswered: ({ message }) =>
      services.log.info({ why: message }, 'a picture by WebRTC was not possible'),
  })
  parts.started('live pictures', pictures.stop)
  const probing = startProbing({ ...services, store: services.store.reserved('background') })
  parts.started('cameras', probing.stop)
  const recording = startRecording({ ...services, store: services.store.reserved('background') })
  parts.started('recordings', recording.stop)
}

/** Cameras and recorders that sign in by themselves. */
async function answerDevices(station: Station, services: Services, parts: Parts): Promise<void> {
  const directory = openDirectory(services)
  parts.started('what devices tell', directory.stop)
  await station.start(directory)
  parts.started('devices of GB28181', station.stop)
}

/** What goes out to people and to other programs: mails, pushes, webhooks and calls. */
function startSending(
  { telling, unasked, url }: { telling: Services; unasked: Services; url: string },
  parts: Parts,
): void {
  const { config } = telling
  const mail = startMail({ ...telling, config: { ...config, publicUrl: url } })
  parts.started('mail', mail.stop)
  const noticeMails = startNoticeMails(telling)
  parts.started('mails of messages', noticeMails.stop)
  const pushes = startPush({ ...telling, config: { ...config, publicUrl: url } })
  parts.started('push', pushes.stop)
  const noticePushes = startNoticePushes(telling)
  parts.started('pushes of messages', noticePushes.stop)
  const hooks = startWebhooks({ ...unasked, sources: webhookSources })
  parts.started('webhooks', hooks.stop)
  const { alertGateway } = config
  if (alertGateway) {
    const calls = startCalls({ ...telling, gateway: alertGateway, takeBack: takeBackCalls })
    parts.started('calls', calls.stop)
  }
  const noticeCalls = startNoticeCalls(telling)
  parts.started('calls of messages', noticeCalls.stop)
}

/** Whether alarms go out, and whether an outside watchdog hears that this server lives. */
function watchWays({ services, telling }: { services: Services; telling: Services }, parts: Parts): void {
  const { heartbeatUrl } = services.config
  const heartbeat = heartbeatUrl ? startHeartbeat(heartbeatUrl, services) : undefined
  if (heartbeat) parts.started('heartbeat', heartbeat.stop)
  const ways = startWays({ ...telling, heartbeat })
  parts.started('ways of alarms', ways.stop)
  const proofs = startProofs(telling)
  parts.started('proofs of ways', proofs.stop)
}

async function startDatabase(config: Config, log: FastifyBaseLogger, parts: Parts): Promise<DatabaseUrls> {
  if (config.databaseUrl) return urlsOf(config.databaseUrl, config.appSecret)
  const lock = lockDataDir(config.dataDir)
  parts.started('lock', lock.release)
  const embedded = await startEmbedded(config, log)
  parts.started('database', embedded.stop)
  return embedded.urls
}

/** The port may have been left to the system (0). */
function urlOf(config: Config, { port }: AddressInfo): string {
  const url = new URL(config.publicUrl)
  if (config.port === 0) url.port = String(port)
  return url.href.replace(/\/$/, '')
}

/** The most common reason is a port that is taken: say which, and what to set. */
function readableError(error: unknown, config: Config): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('port' in error)) return error
  const variable = variableOfPort(error.port, config)
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${error.port} is used by another program: stop it, or set ${variable} to another port`,
    )
  if (error.code === 'EACCES')
    return new StartError(
      `Port ${error.port} needs the rights of an administrator: set ${variable} to one above 1023`,
    )
  return error
}

/** Which setting a port comes from. */
function variableOfPort(port: unknown, { mqttTls, mqttPort, sip }: Config): string {
  if (port === mqttTls?.port) return 'MQTT_TLS_PORT'
  if (port === mqttPort) return 'MQTT_PORT'
  return port === sip?.port ? 'SIP_PORT' : 'PORT'
}
