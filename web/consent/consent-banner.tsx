import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { termsLink } from '#contract/links.ts'
import { useText } from '../ui/text.tsx'
import { Button } from '../ui/button.tsx'
import { isInBookingFlow, reserveBottomSpace } from '../ui/reserve-bottom-space.ts'
import { readChoice, sendConsent } from './choice.ts'
import { Link } from '../ui/link.tsx'

/** The cookie page asks the question itself. */
const CONSENT_PAGE = /^\/cookies(?![\w-])/i

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The cookie banner: asks for consent to page-view statistics, and records each page view of guests who
 * consented.
 */
export default function ConsentBanner(): ReactNode {
  const { pathname } = useLocation()
  const choice = useSyncExternalStore(subscribe, readChoice)
  useEffect(() => {
    if (choice === 'yes') void sendConsent('recordScreenView', { path: pathname })
  }, [choice, pathname])
  return choice === null && !isInBookingFlow(pathname) && !CONSENT_PAGE.test(pathname) && <Question />
}

function Question() {
  const t = useText()
  const strip = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => (strip.current ? reserveBottomSpace(strip.current) : undefined), [])
  const choose = async (agreed: boolean) => {
    const sent = await sendConsent('chooseAnalytics', { agreed })
    setFailed(!sent)
    if (!sent) return
    // The focused button disappears: move the focus to the page, so that the next Tab continues there.
    if (strip.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
    for (const notify of listeners) notify()
  }
  return (
    <section
      ref={strip}
      aria-label={t('consent.title')}
      className="consent-question no-print fixed inset-x-0 bottom-0 z-20 max-h-[50vh] overflow-y-auto border-t border-line bg-surface pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lg"
    >
      <div className="mx-auto grid max-w-[72rem] gap-3 px-4 sm:px-6 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6">
        <div>
          <p className="text-sm">
            <span>{t('consent.question')}</span>{' '}
            <Link
              to={termsLink({ part: 'cookies' })}
              className="inline-block py-1 text-brand-text underline underline-offset-4"
            >
              {t('consent.more')}
            </Link>
          </p>
          {failed && (
            <p role="alert" className="text-sm text-danger">
              {t('consent.failed')}
            </p>
          )}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button type="button" tone="secondary" onClick={() => void choose(false)}>
            {t('consent.decline')}
          </Button>
          <Button type="button" tone="secondary" onClick={() => void choose(true)}>
            {t('consent.accept')}
          </Button>
        </div>
      </div>
    </section>
  )
}
