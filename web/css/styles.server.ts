import css from './app.css?inline'
import staffCss from './staff.css?inline'

/** The whole style sheet of the site. Each page carries it in its head: about 10 kB compressed. */
export const stylesheet: string = css

/** That of the salon's own site. */
export const staffStylesheet: string = staffCss
