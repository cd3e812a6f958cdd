/** What is done with a node in a dialog. */
export type Doing = 'new' | 'edit' | 'move' | 'remove'
