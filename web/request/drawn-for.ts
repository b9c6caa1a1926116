import { DRAWN_FOR, DRAWN_FOR_HEADER, OTHER_GUEST_HEADER } from '#contract/page.ts'

/** Dispatched on `window` when the server has done nothing, since another guest is signed in now. */
export const OTHER_GUEST_EVENT = 'other-guest'

/** The mark of whom this page was drawn for. */
let drawnFor: string | null = null
/** Whether the next mark counts: the guest changes on purpose by a form of this tab or on another page. */
let follows = true
/** Whether the tab was hidden since the last page: another tab may have changed the guest. */
let wasHidden = false

/**
 * Says before the data of the page is loaded again why it is. An event of the live stream must not make a
 * page with what one guest has typed into the page of another.
 * @returns whether the guest may have changed since the last page.
 */
export function expectGuest({ form, newPage }: { form: boolean; newPage: boolean }): boolean {
  const changed = newPage && wasHidden
  if (changed) wasHidden = false
  follows = form || changed
  return changed
}

/** Takes over the mark of the data that was loaded. */
export function setDrawnFor(mark: string): void {
  if (drawnFor === null || follows) drawnFor = mark
}

/**
 * Adds the mark to every request of this page that may change something. A form that is refused for it is
 * sent again without scripts: the answer is its page for who is signed in now, with what was typed.
 */
export function markRequests(): void {
  const send = window.fetch
  document.addEventListener('visibilitychange', () => {
    wasHidden ||= document.hidden
  })
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if ((init.method ?? 'GET') === 'GET' || url.origin !== location.origin || drawnFor === null)
      return send(input, init)
    const headers = new Headers(init.headers)
    headers.set(DRAWN_FOR_HEADER, drawnFor)
    const response = await send(input, { ...init, headers })
    if (!response.headers.has(OTHER_GUEST_HEADER)) return response
    const { body } = init
    const form = body instanceof FormData || body instanceof URLSearchParams ? body : null
    if (!form?.has(DRAWN_FOR)) {
      window.dispatchEvent(new Event(OTHER_GUEST_EVENT))
      return response
    }
    sendWithoutScripts(url, form, drawnFor)
    // The page is about to be replaced.
    return new Promise(() => {})
  }
}

function sendWithoutScripts(
  { pathname, search }: URL,
  fields: FormData | URLSearchParams,
  mark: string,
): void {
  const form = document.createElement('form')
  form.method = 'post'
  // The router's address of the page's data.
  form.action = pathname.replace(/_?\.data$/, '') + search
  for (const [name, value] of fields) {
    if (typeof value !== 'string') continue
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = name === DRAWN_FOR ? mark : value
    form.append(input)
  }
  document.body.append(form)
  // A field named `submit` would hide the form's own.
  HTMLFormElement.prototype.submit.call(form)
}
