/** The path of the preview's event stream, and of its script. */
export const EVENTS = '/dev/preview/events'
export const SCRIPT = '/dev/preview.js'

/**
 * Reloads the page when the folder has changed, and shows the folder's errors at the bottom of the window.
 */
export const previewScript = `addEventListener('load', () => {
  let seen = null
  let box = null
  const style = new CSSStyleSheet()
  style.replaceSync(':host{position:fixed;inset:auto 0 0 ' +
    '0;z-index:2147483647}section{max-height:45vh;overflow:auto;padding:1rem ' +
    '1.25rem;background:#3a0d12;color:#fff;font:0.875rem/1.5 ui-monospace,monospace}h2{margin:0 0 ' +
    '.5rem;font:600 1rem/1.4 system-ui,sans-serif}p{margin:0 0 .25rem;overflow-wrap:anywhere}')
  const show = (errors) => {
    if (errors.length === 0) return void box?.remove()
    if (!box) {
      box = document.createElement('stamgast-errors')
      box.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style]
    }
    const panel = document.createElement('section')
    panel.setAttribute('role', 'alert')
    panel.append(Object.assign(document.createElement('h2'), { textContent: 'The folder has errors; this page shows its last valid state.' }), ...errors.map((error) => Object.assign(document.createElement('p'), { textContent: error })))
    box.shadowRoot.replaceChildren(panel)
    document.documentElement.append(box)
  }
  new EventSource('${EVENTS}').onmessage = ({ data }) => {
    const { version, errors } = JSON.parse(data)
    if (seen !== null && version !== seen) return location.reload()
    seen = version
    show(errors)
  }
})
`
