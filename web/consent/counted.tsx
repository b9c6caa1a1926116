import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../text.tsx'
import { Button } from '../ui/button.tsx'
import { onTheWay, standClear } from '../ui/stand-clear.ts'
import { readChoice, tellServer } from './choice.ts'
import { Link } from '#web/ui/link.tsx'

/** The page of the choice asks by itself. */
const asksItself = /^\/cookies(?![\w-])/i

const deciding = new Set<() => void>()
const listen = (hear: () => void) => {
  deciding.add(hear)
  return () => void deciding.delete(hear)
}

/** Asks whether visits to the site may be counted, and counts each page of whoever has said yes. */
export default function Counted(): ReactNode {
  const { pathname } = useLocation()
  const choice = useSyncExternalStore(listen, readChoice)
  useEffect(() => {
    if (choice === 'yes') void tellServer('recordScreenView', { path: pathname })
  }, [choice, pathname])
  return choice === null && !onTheWay(pathname) && !asksItself.test(pathname) && <Question />
}

function Question() {
  const t = useText()
  const strip = useRef<HTMLElement>(null)
  const [failed, fail] = useState(false)
  useEffect(() => (strip.current ? standClear(strip.current) : undefined), [])
  const choose = async (agreed: boolean) => {
    const kept = await tellServer('chooseAnalytics', { agreed })
    fail(!kept)
    if (!kept) return
    // The button that had the focus goes: the next key goes on with the page.
    if (strip.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
    for (const decided of deciding) decided()
  }
  return (
    <section
      ref={strip}
      aria-label={t('consent.title')}
      className="no-print fixed inset-x-0 bottom-0 z-20 max-h-[50vh] overflow-y-auto border-t border-line bg-surface pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lg"
    >
      <div className="mx-auto grid max-w-[72rem] gap-3 px-4 sm:px-6 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6">
        <div>
          <p className="text-sm">
            {t('consent.question')}{' '}
            <Link to="/tc#cookies" className="inline-block py-1 text-brand-text underline underline-offset-4">
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
