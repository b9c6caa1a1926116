import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { useDelayedPending } from '#web/ui/loading/use-delayed-pending.ts'

/** URLs of this site that are not pages. */
const NON_PAGE_URL = /^\/(art|picture|assets|api|dev)\/|\.\w+$/

/** A content page as HTML from the server; a skeleton while the next page is slow to load. */
export function Content({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const slow = useDelayedPending(location !== undefined && location.pathname !== pathname)
  useHeadingFocus(() => ref.current?.querySelector('h1'))
  return slow ? <PageSkeleton /> : <ServerHtml key={html} ref={ref} html={html} />
}

/** Turns link clicks into client navigations, and video links into buttons. */
function ServerHtml({ ref, html }: { ref: RefObject<HTMLDivElement | null>; html: string }) {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      !link ||
      link.origin !== window.location.origin ||
      NON_PAGE_URL.test(link.pathname) ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  })
  useEffect(() => {
    const page = ref.current
    if (!page) return undefined
    const listen = (event: MouseEvent): void => follow(event)
    page.addEventListener('click', listen)
    showVideos(page)
    const tables = new ResizeObserver((entries) => {
      for (const { target } of entries) keepScrollable(target)
    })
    for (const table of page.querySelectorAll('table')) tables.observe(table)
    return () => {
      page.removeEventListener('click', listen)
      tables.disconnect()
    }
  }, [ref])
  return <div ref={ref} className="written" dangerouslySetInnerHTML={{ __html: html }} />
}

/** Not every browser makes what is scrollable focusable by keyboard. */
function keepScrollable(table: Element): void {
  if (table.scrollWidth > table.clientWidth) table.setAttribute('tabindex', '0')
  else table.removeAttribute('tabindex')
}

const bar = 'animate-pulse rounded bg-brand-soft motion-reduce:animate-none'

/** Fills a screen. Decorative: the loading indicator announces the wait. */
const PageSkeleton = () => (
  <div aria-hidden="true" className="wide grid min-h-[100svh] content-start gap-6 py-12 sm:py-20">
    <div className={`${bar} h-14 w-3/4 max-w-[40rem]`} />
    <div className={`${bar} h-6 w-full max-w-[36rem]`} />
    <div className={`${bar} mt-6 aspect-video w-full rounded-[1.25rem]`} />
    <div className={`${bar} h-6 w-full max-w-[42rem]`} />
  </div>
)

/** Replaces the link to each video below `page` with a button; pressing it loads the provider's player. */
function showVideos(page: Element): void {
  for (const figure of page.querySelectorAll('[data-video]')) {
    const [link, button] = [figure.querySelector('a'), figure.querySelector('button')]
    if (!link || !button?.hidden) continue
    link.hidden = true
    button.hidden = false
    button.addEventListener('click', () => {
      const frame = document.createElement('iframe')
      Object.assign(frame, {
        src: button.dataset.src,
        title: button.dataset.title,
        allow: 'autoplay; fullscreen; picture-in-picture',
        referrerPolicy: 'strict-origin-when-cross-origin',
        className: 'video-frame',
      })
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.remove()
      button.replaceWith(frame)
      frame.focus()
    })
  }
}
