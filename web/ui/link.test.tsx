import { renderToStaticMarkup } from 'react-dom/server'
import { Link as RouterLink, StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Link } from './link.tsx'

const render = (link: React.ReactNode) =>
  renderToStaticMarkup(<StaticRouter location="/behandlinger?type=klip">{link}</StaticRouter>)

test.each([
  '/',
  '/book',
  '/book/person?services=a,b',
  '/profile/notifications#notifications',
  '?type=farve',
  '?type=farve&info=x#y',
  '/login?to=%2Fbook',
  '/appointments;service=a',
  '/om-os/',
  '//elsewhere.example',
  '/a//b',
  '/a/../b',
  '/a/.',
  '.',
  '..',
  '',
  '?',
  '/a?',
  '/a#',
  '#here',
  'here',
  'https://elsewhere.example/x',
  { pathname: '/a', search: 'b=c' },
  { search: '?b=c' },
])('a link to %o renders like the router’s link', (to) => {
  const props = {
    to,
    replace: true,
    preventScrollReset: true,
    state: { from: 1 },
    className: 'a & b',
    'aria-label': 'There',
    onClick: () => {},
    children: 'There',
  }
  expect(render(<Link {...props} />)).toBe(render(<RouterLink {...props} />))
})

test('links that reload, prefetch or open another tab render like the router’s link', () => {
  for (const props of [
    { reloadDocument: true },
    { prefetch: 'intent' },
    { prefetch: 'none' },
    { target: '_blank', rel: 'noopener' },
    { discover: 'none' },
    { viewTransition: true },
    { relative: 'path' },
  ] as const) {
    expect(
      render(
        <Link to="/book" {...props}>
          There
        </Link>,
      ),
    ).toBe(
      render(
        <RouterLink to="/book" {...props}>
          There
        </RouterLink>,
      ),
    )
  }
})
