/** What a dialog does with a node. */
export type Doing = 'new' | 'edit' | 'move' | 'remove'
