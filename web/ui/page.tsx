import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const widths = { form: 'max-w-[32rem]', reading: 'max-w-[68ch]', page: 'max-w-[72rem]' }

/** A page's frame; its heading takes the focus after a navigation inside the site, so that a screen reader tells where one is. */
export function Page({
  title,
  lead,
  width = 'page',
  children,
}: {
  title: string
  lead?: ReactNode
  width?: keyof typeof widths
  children: ReactNode
}) {
  return (
    <div className={`mx-auto w-full px-4 pb-16 pt-6 sm:px-6 sm:pt-10 ${widths[width]}`}>
      <Heading>{title}</Heading>
      {lead && <div className="mt-3 max-w-[68ch] text-lg text-muted">{lead}</div>}
      <div className="mt-6 sm:mt-8">{children}</div>
    </div>
  )
}

/** The page's heading; takes the focus after a navigation, see `Page`. */
export function Heading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useArrival(() => ref.current)
  return (
    <h1 ref={ref} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  )
}

/** Gives the heading the focus whenever a navigation inside the site has led to its page. */
export function useArrival(heading: () => HTMLElement | null | undefined): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const first = useRef(true)
  const arrived = useEffectEvent(() => {
    if (!first.current || type === 'PUSH') heading()?.focus({ preventScroll: true })
    first.current = false
  })
  // A page that only rewrites its own query keeps the focus where it is.
  useEffect(() => arrived(), [pathname])
}

/** What a list shows while it is empty: what will be here, and the way to it. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="grid justify-items-start gap-4 rounded-xl border border-dashed border-control p-6">
    <p className="text-muted">{children}</p>
    {action}
  </div>
)
