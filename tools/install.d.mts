/** Whether node_modules of the folder holds what its package-lock.json asks for. */
export function isInstalled(folder?: string): boolean
