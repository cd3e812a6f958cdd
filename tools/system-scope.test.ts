import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Who reads and writes beyond every viewer's scope, and why. A file that uses the server's own scope and is not listed
 * fails: most work has a viewer and is done in theirs.
 */
const reasons: Readonly<Record<string, string>> = {
  // The scope itself.
  'server/platform/database/scope.ts': 'says what it is',
  'server/platform/database/store.ts': 'hands it on',
  'server/platform/database/scoped-query.ts': 'puts no settings before what needs none',
  'server/platform/database/as-system.ts': 'lends it to a part of a transaction',
  'server/platform/database/tenancy.ts': 'speaks of it',
  'server/platform/database/connect.ts': 'opens the database of an installation',
  'server/platform/database/migrate.ts': 'changes tables of everybody',

  // Before the caller is known.
  'server/platform/http/sessions.ts': 'a session is found by its token',
  'server/platform/http/health.ts': 'asks the database for nothing but an answer',
  'server/platform/http/metrics.ts': 'how many offices have messages that reach nobody',
  'server/features/session/session.queries.ts': 'who signs in has no scope yet',
  'server/features/password/forgot-password.ts': 'who forgot a password is not signed in',
  'server/features/registration/apply.ts': 'an applicant has no account',
  'server/features/registration/confirm.ts': 'an address is confirmed by a link alone',
  'server/features/personal/email-change.ts': 'an address is confirmed by a link alone',
  'server/people/accounts/second-factor/ask-factor.ts': 'asked before the session begins',
  'server/platform/files/serve-files.ts': 'a signed link is opened without a session',
  'server/platform/files/sight.ts': 'whether whoever was given the link may still see what it shows',

  // Facts across customers, answered by yes or no, and counted.
  'server/features/users/users.rules.ts': 'a login id is used once in the world',
  'server/features/devices/device-codes.ts': 'a device code is used once in the world',
  'server/features/devices/device-import.ts': 'a device code is used once in the world',
  'server/platform/http/taken-told.ts': 'counts how often somebody was told that a code is taken',

  // What lies above or beside the viewer, each time for a few named columns.
  'server/features/users/users.queries.ts': 'the rights a user holds by roles that the viewer does not see',
  'server/features/customers/customers.queries.ts': 'who looks after a customer, for the customer',
  'server/features/orders/order-papers.ts':
    'seller, buyer and how goods are packed, for the papers of an order',
  'server/features/inquiries/quotation-paper.ts': 'seller, buyer and how goods are packed, for a quotation',
  'server/features/orders/orders.ts': 'the name of the provider, for the papers of an order',
  'server/features/alarms/call-answers.ts': 'the gateway for calls answers for the person it called',
  'server/features/alarms/handling.ts':
    'takes back what waits to tell the viewer, and tells the others who were told',
  'server/features/alarms/house-codes.ts': 'takes back what waits to tell whoever is on site',
  'server/features/alarm-ways/reach.ts':
    'colleagues above a farm team are in the chain of its alarms; names, ways and proofs only, of farms that the viewer sees',
  'server/features/alarm-ways/alarm-ways.routes.ts':
    'a word that a message carried proves that it arrived, without a session',
  'server/features/settings/time-left.ts':
    'the server counts for the chain of an alarm when a house is in danger',
  'server/features/alarms/chain-now.ts':
    'colleagues above a farm team are on the chain of its alarms; names and numbers only',
  'server/features/alarms/numbers.ts':
    'colleagues above a farm team are on the chains of the houses that the viewer sees; names and numbers of the own farm only',
  'server/features/alarm-rules/duty-plan.ts':
    'whether the gateway of the installation for calls works, and whose browsers are signed in',
  'server/features/data-screen/data-screen.routes.ts':
    'colleagues above a farm team are on call for it; names of the own farm only',
  'server/features/alarm-rules/alarm-duties.ts':
    'colleagues above a farm team are on call for it; names only',
  'server/features/overhaul/tests/alarm-tests.ts':
    'tells colleagues above a farm team of its test alarm; enters answers in the log of the customer',
  'server/features/overhaul/tests/prove.ts':
    'an entry follows the last one of the customer, of whichever team',
  'server/features/overhaul/tests/test-basis.ts':
    'colleagues above a farm team are in the chain of its alarms; whether anybody is phoned only',
  'server/features/overhaul/tests/planned-tests.ts': 'plans what houses of all customers have to be tested',
  'server/features/overhaul/overhaul.queries.ts':
    'reminders of a plan go to people above a farm team as well',
  'server/features/overhaul/remind-plans.ts': 'tells all farms which tests and maintenance are due',
  'server/features/workplace/first-steps.ts':
    'whether something is there in the whole farm or at the provider, for those who make it ready; never what',
  'server/features/test-log/test-log.ts':
    'whoever has the code of an entry needs no account; the log of a customer is verified as a whole',
  'server/features/farm-access/farm-access.routes.ts': 'what an owner decided, for everybody in the farm',
  'server/features/weather/places.ts': 'where the own farm lies, for everybody in it',
  'server/features/weather/sensors.ts':
    'which outside sensors are not believed, of houses that were read as the viewer',
  'server/farm/weather/house-place.ts': 'where the farm of a house lies, for who sees the house',
  'server/farm/settings/energy-prices.ts':
    'what the farm of a house pays for energy, for who may control the house',
  'server/people/customers/standing.ts': 'contract or trial of the own customer',
  'server/farm/flocks/carried-medicine.ts':
    'residues are in birds whether or not the viewer sees the house they came from; only what was given when is read',
  'server/farm/flocks/flock-course.ts':
    'whether the birds of a closed flock went on in a house of the same type that the viewer does not see; only its type is read',
  'server/farm/flocks/given-days.ts':
    'vaccines are in birds whether or not the viewer sees the house they came from; only what was given, when and by whom is read',
  'server/farm/flocks/complete-days.ts':
    'puts the meters’ counts of the whole day beside records of all farms',
  'server/farm/flocks/departures.ts':
    'what was sold of birds that were moved on counts whether or not the viewer sees the flock they joined; only days are read',
  'server/farm/flocks/house-flock.ts':
    'the breed of a new house, also where its customer does not share; whether its flock came by a move',
  'server/farm/flocks/moves/carried.ts':
    'what birds have behind them follows them into houses that the viewer does not see',
  'server/farm/flocks/moves/record-in-step.ts':
    'both sides of a move change together, whether or not the viewer sees the other house',
  'server/features/flocks/flock-changes.ts': 'whether birds of a flock came from, or went to, another house',
  'server/features/gateway-pairing/exchange-code.ts':
    'a gateway has no session: the code that it was given says which one it is',
  'server/features/flock-records/flock-records.sheet.ts':
    'whether a day of a file has birds that came from, or went to, another house',
  'server/features/breed-standards/breed-standards.routes.ts':
    'whether any farm’s flock is compared with a standard; only their number is read',
  'server/people/accounts/last-listener.ts': 'whether a farm would have nobody left who hears its alarms',
  'server/people/accounts/move-account.ts': 'personal rows go where their person goes',
  'server/people/personal-data/person-workbook.ts': 'all that is kept of one person, for that person',
  'server/features/personal/erasure.ts': 'all that is kept of one person is erased',

  'server/features/cameras/watching.ts':
    'the name and address of a camera, of which the viewer sees the channel in a house; nobody has a scope for tickets',
  'server/features/cameras/turning.ts':
    'how the camera of a channel is reached, for whoever sees the channel in a house',
  'server/features/cameras/camera-changes.ts':
    'all channels of a camera end with it, those in houses of other parts of the farm too',

  // Messages to people outside the causing person's scope.
  'server/farm/tickets/tell-sides.ts': 'the other side of a thread',
  'server/features/customers/customer-news.ts': 'those above and below a customer',
  'server/features/farm-access/decisions.ts': 'those whom an owner lets in, or no longer',
  'server/people/customers/end-consents.ts':
    'the owners of a customer that moved, and the log of its consents',
  'server/people/customers/reminders.ts': 'the owners of all customers',
  'server/people/customers/old-codes.ts': 'whoever may make new codes of houses, on every farm',
  'server/people/customers/promises.ts': 'staff who can answer what any customer waits for',
  'server/farm/goods/missed.ts': 'a count of searches that the provider keeps',
  'server/farm/alarms/close-found.ts': 'closes what is over and explained, of all customers in one pass',
  'server/farm/alarms/tell-holes.ts': 'the owners of every farm',
  'server/farm/alarms/unseen.ts': 'people on the on-call plans of every farm',
  'server/farm/alarms/ring.ts': 'the people of every farm',
  'server/farm/alarms/harm-watch.ts': 'alarms of all houses',
  'server/farm/alarms/ways/watch-ways.ts': 'the ways of the whole installation',
  'server/farm/alarms/ways/ask-people.ts': 'people of every farm prove the ways to them',
  'server/farm/alarms/lost-duties.ts': 'the owners of a farm, whoever takes somebody off its on-call plan',
  'server/features/system-monitor/unreached.queries.ts':
    'what reaches nobody, of everybody; names within the viewer’s scope',
  'server/people/service-statement.ts':
    'who agrees to the statement has no account yet, or may not read articles',
  'server/people/notices/waiting.ts': 'messages of everybody become mails and pushes',
  'server/platform/mail/mail.ts': 'the outbox of everybody',
  'server/platform/push/push.ts': 'the outbox of everybody',
  'server/features/webhooks/sending.ts':
    'the outbox of everybody; each message is read in the scope of whoever stands behind it',
  'server/platform/calls/calls.ts': 'the outbox of everybody',
  'server/platform/silence.ts': 'the outbox of everybody',
  'server/features/silence/silence.routes.ts': 'whether the outbox of everybody is silent',
  'server/start-server.ts': 'whether the outbox of everybody is silent',

  // The server's own work on all farms.
  'server/platform/jobs/jobs.ts': 'jobs of everybody are taken up; each is done in the scope of its owner',
  'server/platform/jobs/run-job.ts': 'jobs of everybody are taken up; each is done in the scope of its owner',
  'server/platform/jobs/tidy.ts': 'what has expired is taken away',
  'server/farm/figures/figures.ts':
    'figures of all houses are prepared; each is read in the scope of who looks',
  'server/farm/house-state/consents.ts': 'consents of all farms',
  'server/farm/house-state/house-directory.ts': 'all houses',
  'server/farm/house-state/house-states.ts': 'all houses',
  'server/farm/house-state/kept-states.ts': 'all houses',
  'server/farm/alarms/alarm-book.ts': 'alarms of all houses',
  'server/farm/alarms/alarm-record.ts': 'alarms of all houses',
  'server/farm/alarms/past-record.ts': 'alarms of all houses',
  'server/farm/alarms/flock-rules/record-past.ts': 'alarms of all houses',
  'server/farm/alarms/flock-rules/flock-watch.ts': 'flocks of all houses are judged',
  'server/farm/alarms/figure-watch.ts': 'flocks of all farms are judged by the rules of their farms',
  'server/farm/alarms/kept-counts.ts': 'what is counted for every device',
  'server/farm/alarms/farm-rules.ts': 'rules of all farms are held in memory',
  'server/farm/alarms/told-exchanges.ts': 'exchanged meters of all farms are held in memory',
  'server/farm/alarms/water-watch.ts': 'what all houses drank in the last hour is judged in one round',
  'server/features/settings/question.ts':
    'which probes of a controller are in doubt, before a change that waited is judged by the model and sent',
  'server/features/settings/settings.queries.ts':
    'which probes of a controller are in doubt, for whoever may control it: a model must not begin at a lie',
  'server/farm/settings/settings.ts': 'changes of all controllers are sent and read back',
  'server/farm/settings/open-changes.ts': 'changes of all controllers are sent and read back',
  'server/farm/settings/end-change.ts': 'changes of all controllers are sent and read back',
  'server/farm/settings/reported.ts': 'settings of all controllers',
  'server/farm/settings/temporary.ts': 'temporary changes of all controllers end by themselves',
  'server/live/customer-watch.ts':
    'one question for all lists that are open, answered to each within its scope',

  'server/cameras/probing.ts': 'cameras of all farms are tried',
  'server/cameras/gb28181/directory.ts': 'devices of all farms sign in',
  'server/cameras/recording/recorder.ts': 'cameras of all farms are recorded, and their clips and films kept',
  'server/cameras/recording/film-tickets.ts':
    'an address of a clip is opened without a session; whether its holder may see it is asked each time',
  'server/features/camera-clips/clips.ts':
    'a link is opened without a session; nobody has a scope for tickets',
  'server/features/camera-clips/recordings.ts':
    'how the recording of the whole installation goes; pictures of a channel that the viewer sees, and tickets for them',
  'server/cameras/admission.ts':
    'one question for all pictures that are open, answered to each within its scope',

  // About the server itself, which belongs to no office.
  'server/features/system-monitor/backups/backup-clock.ts': 'what the server keeps of itself',
  'server/features/system-monitor/backups/keeper.ts': 'what the server keeps of itself',
  'server/features/system-monitor/sampler.ts': 'what the server keeps of itself',
  'server/features/system-monitor/system-monitor.sheet.ts':
    'what the server keeps of itself, for who may export the monitor',
  'server/features/system-monitor/system-monitor.routes.ts':
    'what the server keeps of itself, for its own staff',

  // About maintenance.
  'server/features/overhaul/next-maintenance.ts': 'the customer, by whoever of its people did an overhaul',
  'server/features/overhaul/hand-over.ts': 'reminders of all customers are pushed',
  'server/features/overhaul/overhaul-clock.ts': 'nobody asks when a house gets empty',
  'server/features/overhaul/push-recipients.ts':
    'why the mails of a reminder that the viewer sees were not taken',
  'server/features/overhaul/overhaul-pushes.ts': 'the people whom a reminder is for',
  'server/features/overhaul/running-hours.ts': 'nobody asks how long the machines of all farms ran',
  'server/features/report-schedules/begin-due.ts': 'reports of all who ordered some are begun',

  // About the provider's articles, for every reader.
  'server/features/articles/reading.ts': 'counts readers and likes of all offices',
  'server/features/articles/releases.ts': 'nobody asks when the time of a draft comes',
}

const asks = (text: string) => /\b(SYSTEM|asSystem)\b/.test(text)

describe("the server's own scope", () => {
  const asking = globSync('server/**/*.ts', { cwd: root })
    .filter(file => !/\.(test|fixture)\.ts$|\/testing\/|^server\/(demo|commands)\//.test(file))
    .filter(file => asks(readFileSync(`${root}${file}`, 'utf8')))
    .sort()

  test('is used only by the files that give a reason', () =>
    expect(asking).toEqual(Object.keys(reasons).sort()))
})
