import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useText } from './text.tsx'

const widths = { form: 'max-w-[32rem]', reading: 'max-w-[68ch]', page: 'max-w-[72rem]' }

/**
 * A page's layout. Its heading takes the focus after a client navigation, so that screen readers announce the
 * page. `part`: as of `Heading`.
 */
export function Page({
  title,
  part = '',
  lead,
  width = 'page',
  bar = false,
  children,
}: {
  title: string
  part?: string
  lead?: ReactNode
  width?: keyof typeof widths
  /** It ends with a `BottomBar`, which is at the edge of a phone however short the page is. */ bar?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={
        `mx-auto w-full px-4 pt-6 sm:px-6 sm:pt-10 ${widths[width]} ` +
        (bar
          ? 'pb-16 max-lg:flex max-lg:min-h-[calc(100dvh-var(--toolbar))] max-lg:flex-col max-lg:pb-0'
          : 'pb-16')
      }
    >
      <Heading part={part}>{title}</Heading>
      {lead && <div className="mt-3 max-w-[68ch] text-lg text-muted">{lead}</div>}
      <div className={`mt-6 sm:mt-8 ${bar ? 'max-lg:flex max-lg:grow max-lg:flex-col' : ''}`}>{children}</div>
    </div>
  )
}

/** The title of the document, whose page has no `meta` for it. `failed`: a submission was refused. */
export function DocumentTitle({ title, failed }: { title: string; failed: boolean }) {
  const t = useText()
  return <title>{failed ? t('error.documentTitle', { title }) : title}</title>
}

/**
 * The page's heading; takes the focus after a client navigation, see `Page`. `part`: what the page shows,
 * where it changes under one path.
 */
export function Heading({ part, children }: { part?: string; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(() => ref.current, part)
  return (
    <h1 ref={ref} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  )
}

/** Focuses the heading after a client navigation to its page, or to another `part` of it. */
export function useHeadingFocus(heading: () => HTMLElement | null | undefined, part = ''): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const first = useRef(true)
  const focusHeading = useEffectEvent(() => {
    if (!first.current || type !== NavigationType.Pop) heading()?.focus({ preventScroll: true })
    first.current = false
  })
  // By pathname: a page that only rewrites its query keeps the focus where it is.
  useEffect(() => focusHeading(), [pathname, part])
}

/** The empty state of a list: what it will contain, and an action. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="grid justify-items-start gap-4 rounded-xl border border-dashed border-control p-6">
    <p className="text-muted">{children}</p>
    {action}
  </div>
)
