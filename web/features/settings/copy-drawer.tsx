import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CopyTarget, type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { differing, only } from '#shared/setting-draft.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useWatch } from '#web/data/live/live.ts'
import { readAgain } from '#web/data/queries.ts'
import { settingPaths } from '#web/data/setting-paths.ts'
import { AsNow, temporaryIn } from './as-now.tsx'
import { CopyRow, type Sent } from './copy-row.tsx'
import { EndTemporary } from './end-temporary.tsx'
import { Risks } from './risks.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import { useCopyTargets } from './use-copy-targets.ts'
import { useQuestions } from './use-questions.ts'

/** Copies the settings of a group to other houses: each with what would change there, and its own progress. */
export function CopyDrawer({ data, close }: { data: SettingsOfGroup; close: () => void }) {
  const { t } = useTranslation('settings')
  const cache = useQueryClient()
  const { house, group } = data
  const found = useCopyTargets(data)
  const [asNow, setAsNow] = useState(false)
  const [endsTemporary, setEndsTemporary] = useState(false)
  const targets = (found.data ?? []).map(target => (asNow ? withTemporary(target, data) : target))
  const [picked, setPicked] = useState<readonly string[]>([])
  const [sent, setSent] = useState<Readonly<Record<string, Sent>>>({})
  const [isBusy, setBusy] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const chosen = targets.filter(target => picked.includes(target.house.id))
  const questions = useQuestions(chosen.map(each => ({ ...each, group })))
  const isAsking = questions.isPending || questions.error !== null
  const ending = chosen.filter(({ held, wanted }) => held.some(name => name in wanted))
  useWatch(useMemo(() => (found.data ?? []).map(target => target.house.id), [found.data]))

  async function send(): Promise<void> {
    setBusy(true)
    for (const target of chosen) {
      const result = await sendTo(target, data, { isConfirmed, endsTemporary })
      setSent(known => ({ ...known, [target.house.id]: result }))
    }
    setPicked([])
    setBusy(false)
    void readAgain(cache, settingPaths)
  }

  return (
    <SettingsDrawer
      title={t($ => $.copyTitle, { house: house.name })}
      size={560}
      close={close}
      foot={
        <>
          <Button onClick={close}>{t($ => $.close)}</Button>
          <Button
            type="primary"
            icon={<Send size={16} aria-hidden />}
            loading={isBusy}
            disabled={
              chosen.length === 0 ||
              isAsking ||
              (questions.asked.length > 0 && !isConfirmed) ||
              (ending.length > 0 && !endsTemporary)
            }
            onClick={() => void send()}
          >
            {t($ => $.sendTo, { count: chosen.length })}
          </Button>
        </>
      }
    >
      {found.error && <LoadProblem error={found.error} retry={found.retry} />}
      {found.data?.length === 0 && <p>{t($ => $.noOtherHouse)}</p>}
      <AsNow data={data} isMeant={asNow} mean={setAsNow} />
      <ul className="copy-houses stack gap-3">
        {targets.map(target => (
          <CopyRow
            key={target.house.id}
            source={house}
            target={target}
            group={group}
            sent={sent[target.house.id]}
          >
            <Checkbox
              disabled={!mayGet(target) || isBusy || sent[target.house.id] !== undefined}
              checked={picked.includes(target.house.id)}
              onChange={({ target: box }) =>
                setPicked(known =>
                  box.checked ? [...known, target.house.id] : known.filter(each => each !== target.house.id),
                )
              }
            >
              <strong>{target.house.name}</strong>
            </Checkbox>
          </CopyRow>
        ))}
      </ul>
      <EndTemporary
        names={ending.map(target => target.house.name)}
        isMeant={endsTemporary}
        mean={setEndsTemporary}
      />
      <Risks questions={questions} isConfirmed={isConfirmed} confirm={setConfirmed} />
    </SettingsDrawer>
  )
}

/** Whether a house can get the settings: it has the same product, and something differs. */
const mayGet = ({ isSameProduct, wanted }: CopyTarget) => isSameProduct && Object.keys(wanted).length > 0

/** A house that is to get temporary values as well. */
function withTemporary(target: CopyTarget, data: SettingsOfGroup): CopyTarget {
  const { values, wanted } = target
  const now = only(temporaryIn(data), Object.keys(values))
  const all = { ...wanted, ...now }
  return {
    ...target,
    wanted: only(all, [...differing(all, values), ...target.held.filter(name => name in all)]),
  }
}

interface Meant {
  isConfirmed: boolean
  endsTemporary: boolean
}

async function sendTo(target: CopyTarget, { group }: SettingsOfGroup, meant: Meant): Promise<Sent> {
  const { house, device, values, wanted } = target
  try {
    const { id } = await call(settings.send, {
      params: { id: house.id },
      body: { deviceId: device.id, group, before: values, wanted, ...meant },
    })
    return { changeId: id }
  } catch (error) {
    return { refusal: error instanceof CallError ? error.message : String(error) }
  }
}
