import css from './app.css?inline'

/** The whole style sheet of the site. Each page carries it in its head: about 10 kB compressed. */
export const stylesheet: string = css
