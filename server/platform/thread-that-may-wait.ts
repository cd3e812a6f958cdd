import { letOthersGoFirst } from './thread-priority.ts'

/** What such a thread runs first. */
letOthersGoFirst()
