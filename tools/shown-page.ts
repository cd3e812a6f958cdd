/** The name under which a story that fails attaches what one of its pages showed. */
export const SHOWN_PAGE = 'page'
