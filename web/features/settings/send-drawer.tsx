import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { FlaskConical, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingChange, type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { type ChangeWait, changeWaits, DEFAULT_CHANGE_WAIT } from '#shared/setting-changes.ts'
import { labelIn } from '#shared/setting-days.ts'
import { isSame, type Wanted } from '#shared/setting-draft.ts'
import { type SettingDocument, settingByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Choice } from '#web/components/choice.tsx'
import { later } from '#web/components/later.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useLiveStatus } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { readAgain } from '#web/data/queries.ts'
import { settingPaths } from '#web/data/setting-paths.ts'
import { Course } from './course.tsx'
import { CurveChart } from './curve-chart.tsx'
import { Differences } from './differences.tsx'
import { EndTemporary } from './end-temporary.tsx'
import { endOf, type Lasting, lastings } from './lasting.ts'
import { LightDay } from './light-day.tsx'
import { Risks } from './risks.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import type { Editing } from './use-group.ts'
import { useQuestions } from './use-questions.ts'
import { useSent } from './use-sent.ts'

const TryOutDrawer = later(() => import('./try-out-drawer.tsx').then(file => file.TryOutDrawer))

interface Props {
  data: SettingsOfGroup
  draft: Editing
  close: () => void
}

/** From draft to done: what differs, what it will do, how long it may wait, and its progress until it is read back. */
export function SendDrawer({ data, draft, close }: Props) {
  const { t } = useTranslation('settings')
  const { sent, refusal, isBusy, send } = useSending(data, draft)
  const { language } = useReader()
  const [reason, setReason] = useState('')
  const [waits, setWaits] = useState<ChangeWait>(DEFAULT_CHANGE_WAIT)
  const [lasts, setLasts] = useState<Lasting>('always')
  const [isConfirmed, setConfirmed] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const { house, device, group } = data
  // Once it is sent there is nothing left to ask.
  const questions = useQuestions(sent ? [] : [{ house, device, group, wanted: draft.wanted }])
  const isRisky = questions.asked.length > 0
  const isKnown = !questions.isPending && !questions.error
  const ended = lasts === 'always' ? data.held.filter(({ name }) => name in draft.wanted) : []
  // Going back to the permanent value is nothing but ending what lies over it.
  const asked = ended.filter(({ name, base }) => !isSame(draft.wanted[name], base))
  const endsTemporary = isEnding || (ended.length > 0 && asked.length === 0)
  const sending = (
    <Button
      type="primary"
      icon={<Send size={16} aria-hidden />}
      loading={isBusy}
      disabled={!isKnown || (isRisky && !isConfirmed) || (asked.length > 0 && !isEnding)}
      onClick={() => void send({ reason, waits, isConfirmed, lasts, endsTemporary })}
    >
      {t($ => $.send, { count: draft.changed.length })}
    </Button>
  )
  const foot = sent ? (
    <Button onClick={close}>{t($ => $.close)}</Button>
  ) : (
    <>
      <Button onClick={close}>{t($ => $.goOnEditing)}</Button>
      {sending}
    </>
  )
  // Another draft is another question.
  const retype = (cells: Wanted) => {
    setConfirmed(false)
    draft.type(cells)
  }
  const ending = <EndTemporary names={namesOf(asked, data, language)} isMeant={isEnding} mean={setEnding} />
  const tryingOut = (
    <TryOutDrawer
      data={data}
      draft={{ ...draft, type: retype }}
      close={() => setTrying(false)}
      sending={sending}
      question={
        <>
          <Risks questions={questions} isConfirmed={isConfirmed} confirm={setConfirmed} takeSafer={retype} />
          {ending}
          <Refusal says={refusal} />
        </>
      }
    />
  )
  return (
    <SettingsDrawer
      title={t($ => $.sendTitle, { house: data.house.name })}
      size={520}
      close={close}
      foot={foot}
    >
      {sent ? (
        <Course change={sent} timeZone={data.house.timeZone} />
      ) : (
        <>
          <h3>{t($ => $.whatChanges, { count: draft.changed.length })}</h3>
          <Differences before={permanentOf(data, draft)} wanted={draft.wanted} days={data.values} />
          <ActionButton
            className="try-out-open"
            endpoint={settings.tryOut}
            icon={<FlaskConical size={16} aria-hidden />}
            onClick={() => setTrying(true)}
          >
            {t($ => $.tryOut.open)}
          </ActionButton>
          {isTrying && tryingOut}
          <Drawing data={data} draft={draft} />
          <Risks
            questions={questions}
            isConfirmed={isConfirmed}
            confirm={setConfirmed}
            takeSafer={safer => {
              draft.type(safer)
              close()
            }}
          />
          <Reason reason={reason} give={setReason} />
          {data.canReturn && <Lasts lasts={lasts} choose={setLasts} />}
          {ending}
          <Waiting data={data} waits={waits} choose={setWaits} />
          <Refusal says={refusal} />
        </>
      )}
    </SettingsDrawer>
  )
}

/** What the draft changes from: the permanent value where it keeps a temporary one. */
const permanentOf = ({ values, held }: SettingsOfGroup, { wanted }: Editing): SettingDocument => {
  const kept = held.filter(({ name }) => isSame(wanted[name], values[name]))
  return { ...values, ...Object.fromEntries(kept.map(({ name, base }) => [name, base])) }
}

/** The draft drawn, for groups that have a drawing. */
function Drawing({ data, draft }: Pick<Props, 'data' | 'draft'>) {
  const { house } = data
  const { age, placementDay } = house
  if (data.group === 'lights') return <LightDay draft={draft} house={house} />
  if (data.group !== 'targetTemperature') return null
  return (
    <CurveChart
      draft={draft}
      before={data.values}
      levels={undefined}
      age={age}
      placementDay={placementDay}
      iotId={null}
    />
  )
}

function Reason({ reason, give }: { reason: string; give: (reason: string) => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  return (
    <label className="send-reason stack gap-1" htmlFor={id}>
      {t($ => $.reason)}
      <Input.TextArea
        id={id}
        value={reason}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 5 }}
        onChange={event => give(event.target.value)}
      />
    </label>
  )
}

/** Why it was not sent. */
function Refusal({ says }: { says: string | null }) {
  if (!says) return null
  return (
    <p className="send-refusal" role="alert">
      <StateMark state="alarm" /> {says}
    </p>
  )
}

/** Until when it holds. */
function Lasts({ lasts, choose }: { lasts: Lasting; choose: (lasts: Lasting) => void }) {
  const { t } = useTranslation('settings')
  return (
    <section className="send-waits">
      <p>{t($ => $.lasts)}</p>
      <Choice
        label={t($ => $.lasts)}
        options={lastings.map(each => [each, t($ => $.lastsFor[each])] as const)}
        chosen={lasts}
        choose={choose}
      />
      {lasts !== 'always' && <p className="caption">{t($ => $.returnedBySelf)}</p>}
    </section>
  )
}

interface Asked {
  reason: string
  waits: ChangeWait
  isConfirmed: boolean
  lasts: Lasting
  endsTemporary: boolean
}

/** What settings are called, points by their day of age. */
const namesOf = (held: SettingsOfGroup['held'], { values }: SettingsOfGroup, language: Language): string[] =>
  held.flatMap(({ name }) => {
    const signal = settingByName(name)
    return signal ? [labelIn(signal, values)[language]] : []
  })

/** Sends the draft, and tells what became of it. */
function useSending(data: SettingsOfGroup, draft: Editing) {
  const cache = useQueryClient()
  const [taken, setTaken] = useState<SettingChange | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const place = { houseId: data.house.id, deviceId: data.device.id, group: data.group }
  const sent = useSent(place, taken?.id) ?? taken

  async function send({ lasts, ...asked }: Asked): Promise<void> {
    setBusy(true)
    setRefusal(null)
    const { wanted, before } = draft
    const body = {
      ...asked,
      deviceId: data.device.id,
      group: data.group,
      wanted,
      before,
      returnsAt: endOf(lasts, data.house.timeZone, Date.now()),
    }
    try {
      setTaken(await call(settings.send, { params: { id: data.house.id }, body }))
      draft.discard()
    } catch (error) {
      // Proof of identity is handled on every screen; any other refusal is shown here.
      setRefusal(error instanceof CallError && !error.told ? error.message : null)
    } finally {
      setBusy(false)
      void readAgain(cache, settingPaths)
    }
  }
  return { sent, refusal, isBusy, send }
}

interface WaitingProps {
  data: SettingsOfGroup
  waits: ChangeWait
  choose: (waits: ChangeWait) => void
}

/** How long it may wait for a controller that is offline. */
function Waiting({ data, waits, choose }: WaitingProps) {
  const { t } = useTranslation('settings')
  const status = useLiveStatus(data.device.id) ?? data.device.status
  return (
    <section className="send-waits">
      <p className={status === 'ONLINE' ? 'caption' : undefined}>
        {status === 'ONLINE' ? t($ => $.online) : t($ => $.offline, { house: data.house.name })}
      </p>
      <Choice
        label={t($ => $.waits)}
        options={changeWaits.map(each => [String(each), t($ => $.waitsFor[`${each}`])] as const)}
        chosen={String(waits)}
        choose={chosen => choose(changeWaits.find(each => String(each) === chosen) ?? DEFAULT_CHANGE_WAIT)}
      />
    </section>
  )
}
