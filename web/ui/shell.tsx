import { Suspense, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { RootData } from '../root-data.ts'
import { fetched } from './fetched.tsx'
import { Footer } from './footer.tsx'
import { orNothing } from './or-nothing.ts'
import { useReady } from './ready.ts'
import { ToastProvider } from './toast.tsx'
import { SkipLink, Toolbar } from './toolbar.tsx'
import { TranslationNote } from './translation-note.tsx'
import { Wait } from './wait.tsx'

const Told = orNothing(() => import('../notification/told.tsx'))
const Counted = orNothing(() => import('../consent/counted.tsx'))
const Messages = fetched(() => import('./messages.tsx').then((module) => module.Messages))
const PasskeyOffer = orNothing(() => import('../routes/sign-in/passkey-offer.tsx'))
const SessionEnd = fetched(() => import('./session-end.tsx').then((module) => module.default))

/** What stands around every page: toolbar, menus, messages, footer. */
export function Shell({ data, children }: { data: RootData; children: ReactNode }) {
  const [search] = useSearchParams()
  // What a guest is told is new since the page came, not since it last asked for its data.
  const [since] = useState(data.now)
  return (
    <ToastProvider>
      <SkipLink />
      {data.brand.counted && (
        <Late>
          <Counted />
        </Late>
      )}
      <Toolbar data={data} />
      {data.guest && (
        <Late>
          <Told since={since} />
        </Late>
      )}
      <main id="main" tabIndex={-1} className="min-h-[70vh] pt-16 outline-none">
        {data.guest?.sessionEnds && (
          <Suspense>
            <SessionEnd ends={data.guest.sessionEnds} now={data.now} />
          </Suspense>
        )}
        <TranslationNote note={data.note} words={data.words} />
        {search.has('message') && (
          <Suspense>
            <Messages />
          </Suspense>
        )}
        {children}
      </main>
      <Footer data={data} />
      {data.guest && (
        <Late>
          <PasskeyOffer />
        </Late>
      )}
      <Wait />
    </ToastProvider>
  )
}

/** Comes with scripts of its own, after the page. */
const Late = ({ children }: { children: ReactNode }) => useReady() && <Suspense>{children}</Suspense>
