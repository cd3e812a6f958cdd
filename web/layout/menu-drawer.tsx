import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { LanguageChoice, ThemeChoice } from '#web/components/appearance.tsx'
import { HomeBrand } from './home-brand.tsx'
import type { MenuGroup } from './menu.ts'
import { SideMenu } from './side-menu.tsx'

interface Props {
  isOpen: boolean
  groups: readonly MenuGroup[]
  path: string
  open: (href: string) => void
  close: () => void
}

/** The whole menu on a phone, with language and theme at the bottom. */
export function MenuDrawer({ isOpen, groups, path, open, close }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      placement="left"
      size={288}
      title={<HomeBrand />}
      closable={{ 'aria-label': t($ => $.closeMenu) }}
      styles={{ body: { padding: 0 }, footer: { display: 'flex', gap: 10 } }}
      footer={
        <>
          <LanguageChoice />
          <ThemeChoice />
        </>
      }
    >
      <SideMenu groups={groups} path={path} open={open} />
    </Drawer>
  )
}
