/**
 * Who sees the rows of a table. Every table of the database is listed here, or the server does not start.
 * - own: the subtree reads and writes
 * - personal: one account reads and writes, in its subtree; offices above it and colleagues do not
 * - farm: the subtree, and offices above a customer only while the customer shares
 * - remote: the subtree, and offices above a customer only while it allows remote control of its controllers
 * - history: the actor's and the subject's office read; rows are only ever added
 * - counted: the subtree reads; only functions of the database write
 * - byDepartment: the same for sums that belong to departments of the provider, never to a customer
 * - published: the owning office writes, every office below reads what is released
 * - outgoing: every transaction may add to it, only the server's own work (SYSTEM) reads and changes it
 * - server: only the server's own work (SYSTEM) reads and writes
 * - telemetry: no grant to the application; read through definer functions that check house and device
 * - system: the server's own, no grant to anybody
 */
export type Tenancy =
  | 'own'
  | 'personal'
  | 'farm'
  | 'remote'
  | 'history'
  | 'counted'
  | 'byDepartment'
  | 'published'
  | 'outgoing'
  | 'server'
  | 'telemetry'
  | 'system'

export const tenancy: Readonly<Record<string, Tenancy>> = {
  office: 'own',
  customer: 'own',
  customer_change: 'history',
  account: 'own',
  account_role: 'own',
  role: 'published',
  session: 'personal',
  device: 'own',
  device_connection: 'own',
  gateway_pairing: 'own',
  device_state: 'farm',
  device_birth: 'farm',
  text_reading: 'farm',
  quarantine: 'own',
  quarantine_payload: 'farm',
  house: 'own',
  house_now: 'farm',
  signal_look: 'own',
  camera: 'farm',
  camera_channel: 'farm',
  live_ticket: 'server',
  camera_clip: 'farm',
  clip_link: 'farm',
  film_ticket: 'server',
  film_picture: 'server',
  camera_recorder: 'server',
  house_figure: 'farm',
  meter_exchange: 'farm',
  reading_import: 'farm',
  house_group: 'own',
  cage_type: 'published',
  iot_product: 'published',
  product_map: 'published',
  alarm: 'farm',
  alarm_step: 'farm',
  alarm_event: 'farm',
  alarm_rule: 'farm',
  alarm_duty: 'farm',
  alarm_test: 'farm',
  alarm_holiday: 'farm',
  test_entry: 'farm',
  test_person: 'farm',
  test_log: 'server',
  signing_key: 'server',
  alarm_day: 'farm',
  alarm_day_touched: 'system',
  house_code: 'farm',
  house_device: 'own',
  flock: 'farm',
  flock_record: 'farm',
  flock_record_past: 'farm',
  breed_standard: 'published',
  flock_sum: 'farm',
  flock_move: 'farm',
  health_programme: 'farm',
  flock_programme: 'farm',
  flock_account: 'farm',
  feed_entry: 'farm',
  hygiene_entry: 'farm',
  treatment_taken_back: 'farm',
  setting_change: 'remote',
  reported_settings: 'remote',
  setting_template: 'remote',
  energy_price: 'remote',
  login_log: 'history',
  question: 'own',
  inquiry: 'own',
  customer_order: 'own',
  seller: 'own',
  repair: 'own',
  repair_reading: 'farm',
  record_entry: 'own',
  answer_template: 'published',
  overhaul_item: 'published',
  overhaul_plan: 'own',
  overhaul_deed: 'own',
  overhaul_push: 'own',
  overhaul_push_run: 'own',
  overhaul_push_told: 'own',
  document_number: 'system',
  operation_history: 'history',
  screen_visit: 'history',
  visit_count: 'counted',
  visit_person: 'counted',
  analysis_month: 'byDepartment',
  device_month: 'counted',
  analysis_farm: 'system',
  office_in_care: 'system',
  analysis_touched: 'system',
  article_hour: 'system',
  consent_log: 'history',
  reminder: 'own',
  notice_message: 'personal',
  notice_choice: 'own',
  preference: 'personal',
  push_subscription: 'own',
  person_way: 'own',
  report_schedule: 'personal',
  report_run: 'personal',
  webhook: 'own',
  webhook_delivery: 'own',
  api_token: 'personal',
  second_factor: 'personal',
  recovery_code: 'personal',
  passkey_challenge: 'personal',
  email_change: 'personal',
  job: 'personal',
  job_row: 'personal',
  file_layout: 'own',
  stored_file: 'published',
  category: 'published',
  article: 'published',
  article_search: 'system',
  article_version: 'published',
  article_reading: 'own',
  good: 'published',
  good_variant: 'published',
  good_price: 'published',
  price_list: 'published',
  price_list_buyer: 'published',
  price_list_line: 'published',
  good_word: 'system',
  good_place: 'system',
  good_posting: 'system',
  good_words_due: 'system',
  good_sound: 'system',
  sign_sound: 'system',
  search_synonym: 'published',
  search_term: 'system',
  search_miss: 'own',
  good_favourite: 'own',
  basket_line: 'personal',
  agency: 'own',
  agent_material: 'published',
  agent_material_reading: 'own',
  mail: 'outgoing',
  push: 'outgoing',
  phone_call: 'outgoing',
  application: 'outgoing',
  password_request: 'outgoing',
  taken_told: 'outgoing',
  system_process: 'server',
  system_minute: 'server',
  system_route: 'server',
  system_alarm: 'server',
  alarm_watch: 'server',
  alarm_way: 'server',
  backup_failure: 'server',
  unreached: 'server',
  promise_told: 'server',
  silence: 'server',
  installation: 'system',
  migration: 'system',
  flock_counter: 'system',
  report: 'telemetry',
  report_layout: 'telemetry',
  report_15m: 'telemetry',
  report_day: 'telemetry',
  ingest_process: 'telemetry',
  node_partition: 'telemetry',
  rollup_dirty: 'telemetry',
  rollup_dirty_day: 'telemetry',
  running_day: 'telemetry',
}

/** Column with the path of the office a row belongs to, if it is not `office_path`. */
export const pathColumn: Readonly<Record<string, string>> = { office: 'path' }

/** Column with the path of the second office that sees a history row. */
export const subjectColumn: Readonly<Record<string, string>> = {
  operation_history: 'subject_path',
  consent_log: 'subject_path',
}

/** Which rows of a personal table are a person's, as an SQL condition on its columns, if they do not name the account. */
export const personOf: Readonly<Record<string, string>> = {
  job_row: 'job_id in (select id from job)',
  report_run: 'schedule_id in (select id from report_schedule)',
}

/**
 * Personal tables to which everybody in the scope adds rows for others, and which of those rows they can read, as an SQL
 * condition on the columns: everybody who sees a test alarm's recipients may know whether it reached them.
 */
export const toldByOthers: Readonly<Record<string, string>> = {
  notice_message: `business_type = 'alarm-test'`,
}

/** Which rows of a published table offices below may read, as an SQL condition on its columns. */
export const released: Readonly<Record<string, string>> = {
  role: 'built_in',
  // Withdrawn ones too: houses that have one are still drawn with it.
  cage_type: `status <> 'draft'`,
  iot_product: `status <> 'draft'`,
  // Makers give registers under contract: for the provider's staff alone.
  product_map: 'false',
  // Files that only agents may read are for agents only.
  stored_file: `is_released and (not access @> '{agent_client:get}' or (select acts from own_agency()))`,
  agent_material: `status = 'released' and (select acts from own_agency())`,
  article: `status = 'released'`,
  // Earlier versions of an article are for its editors only.
  article_version: 'false',
  good: `status = 'released'`,
  // Used by functions of the database; only who keeps them reads them.
  search_synonym: 'false',
  // For the provider's staff alone.
  answer_template: 'false',
  good_variant: 'good_id in (select id from good)',
  // Buyers use `prices_of`, which gives them their own prices.
  good_price: 'false',
  price_list: 'false',
  price_list_buyer: 'false',
  price_list_line: 'false',
  // Withdrawn ones too: plans that have one continue.
  overhaul_item: `status <> 'draft'`,
}

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** What the role of the device side may do, in every office and without a scope. */
export const deviceSide: Readonly<Record<string, readonly Right[]>> = {
  office: ['SELECT'],
  house: ['SELECT'],
  house_device: ['SELECT'],
  device: ['SELECT', 'UPDATE'],
  device_connection: ['SELECT', 'INSERT', 'DELETE'],
  device_state: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  device_birth: ['SELECT', 'INSERT', 'UPDATE'],
  text_reading: ['SELECT', 'INSERT', 'DELETE'],
  quarantine: ['SELECT', 'INSERT', 'DELETE'],
  quarantine_payload: ['INSERT'],
  report: ['SELECT', 'INSERT', 'UPDATE'],
  report_layout: ['SELECT', 'INSERT'],
  report_15m: ['SELECT'],
  report_day: ['SELECT'],
  rollup_dirty: ['SELECT', 'INSERT', 'UPDATE'],
  rollup_dirty_day: ['SELECT', 'UPDATE'],
  ingest_process: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  node_partition: ['SELECT', 'INSERT', 'UPDATE'],
}
