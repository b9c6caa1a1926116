import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useArrival } from '../ui/page.tsx'
import { useSlow } from '../ui/slow.ts'
import { showVideos } from './show-videos.ts'

/** Not a page, though it is an address of this site. */
const file = /^\/(art|picture|assets|api|dev)\/|\.\w+$/

/** A content page as the server has drawn it; one that is slow to come is drawn in outline. */
export function Content({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const slow = useSlow(location !== undefined && location.pathname !== pathname)
  useArrival(() => ref.current?.querySelector('h1'))
  return slow ? <Outline /> : <Drawn key={html} ref={ref} html={html} />
}

/** Where scripts run its links stay within the application, and its videos come at the press of a button. */
function Drawn({ ref, html }: { ref: RefObject<HTMLDivElement | null>; html: string }) {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      !link ||
      link.origin !== window.location.origin ||
      file.test(link.pathname) ||
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
    // Not every browser lets a table that scrolls be reached by the keyboard.
    for (const table of page.querySelectorAll('table'))
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
    return () => page.removeEventListener('click', listen)
  }, [ref])
  return <div ref={ref} className="written" dangerouslySetInnerHTML={{ __html: html }} />
}

const bar = 'animate-pulse rounded bg-brand-soft motion-reduce:animate-none'

/** As much room as a page takes; that one is waited for is told elsewhere. */
const Outline = () => (
  <div aria-hidden="true" className="wide grid min-h-[100svh] content-start gap-6 py-12 sm:py-20">
    <div className={`${bar} h-14 w-3/4 max-w-[40rem]`} />
    <div className={`${bar} h-6 w-full max-w-[36rem]`} />
    <div className={`${bar} mt-6 aspect-video w-full rounded-[1.25rem]`} />
    <div className={`${bar} h-6 w-full max-w-[42rem]`} />
  </div>
)
