import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** THE ROUTE TABLE, in the order of the site. */
export default [
  index('routes/home/landing.tsx'),
  route('behandlinger', 'routes/price/price-list.tsx'),
  route('s', 'routes/price/short.ts'),
  route('language', 'routes/action/language.ts'),
  route('sign-out', 'routes/action/sign-out.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
