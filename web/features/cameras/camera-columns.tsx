import { useTranslation } from 'react-i18next'
import { cameraKindNames, cameraProblems, cameraTransportNames } from '#shared/cameras.ts'
import type { Camera } from '#shared/contracts/cameras.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** Nobody has tried it yet: within a minute it is known whether it is there. */
const isUnseen = ({ status, kind }: Camera): boolean => status === 'UNACTIVE' && kind !== 'gb28181'

/** The columns of the camera list. */
export function useCameraColumns(): Column<Camera>[] {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  const comma = language === 'zh-CN' ? '、' : ', '
  return [
    { key: 'name', title: t($ => $.fields.name), sort: 'name', render: ({ name }) => name },
    {
      key: 'code',
      title: t($ => $.fields.code),
      sort: 'code',
      card: 'line',
      render: ({ code }) => <span className="mono">{code}</span>,
    },
    {
      key: 'officeId',
      isOthers: true,
      title: t($ => $.fields.officeId),
      render: ({ officeName }) => officeName,
    },
    {
      key: 'houses',
      title: t($ => $.fields.houses),
      card: 'line',
      render: ({ channels }) =>
        [...new Set(channels.flatMap(({ houseName }) => houseName ?? []))].join(comma) || '—',
    },
    { key: 'kind', title: t($ => $.fields.kind), render: ({ kind }) => cameraKindNames[kind][language] },
    {
      key: 'channelCount',
      title: t($ => $.fields.channelCount),
      sort: 'channelCount',
      atEnd: true,
      render: ({ channelCount }) => <span className="num">{channelCount}</span>,
    },
    {
      key: 'status',
      title: t($ => $.fields.online),
      sort: 'status',
      card: 'state',
      render: ({ status }) => <DeviceStatusWord status={status} />,
    },
    {
      key: 'problem',
      title: t($ => $.fields.problem),
      card: 'note',
      render: camera =>
        camera.problem ? (
          <StateWord state="watch">{cameraProblems[camera.problem][language]}</StateWord>
        ) : (
          isUnseen(camera) && <span className="caption">{t($ => $.beingChecked)}</span>
        ),
    },
    {
      key: 'lastKeepAliveAt',
      title: t($ => $.fields.lastKeepAliveAt),
      sort: 'lastKeepAliveAt',
      atEnd: true,
      render: ({ lastKeepAliveAt }) => <Age at={lastKeepAliveAt} />,
    },
    {
      key: 'transport',
      title: t($ => $.fields.transport),
      render: ({ transport }) => cameraTransportNames[transport][language],
    },
    {
      key: 'remoteIp',
      title: t($ => $.fields.remoteIp),
      render: ({ remoteIp }) => <span className="mono">{remoteIp || '—'}</span>,
    },
    {
      key: 'remotePort',
      title: t($ => $.fields.remotePort),
      atEnd: true,
      render: ({ remotePort }) => <span className="num mono">{remotePort || '—'}</span>,
    },
    {
      key: 'id',
      title: t($ => $.fields.id),
      isExtra: true,
      render: ({ id }) => <span className="mono">{id}</span>,
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}
