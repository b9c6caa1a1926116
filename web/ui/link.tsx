import { Link as RouterLink, useLocation, type LinkProps } from 'react-router'

/** An address that stands in HTML as it is given: a path from the root, or a query of the page that it stands on. */
const PLAIN = /^(?:\/(?!\/)|\?.)/
/** What the router would write otherwise. */
const UNEVEN = /\/[./]|[?#]$/

/** The router's link as HTML. What that works out besides is for a click, and takes most of the time of drawing it, where nobody clicks. */
function LinkInHtml(props: LinkProps) {
  const { pathname } = useLocation()
  const {
    to,
    target,
    children,
    discover = 'render',
    prefetch = 'none',
    onClick: _onClick,
    replace: _replace,
    state: _state,
    relative: _relative,
    reloadDocument: _reloadDocument,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    ...rest
  } = props
  if (typeof to !== 'string' || !PLAIN.test(to) || UNEVEN.test(to) || prefetch === 'render' || rest.mask)
    return <RouterLink {...props} />
  return (
    <a
      {...rest}
      href={to.startsWith('?') ? pathname + to : to}
      target={target}
      data-discover={discover === 'render' ? 'true' : undefined}
    >
      {children}
    </a>
  )
}

/** A link within the site, the router's own in a browser. */
export const Link = import.meta.env.SSR ? LinkInHtml : RouterLink
