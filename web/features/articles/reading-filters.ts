/** Filters in the address of a list for farms. */
export const READING_FILTERS = ['search', 'categoryId', 'fault']
