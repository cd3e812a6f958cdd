/** waiting: its last picture is still to come, or it is being written · ready · missed: nothing was recorded then · full: the farm's clips take all the room they may. */
export const clipStates = ['waiting', 'ready', 'missed', 'full'] as const

/** Why nothing is recorded although channels are to be. */
export const recorderStops = ['diskFull', 'failed'] as const
