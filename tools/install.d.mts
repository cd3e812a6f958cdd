/** Whether the folder's node_modules has what its package-lock.json requires. */
export function isInstalled(folder?: string): boolean
