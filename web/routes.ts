import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { siteMap } from '#contract/site-map.ts'

/** The id of an alias, as `fetchRoute` names it: its fixed and required segments (`appointments-confirm`). */
const aliasId = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment && !segment.endsWith('?'))
    .map((segment) => segment.replace(':', ''))
    .join('-')

/** The route table, made from the site map. */
export default siteMap.flatMap(({ area, name, path, resource, aliases = [] }) => {
  const module = `routes/${area}/${name}.${resource ? 'ts' : 'tsx'}`
  return [
    path === '/' ? index(module) : route(path.slice(1), module),
    ...aliases.map((alias) => route(alias.path.slice(1), module, { id: aliasId(alias.path) })),
  ]
}) satisfies RouteConfig
