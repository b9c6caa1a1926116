import type { ReactNode } from 'react'
import type { EntryContext } from 'react-router'

/**
 * The script that starts the router in the browser, in place of its own `<Scripts>`, which requests the
 * modules before the first paint. Here the requests begin after it, with low priority. Until hydration, links
 * and forms work as plain HTML. Contract: `e2e/page-scripts.test.ts`.
 */
export function pageScripts(context: EntryContext, nonce: string, site: 'guest' | 'staff'): ReactNode {
  // Without this mark, `ServerRouter` does not write the loaders' data into the page.
  if (context.renderMeta) context.renderMeta.didRenderScripts = true
  const script = `{${handoff(context)}${bootstrapScript(context, site)}}`
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
}

/** Sets the router's settings, and opens the stream to which `ServerRouter` writes the loaders' data. */
const handoff = ({ serverHandoffString }: EntryContext): string => `
const context=window.__reactRouterContext=${serverHandoffString}
context.stream=new ReadableStream({start(controller){context.streamController=controller}}).pipeThrough(new TextEncoderStream())`

/**
 * Imports the manifest, then the modules of the matched routes, then the entry, which needs both. Starts when
 * the browser reports the first contentful paint, or earlier at the guest's first action. A hidden tab is not
 * painted, so it starts at once.
 */
function bootstrapScript(
  { manifest, staticHandlerContext: { matches } }: EntryContext,
  site: 'guest' | 'staff',
): string {
  // Each site has its own routes (react-router.config.ts); the development server has one file.
  const routesUrl =
    site === 'staff' ? manifest.url.replace('/assets/manifest-', '/assets/staff-manifest-') : manifest.url
  const routes = matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const modules = [manifest.entry, ...routes]
  const urls = new Set([routesUrl, ...modules.flatMap((one) => [one.module, ...(one.imports ?? [])])])
  // Only the development server has a module for hot updates. It must run before any component.
  const before = [manifest.hmr?.runtime ?? [], routesUrl].flat()
  return `
const events=['pointerdown','keydown','visibilitychange']
const paint=new PerformanceObserver((list)=>{if(list.getEntriesByName('first-contentful-paint').length)start()})
const start=async()=>{
paint.disconnect()
for(const name of events)removeEventListener(name,start,true)
for(const href of ${json([...urls])})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',fetchPriority:'low',href}))
for(const url of ${json(before)})await import(url)
const modules={}
for(const [id,url] of ${json(routes.map(({ id, module }) => [id, module]))})modules[id]=await import(url)
window.__reactRouterRouteModules=modules
import(${json(manifest.entry.module)})
}
if(document.hidden)start()
else{
for(const name of events)addEventListener(name,start,true)
paint.observe({type:'paint',buffered:true})
}`
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
