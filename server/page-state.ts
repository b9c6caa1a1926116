/** The header by which the scripts of a page that may be kept ask for its state, at the page's own address, and its value. */
export const PART = 'x-part'
const STATE = 'state'
/** What they get is of this type, so that they know it from a page. */
export const STATE_TYPE = 'text/plain; charset=utf-8'

/** Whether a request asks for the state of a page instead of the page. */
export const asksForState = (value: string | string[] | null | undefined): boolean => value === STATE
