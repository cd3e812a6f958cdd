import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerTemplates } from '#shared/contracts/answer-templates.ts'
import { questions } from '#shared/contracts/questions.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import texts from '../en-US.json' with { type: 'json' }
import { WriteToThread } from '../records/thread.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
  prefer({ language: 'en-US' })
})

const belts = {
  id: 'a',
  version: 1,
  name: 'Belts',
  chineseAnswer: '{姓名}您好',
  englishAnswer: 'Dear {person}, {house} needs two belts.',
}

function draw(kind: 1 | 2) {
  useSession.setState({
    user: { kind } as never,
    grants: new Set(['device_user_problem_admin_list:edit', 'device_user_problem_client_list:add']),
  })
  return render(
    <AntdStill>
      <ScreenContext value={screenAt('/device-maintain/user-problem/admin-list')}>
        <WriteToThread
          endpoint={kind === 1 ? questions.reply : questions.more}
          label="Reply"
          hint="Your answer"
          most={100}
          named={kind === 1 ? { farm: 'De Linden', house: 'House 2', person: 'Joost' } : undefined}
          send={async () => null}
        />
      </ScreenContext>
    </AntdStill>,
    cached({ [answerTemplates.list.path]: [belts] }),
  )
}

test('a template is inserted below what is written, filled with what the question is about, by keys alone', async () => {
  const drawn = await draw(1)
  const field = drawn.getByRole('textbox', { name: 'Your answer' })
  await field.fill('Thank you.')
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await expect.element(drawn.getByRole('button', { name: 'Insert “Belts” in English' })).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Thank you.\nDear Joost, House 2 needs two belts.')
})

test('the button inserts the other language as well, and whoever asks has none', async () => {
  const drawn = await draw(1)
  await drawn.getByRole('button', { name: 'Templates' }).click()
  await drawn.getByRole('button', { name: 'Insert “Belts” in Chinese' }).click()
  await expect.element(drawn.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Joost您好')
  await drawn.unmount()
  const asker = await draw(2)
  await expect.element(asker.getByRole('textbox', { name: 'Your answer' })).toBeVisible()
  expect(asker.getByRole('button', { name: 'Templates' }).elements()).toHaveLength(0)
})
