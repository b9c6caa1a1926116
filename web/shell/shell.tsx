import { Suspense, useState, type ReactNode } from 'react'
import type { RootData } from '../site/root-data.ts'
import { lazyWithRetry, lazyOptional } from '../ui/loading/lazy.tsx'
import { BookBar } from './book-button.tsx'
import { Footer } from './footer.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { LoadingIndicator } from '../ui/loading/loading-indicator.tsx'
import { Returned } from '../ui/returned.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { Messages } from './messages.tsx'
import { Toolbar } from './toolbar.tsx'
import { TranslationNote } from './translation-note.tsx'

const LiveNotifications = lazyOptional(() => import('../notification/live-notifications.tsx'))
const ConsentBanner = lazyOptional(() => import('../consent/consent-banner.tsx'))
const PasskeyOffer = lazyOptional(() => import('../passkey/passkey-offer.tsx'))
const SessionEnd = lazyWithRetry(() => import('./session-end.tsx').then((module) => module.default))

/** The frame of every page: toolbar, menus, messages, footer. */
export function Shell({ data, children }: { data: RootData; children: ReactNode }) {
  // Notifications are new relative to the first page load, not to the last revalidation.
  const [since] = useState(data.now)
  return (
    <>
      <SkipLink />
      {data.brand.counted && (
        <AfterHydration>
          <ConsentBanner />
        </AfterHydration>
      )}
      <Toolbar data={data} />
      {data.guest && (
        <AfterHydration>
          <LiveNotifications since={since} />
        </AfterHydration>
      )}
      <main id="main" tabIndex={-1} className="min-h-[70vh] pt-(--toolbar) outline-none">
        {data.guest?.sessionEnds && (
          <Suspense>
            <SessionEnd ends={data.guest.sessionEnds} now={data.now} />
          </Suspense>
        )}
        <Returned />
        <TranslationNote note={data.note} words={data.words} />
        <Messages />
        {children}
      </main>
      <Footer data={data} />
      <BookBar data={data} />
      {data.guest && (
        <AfterHydration>
          <PasskeyOffer />
        </AfterHydration>
      )}
      <LoadingIndicator />
    </>
  )
}

/** Renders only after hydration: for parts whose scripts load after the page. */
const AfterHydration = ({ children }: { children: ReactNode }) =>
  useHydrated() && <Suspense>{children}</Suspense>
