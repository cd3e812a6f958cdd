import { later } from '#web/components/later.tsx'
// Takes the browser's offer to install, which comes long before anybody opens the dialog with it.
import './install.ts'

export const loadPalette = () => import('./palette.tsx').then(file => file.Palette)

/** Dialogs of the shell, loaded when they are opened. */
export const AppDialog = later(() => import('./app-dialog.tsx').then(file => file.AppDialog))
export const SettingsDrawer = later(() => import('./settings-drawer.tsx').then(file => file.SettingsDrawer))
export const Palette = later(loadPalette)
export const MenuDrawer = later(() => import('./menu-drawer.tsx').then(file => file.MenuDrawer))
/** Loaded when a record waits to be sent. */
export const WaitingBar = later(() => import('./waiting-bar.tsx').then(file => file.WaitingBar))
