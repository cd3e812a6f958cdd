import { QueryClientProvider } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CallError } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import texts from '../en-US.json' with { type: 'json' }
import { later } from '../later.tsx'
import { ScreenContext } from '../screen-context.tsx'
import { screenAt } from '../testing/screen.ts'
import { FormDialog } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'
import { NumberField } from './number-field.tsx'
import '../../app/theme.css'
import '../../app/base.css'
import '../../layout/shell.css'
import { AntdStill } from '#web/components/antd-still.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})
beforeEach(() => page.viewport(1280, 800))

interface Shed {
  name: string
  room: number
  kind: string
  mail: string
  remarks: string
}

const NORTH: Shed = { name: 'North', room: 3, kind: 'floor', mail: 'n@example.com', remarks: '' }

interface Props {
  /** Receives what is saved. */
  saved: Shed[]
  /** Reports that somebody else was faster. */
  refused?: CallError
  inDrawer?: boolean
  version?: number
}

const fields = (
  <>
    <FormField name="name" label="Name" rules={[{ required: true, message: 'Needs a name' }]}>
      <Input />
    </FormField>
    <NumberField name="room" label="Room" min={1} max={9} isWhole />
    <FormField name="kind" label="Kind">
      <Select
        options={[
          { value: 'floor', label: 'Floor' },
          { value: 'cages', label: 'Cages' },
        ]}
      />
    </FormField>
    <FormField name="mail" label="E-mail">
      <Input type="email" />
    </FormField>
    <FormField name="remarks" label="Remarks">
      <Input.TextArea />
    </FormField>
  </>
)

function ShedForm({ saved, refused, inDrawer = false, version, close }: Props & { close: () => void }) {
  return (
    <FormDialog<Shed>
      title="North shed"
      initial={NORTH}
      save={async values => {
        if (refused) throw refused
        saved.push(values)
      }}
      {...(version !== undefined && { version })}
      labels={{ name: 'Name' }}
      success="Saved"
      close={close}
      {...(inDrawer ? { sections: [{ key: 'shed', title: 'The shed', fields }] } : { children: fields })}
    />
  )
}

const Later = later(async () => ShedForm)

/** A page of the shell with a form over it: menu beside it, more to reach in the page and after it. */
function Page(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  return (
    <QueryClientProvider client={queries}>
      <AntdStill>
        <div className="shell" data-fixed>
          <nav>
            <button type="button">Menu</button>
          </nav>
          <main>
            <div className="pane-frame" ref={setFrame}>
              <button type="button" onClick={() => setOpen(true)}>
                Edit
              </button>
              <button type="button">Under it</button>
              {frame && (
                <ScreenContext value={{ ...screenAt('/sheds'), frame: () => frame }}>
                  {isOpen && <Later {...props} close={() => setOpen(false)} />}
                </ScreenContext>
              )}
            </div>
          </main>
          <button type="button">After it</button>
        </div>
      </AntdStill>
    </QueryClientProvider>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'North shed' })
const name = () => page.getByLabelText('Name')

async function open(saved: Shed[] = [], props: Omit<Props, 'saved'> = {}): Promise<void> {
  await render(<Page saved={saved} {...props} />)
  page.getByRole('button', { name: 'Edit' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(name()).toHaveFocus()
}

/** More steps than the dialog has focusable elements. */
const STEPS = 16

test.each([false, true])('a page’s dialog traps the focus until Escape, in a drawer %s', async inDrawer => {
  await open([], { inDrawer })
  for (const shift of [false, true]) {
    const stops = new Set<Element | null>()
    for (let step = 0; step < STEPS; step++) {
      await userEvent.tab({ shift })
      expect(dialog().element().contains(document.activeElement), document.activeElement?.textContent).toBe(
        true,
      )
      stops.add(document.activeElement)
    }
    expect(stops).toContain(name().element())
    expect(stops).toContain(page.getByRole('button', { name: 'Save' }).element())
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus()
})

test('what opens above a dialog returns the focus to where it was', async () => {
  const data = { current: { ...NORTH, name: 'West', version: 2 } }
  const body = { code: 40900, data, message: 'Changed', isLogin: false }
  await open([], { refused: new CallError({ ...body, status: 409 }, false) })
  await name().fill('South')
  await userEvent.keyboard('{Enter}')
  const conflict = page.getByRole('dialog', { name: /Somebody else has changed/ })
  await expect.element(conflict.getByRole('button', { name: 'Close' })).toHaveFocus()
  for (let step = 0; step < STEPS; step++) {
    await userEvent.tab()
    const at = document.activeElement
    expect(at === document.body || conflict.element().contains(at), at?.textContent).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(conflict).not.toBeInTheDocument()
  await expect.element(name()).toHaveFocus()
})

test('a page’s dialog covers the page and leaves the menu within reach', async () => {
  await open()
  const box = (of: string) => document.querySelector(of)?.getBoundingClientRect().toJSON()
  expect(box('.ant-modal-wrap')).toEqual(box('.pane-frame'))
  await page.getByRole('button', { name: 'Menu' }).click()
})

test.each([false, true])('Enter in a single-line field saves, in a drawer %s', async inDrawer => {
  const saved: Shed[] = []
  await open(saved, { inDrawer })
  await name().fill('South')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual([{ ...NORTH, name: 'South' }])
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus()
})

test('Enter still held from opening the form saves nothing', async () => {
  const saved: Shed[] = []
  await open(saved)
  await expect.element(name()).toHaveFocus()
  const held = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  for (let times = 0; times < 3; times++)
    await cdp().send('Input.dispatchKeyEvent', { ...held, type: 'keyDown', autoRepeat: true })
  await cdp().send('Input.dispatchKeyEvent', { ...held, type: 'keyUp' })
  await name().fill('South')
  expect(saved).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual([{ ...NORTH, name: 'South' }])
})

test('Enter saves the number just typed, and errors come in our own words', async () => {
  const saved: Shed[] = []
  await open(saved)
  await page.getByLabelText('E-mail').fill('not an address')
  await name().fill('')
  await page.getByLabelText('Room').fill('7')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Needs a name')).toBeVisible()
  expect(saved).toEqual([])
  await name().fill('South')
  await page.getByLabelText('Room').fill('8')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual([{ ...NORTH, name: 'South', room: 8, mail: 'not an address' }])
})

test('Enter starts a line in a text area, picks from a list and ends an input-method word; it saves nothing', async () => {
  const saved: Shed[] = []
  await open(saved)
  await page.getByLabelText('Remarks').click()
  await userEvent.keyboard('one{Enter}two')
  await expect.element(page.getByLabelText('Remarks')).toHaveValue('one\ntwo')

  page.getByRole('combobox', { name: /Kind/ }).element().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  await expect.element(page.getByTitle('Cages').first()).toBeVisible()

  await name().fill('')
  await cdp().send('Input.imeSetComposition', { text: 'nan', selectionStart: 3, selectionEnd: 3 })
  const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await cdp().send('Input.insertText', { text: '南' })
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await expect.element(name()).toHaveValue('南')
  expect(saved).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual([{ ...NORTH, name: '南', kind: 'cages', remarks: 'one\ntwo' }])
})

test('a server error on a field goes when the field is corrected, even if the field has no rule of its own', async () => {
  const wrong = [{ field: 'remarks', message: 'Too rude' }]
  const body = { code: 40003, data: wrong, message: 'Request Error', isLogin: false }
  await open([], { refused: new CallError({ ...body, status: 400 }, true) })
  await page.getByLabelText('Remarks').fill('rude')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Too rude')).toBeVisible()
  await page.getByLabelText('Remarks').fill('kind')
  await expect.element(page.getByText('Too rude')).not.toBeInTheDocument()
})

test.each([
  ['a row that is changed says what was there before', { version: 1 }, 1],
  ['a new row was nothing before', {}, 0],
])('%s', async (_, props, said) => {
  await open([], props)
  await name().fill('South')
  await expect.element(page.getByText('1 unsaved change')).toBeVisible()
  expect(page.getByText('was North').elements()).toHaveLength(said)
})
