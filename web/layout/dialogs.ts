import { later } from '#web/components/later.tsx'
// Catches the browser's offer to install, which comes long before anybody opens the dialog that uses it.
import './install.ts'

export const loadPalette = () => import('./palette.tsx').then(file => file.Palette)

/** Dialogs of the shell, loaded when opened. */
export const AppDialog = later(() => import('./app-dialog.tsx').then(file => file.AppDialog))
export const SettingsDrawer = later(() => import('./settings-drawer.tsx').then(file => file.SettingsDrawer))
export const Palette = later(loadPalette)
export const KeysDialog = later(() => import('./keys-dialog.tsx').then(file => file.KeysDialog))
export const MenuDrawer = later(() => import('./menu-drawer.tsx').then(file => file.MenuDrawer))
/** Loaded where the installation was restored and is silent. */
export const SilenceBar = later(() => import('./silence-bar.tsx').then(file => file.SilenceBar))
/** Loaded when a record waits to be sent. */
export const WaitingBar = later(() => import('./waiting-bar.tsx').then(file => file.WaitingBar))
