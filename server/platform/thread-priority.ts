import { constants, setPriority } from 'node:os'

// Run first by threads whose work may wait: readings and requests go first. Elsewhere than on Linux it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
