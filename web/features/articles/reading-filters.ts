/** Filters of the address of a list that farms read. */
export const READING_FILTERS = ['search', 'categoryId', 'fault']
