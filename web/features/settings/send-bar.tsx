import { Button } from 'antd'
import { Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingChange, type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { labelIn } from '#shared/setting-days.ts'
import { sayProblem, settingByName } from '#shared/signals.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'
import { ChangeState } from './change-state.tsx'
import { groupTitle } from './group-title.ts'
import { type Editing, openIn } from './use-group.ts'

const SendDrawer = later(() => import('./send-drawer.tsx').then(page => page.SendDrawer))

/** Unsent changes on the screen, or the change under way. */
export function SendBar({ data, draft }: { data: SettingsOfGroup; draft: Editing }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  const { changed, problems, overtaken } = draft
  const [problem] = problems
  const open = openIn(data)
  const broken = problem && settingByName(problem.field)
  const label = broken && labelIn(broken, draft.document)[reader.language]
  return (
    <>
      {open ? (
        <UnderWay data={data} open={open} />
      ) : (
        changed.length > 0 && (
          <section className="send-bar" aria-label={t($ => $.drafted)}>
            <strong>{t($ => $.changes, { count: changed.length })}</strong>
            {problem && (
              <p className="send-bar-fault" role="alert">
                <StateMark state="alarm" /> {label}: {sayProblem(problem, reader)}
              </p>
            )}
            {overtaken.length > 0 && <Overtaken draft={draft} />}
            <div className="send-bar-actions row stretch">
              <Button icon={<Undo2 size={16} aria-hidden />} onClick={draft.discard}>
                {t($ => $.discard)}
              </Button>
              <Button
                type="primary"
                icon={<Send size={16} aria-hidden />}
                disabled={problems.length > 0 || overtaken.length > 0}
                onClick={() => setOpen(true)}
              >
                {t($ => $.review)}
              </Button>
            </div>
          </section>
        )
      )}
      {isOpen && <SendDrawer data={data} draft={draft} close={() => setOpen(false)} />}
    </>
  )
}

/** A setting typed here was meanwhile changed at the controller: shows both, to choose one. */
function Overtaken({ draft }: { draft: Editing }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  return (
    <div className="send-bar-overtaken" role="alert">
      <StateMark state="watch" /> {t($ => $.overtaken)}
      <ul>
        {draft.overtaken.map(name => {
          const signal = settingByName(name)
          return (
            signal && (
              <li key={name}>
                {t($ => $.bothVersions, {
                  name: labelIn(signal, draft.document)[reader.language],
                  theirs: sayValue(draft.values[name], signal, reader),
                  mine: sayValue(draft.wanted[name], signal, reader),
                })}
              </li>
            )
          )
        })}
      </ul>
      <Button onClick={() => draft.decide('theirs')}>{t($ => $.takeTheirs)}</Button>{' '}
      <Button onClick={() => draft.decide('mine')}>{t($ => $.keepMine)}</Button>
    </div>
  )
}

/** The change that waits or is being sent, which one it is queued behind, and how to withdraw it. */
function UnderWay({ data, open }: { data: SettingsOfGroup; open: SettingChange }) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  const { submit, busy } = useSubmit()
  const { house } = data
  const [first] = data.open
  const withdraw = () => call(settings.withdraw, { params: { id: house.id }, body: { changeId: open.id } })
  return (
    <section className="send-bar" aria-label={t($ => $.underWay)}>
      <ChangeState change={open} />
      <p>
        {groupTitle(open.group, language)} · {t($ => $.changes, { count: Object.keys(open.wanted).length })}
        {open.by && ` · ${open.by}`}
        {first && first !== open && (
          <small> {t($ => $.afterOther, { group: groupTitle(first.group, language) })}</small>
        )}
      </p>
      {open.state === 'waiting' && open.sentAt === null && (
        <div className="send-bar-actions row stretch">
          <ActionButton endpoint={settings.withdraw} loading={busy} onClick={() => void submit(withdraw)}>
            {t($ => $.withdraw)}
          </ActionButton>
        </div>
      )}
    </section>
  )
}
