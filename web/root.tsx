import { use, useLayoutEffect, type ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { languageTag } from '#domain/language.ts'
import type { Route } from './+types/root'
import { WhenIdle } from './offline/when-idle.tsx'
import { DocumentParts } from './site/document-parts.ts'
import { expectGuest, setDrawnFor } from './request/drawn-for.ts'
import { loadRootData, type RootData, type RootLoaderData } from './site/root-data.ts'
import { getPageContext } from './request/page-context.ts'
import { noteAnsweredChange } from './request/answered-change.ts'
import { noindex } from './request/page-meta.ts'
import { TextProvider } from './ui/text.tsx'
import { Failure } from './ui/failure.tsx'
import { Returned } from './ui/returned.tsx'
import { Shell } from './shell/shell.tsx'
import { TenantTextProvider } from './ui/tenant-text.tsx'
import { parseRootData } from './site/use-root-data.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  loadRootData(getPageContext(context), url.pathname)

/** Of every page that has no other. */
export const meta = () => noindex

/**
 * Brand, guest and language change only with a form, another language or `original`, and the guest in another
 * tab.
 */
export const shouldRevalidate = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const form = formMethod !== undefined && formMethod !== 'GET'
  const mayHaveChanged = expectGuest({ form, newPage: currentUrl.pathname !== nextUrl.pathname })
  return form
    ? defaultShouldRevalidate
    : mayHaveChanged ||
        currentUrl.href === nextUrl.href ||
        ['lang', 'original'].some(
          (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
        )
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [noteAnsweredChange]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRootDataIfAny()
  const { head, bodyEnd } = use(DocumentParts)
  const drawnFor = data?.drawnFor
  // Before the effects of a page, which may submit something at once.
  useLayoutEffect(() => {
    if (drawnFor !== undefined) setDrawnFor(drawnFor)
  }, [drawnFor])
  return (
    <html
      lang={data ? languageTag(data.language) : 'en'}
      data-mood={data?.brand.mood}
      data-layout={data?.brand.layout}
      data-menu={data?.menu.rowFrom}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {data && <link rel="icon" href={data.brand.favicon} />}
        <Meta />
        <Links />
        {head}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {bodyEnd}
      </body>
    </html>
  )
}

/** @returns undefined where the root's loader has failed. */
function useRootDataIfAny() {
  const sent = useRouteLoaderData<RootLoaderData>('root')
  return sent && parseRootData(sent)
}

export default function App({ loaderData }: Route.ComponentProps) {
  const data = parseRootData(loaderData)
  return (
    <TextProvider language={data.language}>
      <TenantTextProvider>
        <Frame data={data}>
          <Outlet />
        </Frame>
      </TenantTextProvider>
      {data.brand.appIcon && !data.work && <WhenIdle />}
    </TextProvider>
  )
}

/** The salon's own pages bring their frame along, which no page of guests loads. */
const Frame = ({ data, children }: { data: RootData; children: ReactNode }) =>
  data.work ? children : <Shell data={data}>{children}</Shell>

/** The error page: in the page's language, or in English where the root's loader has failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRootDataIfAny()
  if (!data)
    return (
      <main className="mx-auto max-w-[32rem] p-6">
        <title>Something went wrong</title>
        <h1 className="text-3xl">Something went wrong</h1>
        <p className="mt-3">Please try again in a moment.</p>
      </main>
    )
  return (
    <TextProvider language={data.language}>
      <TenantTextProvider>
        <Frame data={data}>
          {data.work && <Returned />}
          <Failure error={error} />
        </Frame>
      </TenantTextProvider>
    </TextProvider>
  )
}
