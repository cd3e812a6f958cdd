/** Builds the web app if its sources are not those of the last build. */
export function ensureBuilt(): void
