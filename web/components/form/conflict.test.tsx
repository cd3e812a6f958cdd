import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AntdStill } from '#web/components/antd-still.tsx'
import texts from '../en-US.json' with { type: 'json' }
import { ChoiceSelect } from '../remote-select.tsx'
import { ScreenContext } from '../screen-context.tsx'
import { screenAt } from '../testing/screen.ts'
import { Conflict } from './conflict.tsx'
import { FormNames } from './form-names.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

test('a conflict says who was faster, and names what was chosen, also in a list, never by its id', async () => {
  const names = new Map([['01J-office', 'De Linden Poultry']])
  const draw = () => (
    <ScreenContext value={screenAt('/sheds')}>
      <AntdStill>
        <FormNames value={names}>
          <ChoiceSelect options={[{ value: '01J-ec', label: 'EC-1 · North' }]} />
          <Conflict
            base={{ officeId: '01J-other', deviceIds: ['01J-old'], name: 'North', remarks: '' }}
            yours={{ officeId: '01J-office', deviceIds: ['01J-ec'], name: 'Mine', remarks: '' }}
            current={{ officeId: null, deviceIds: [], name: 'Theirs', remarks: 'Wet' }}
            by="Anna de Vries"
            labels={{ officeId: 'Customer', deviceIds: 'Controllers', name: 'Name', remarks: 'Remarks' }}
            busy={false}
            keepYours={() => undefined}
            takeCurrent={() => undefined}
            close={() => undefined}
          />
        </FormNames>
      </AntdStill>
    </ScreenContext>
  )
  const screen = await render(draw())
  // The picker's options are known from its first drawing on.
  await screen.rerender(draw())
  const row = (name: string) => screen.getByRole('row', { name })
  await expect.element(row('Customer De Linden Poultry empty')).toBeVisible()
  await expect.element(row('Controllers EC-1 · North empty')).toBeVisible()
  await expect.element(row('Name Mine Theirs')).toBeVisible()
  await expect.element(row('Remarks empty Wet')).toBeVisible()
  await expect.element(screen.getByText('Anna de Vries has changed this in the meantime')).toBeVisible()
})
