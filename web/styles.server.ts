import css from './app.css?inline'

/** The whole style sheet, to stand in the page itself: it is smaller than a second request is slow. */
export const styles: string = css
