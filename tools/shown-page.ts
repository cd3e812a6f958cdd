/** The name under which a failing story attaches what one of its pages showed. */
export const SHOWN_PAGE = 'page'
