import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { startChoices } from '#web/data/choices.ts'
import { followOtherWindows } from '#web/data/preferences.ts'
import { askBeforeLeaving } from '#web/data/tabs/unsaved.ts'
import { startTexts } from './i18n.ts'
import { reloadAfterDeployment } from './load-page.ts'
import { followOtherTabs } from './other-tabs.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'
import './theme.css'
import './base.css'

reloadAfterDeployment()
startChoices()
followOtherWindows()
await startTexts()
followOtherTabs()
askBeforeLeaving()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <Providers>
    <RouterProvider router={router} />
  </Providers>,
)
