import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { intlLocale } from '#contract/text.ts'
import type { Route } from './+types/root'
import { WhenStable } from './offline/when-stable.tsx'
import { rootDataOf, type RootSent } from './root-data.ts'
import { scopeOf } from './scope.ts'
import { TextProvider } from './text.tsx'
import { Failure } from './ui/failure.tsx'
import { Shell } from './ui/shell.tsx'
import { TenantWordsProvider } from './ui/tenant-words.tsx'
import { rootDataFrom } from './use-root-data.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => rootDataOf(scopeOf(context), url.pathname)

/** Brand, guest and language change only with a form, another language or the other version of the tenant's words, not from page to page. */
export const shouldRevalidate = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod && formMethod !== 'GET'
    ? defaultShouldRevalidate
    : currentUrl.href === nextUrl.href ||
      ['lang', 'original'].some(
        (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
      )

export function Layout({ children }: { children: ReactNode }) {
  const data = useRootDataIfAny()
  return (
    <html lang={data ? intlLocale(data.language).split('-')[0] : 'en'} data-mood={data?.brand.mood}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {data && <link rel="icon" href={data.brand.favicon} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Where the page failed before anything was known, there is none. */
function useRootDataIfAny() {
  const sent = useRouteLoaderData('root') as RootSent | undefined
  return sent && rootDataFrom(sent)
}

export default function App({ loaderData }: Route.ComponentProps) {
  const data = rootDataFrom(loaderData)
  return (
    <TextProvider language={data.language}>
      <TenantWordsProvider>
        <Shell data={data}>
          <Outlet />
        </Shell>
      </TenantWordsProvider>
      {data.brand.appIcon && <WhenStable />}
    </TextProvider>
  )
}

/** The last resort: in the language of the page where that is known, in English where nothing is. */
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
      <TenantWordsProvider>
        <Shell data={data}>
          <Failure error={error} />
        </Shell>
      </TenantWordsProvider>
    </TextProvider>
  )
}
