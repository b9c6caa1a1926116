import { Link as RouterLink, useLocation, type LinkProps } from 'react-router'

/** Targets that the router writes to HTML unchanged: a path from the root, or a query of the current page. */
const UNCHANGED = /^(?:\/(?!\/)|\?.)/
/** Exceptions, which the router normalises. */
const NORMALISED = /\/[./]|[?#]$/

/**
 * The router's link as plain HTML. The router's own component also prepares click handling, which takes most
 * of its rendering time and is useless on the server.
 */
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
  if (
    typeof to !== 'string' ||
    !UNCHANGED.test(to) ||
    NORMALISED.test(to) ||
    prefetch === 'render' ||
    rest.mask
  )
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

/** Classes of a link within running text: a touch target of 44 px. */
export const textLinkClasses =
  'inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4'

/** A link within the site: plain HTML on the server, the router's own in a browser. */
export const Link = import.meta.env.SSR ? LinkInHtml : RouterLink
