/** The path of the preview's event stream, and of its script. */
export const EVENTS = '/dev/preview/events'
export const SCRIPT = '/dev/preview.js'

/**
 * Reloads the page when the folder has changed, and shows the folder's errors, else its warnings, at the
 * bottom of the window.
 */
export const previewScript = `addEventListener('load', () => {
  let seen = null
  let box = null
  const style = new CSSStyleSheet()
  style.replaceSync(':host{position:fixed;inset:auto 0 0 ' +
    '0;z-index:2147483647}section{max-height:45vh;overflow:auto;padding:1rem ' +
    '1.25rem;background:#3a0d12;color:#fff;font:0.875rem/1.5 ui-monospace,monospace}summary{font:600 ' +
    '1rem/1.4 system-ui,sans-serif;cursor:pointer}p{margin:.5rem 0 0;overflow-wrap:anywhere}')
  const show = (title, lines) => {
    if (lines.length === 0) return void box?.remove()
    if (!box) {
      box = document.createElement('stamgast-errors')
      box.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style]
    }
    const panel = document.createElement('section')
    panel.setAttribute('role', 'alert')
    const make = (name, textContent) => Object.assign(document.createElement(name), { textContent })
    const list = Object.assign(document.createElement('details'), { open: true })
    list.append(make('summary', title), ...lines.map((line) => make('p', line)))
    panel.append(list)
    box.shadowRoot.replaceChildren(panel)
    document.documentElement.append(box)
  }
  new EventSource('${EVENTS}').onmessage = ({ data }) => {
    const { version, errors, warnings } = JSON.parse(data)
    if (seen !== null && version !== seen) return location.reload()
    seen = version
    if (errors.length > 0) show('The folder has errors; this page shows its last valid state.', errors)
    else show('The folder is valid, but this is probably a mistake:', warnings)
  }
})
`
