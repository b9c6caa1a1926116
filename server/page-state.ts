/** The header by which the scripts of a page that is kept ask for its state, at the page's own address, and its value. */
export const PART = 'x-part'
const STATE = 'state'
/** What they get is of this type, so that they know it from a page. */
export const STATE_TYPE = 'text/plain; charset=utf-8'

/** Whether a request asks for the state of a page instead of the page. */
export const asksForState = (value: string | string[] | null | undefined): boolean => value === STATE

/**
 * Takes out of a rendered page what the router has written into it for its scripts to go on with: nobody reads it, and it is a third of
 * the page. The scripts ask for it later.
 * @returns the page, marked as one without, and the text; '' where there is none.
 */
export function withoutState(html: string, nonce: string): { html: string; state: string } {
  const start = `<script nonce="${nonce}">window.__reactRouterContext.streamController.`
  const [before = '', ...handed] = html.split(start)
  if (handed.length === 0) return { html, state: '' }
  // No text in a script holds the end of one.
  const parts = handed.map((part) => ({ said: part.slice(0, part.indexOf('</script>')), after: part.slice(part.indexOf('</script>') + '</script>'.length) }))
  const state = parts.map(({ said }) => (said.startsWith('enqueue(') ? (JSON.parse(said.slice('enqueue('.length, said.lastIndexOf(')'))) as string) : '')).join('')
  return { html: [before, ...parts.map(({ after }) => after)].join('').replace(' type="later">', ' type="later" data-state="later">'), state }
}
